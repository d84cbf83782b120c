import type { Decision } from '#engine/auction.ts';
import type { ChannelPlan } from '#engine/plan.ts';
import { accountPart, impressionCost, perThousand } from '#engine/pricing.ts';
import type { MarketplaceSale, ServeRecord } from '#events/records.ts';
import type { Nanos } from '#model/index.ts';
import { compileVast, renderTemplate } from '#standards/vast/compileVast.ts';
import { renderWrapper } from '#standards/vast/renderWrapper.ts';
import type { MoreTrackers, TrackingSlots, VastVersion } from '#standards/vast/types.ts';
import { fillKnownMacros } from './fillKnownMacros.ts';
import { pixelTrackers } from './pixelTrackers.ts';
import { macroValues, type RequestFacts } from './requestFacts.ts';
import type { ServingDeps } from './servingDeps.ts';
import { withoutPrice } from './withoutPrice.ts';

type Filled = Extract<Decision, { kind: 'filled' }>;

/** What an answer is made of. */
interface AdAnswer {
  plan: ChannelPlan;
  decision: Filled;
  facts: RequestFacts;
  version: VastVersion;
  record: ServeRecord;
}

type RenderDeps = Pick<ServingDeps, 'adsUrl' | 'signer' | 'markup' | 'random'>;

/** The winner as VAST with our tracking in it. */
export function renderAd(deps: RenderDeps, answer: AdAnswer): string {
  const { decision, version, facts, record } = answer;
  const { tag } = decision.winner;
  const more = moreTrackers(deps, answer);
  const slots = more ? { ...trackingSlots(deps, answer), more } : trackingSlots(deps, answer);
  if (decision.ad.kind === 'merged') return renderTemplate(compileVast(withoutPrice(decision.ad.ad), version), slots);
  const template = decision.ad.kind === 'stored' ? deps.markup.template(tag, version) : null;
  if (template) return renderTemplate(template, slots);
  const { serveId, at } = record;
  const values = macroValues(facts, { now: at, random: deps.random(), serveId, serverSide: '0' });
  return renderWrapper({
    version,
    adId: tag.uid,
    adTagUri: fillKnownMacros(tag.url, values),
    slots,
  });
}

/** What third parties want to be called for the ad: nothing for most. */
function moreTrackers(deps: RenderDeps, { plan, decision, facts, record }: AdAnswer): MoreTrackers | undefined {
  const { winner, cpm } = decision;
  if (winner.pixels.length === 0) return undefined;
  const day = new Date(record.at + plan.zoneHours * 3_600_000).toISOString().slice(0, 10);
  return pixelTrackers(winner.pixels, { facts, record, tag: winner.tag, cpm, day }, deps.random);
}

/** Our URLs for the ad that is served, with what one impression moves signed into each. */
function trackingSlots(deps: RenderDeps, { plan, decision, record }: AdAnswer): TrackingSlots {
  const { tag, tier } = decision.winner;
  const rev = perThousand(decision.cpm);
  const token = deps.signer.sign({
    serveId: record.serveId,
    servedAt: Math.floor(record.at / 1000) * 1000,
    origin: record.origin,
    ad: {
      advertiserId: tag.advertiserId,
      tagId: tag.id,
      tier,
      creative: record.creative,
      rev,
      cost: impressionCost(plan.costTerms, rev),
      systemCost: plan.impressionFee,
      ...saleOf(plan, tag.marketplace, rev),
    },
  });
  const base = `${deps.adsUrl}/e/`;
  return {
    adServingId: record.serveId,
    impression: base + token.path('impression'),
    start: base + token.path('start'),
    firstQuartile: base + token.path('firstQuartile'),
    midpoint: base + token.path('midpoint'),
    thirdQuartile: base + token.path('thirdQuartile'),
    complete: base + token.path('complete'),
    click: base + token.path('click'),
    error: `${base}${token.path('error')}?code=[ERRORCODE]`,
  };
}

/** How the ad was sold, for ads that a marketplace partner sold. */
function saleOf(plan: ChannelPlan, name: string, rev: Nanos): { marketplace?: MarketplaceSale } {
  return name === '' ? {} : { marketplace: { name, revMd: accountPart(rev, plan.dspShareBasisPoints) } };
}
