import type { SupplyReason } from '#model/index.ts';
import { fillAuctionMacros } from '#standards/openrtb/auctionMacros.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { readQuery } from '#standards/readQuery.ts';
import { startAuctions, stepAuctions, type RequestStep } from '#engine/auction/auctions.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { adsLeft } from '#engine/delivery/adsLeft.ts';
import { floorToEarn } from '#engine/pricing.ts';
import { podOfImp, podOfQuery, videoInPod } from '#engine/plan/podTerms.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { planOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { supplyGate } from '#engine/plan/supplyGate.ts';
import { utcTime } from '#engine/utcTime.ts';
import { askedFloor } from '#engine/yield/askedFloor.ts';
import { buildSetting, videoImp } from './buildSetting.ts';
import type { SlotResult, Story, StoryImp } from './story.ts';
import { StoryNetwork } from './storyNetwork.ts';
import { storySnapshot } from './storySnapshot.ts';

/** What came of a story, in the form of its expectation. */
export function runStory(story: Story): Required<Story['expect']> {
  const snapshot = storySnapshot(story);
  const start = utcTime(story.at ?? '2026-01-01T00:00:00Z');
  const imps = (story.imps ?? [{}]).map(completeImp);
  const all = imps.map(({ imp }) => imp);
  const admitted = imps.map(({ imp, channel }) => admit(snapshot, story, { imp, all }, channel, start));
  const settings = admitted.filter((each) => typeof each !== 'string');
  const ids = settings.map((setting) => setting.offered().imp.id);
  const network = new StoryNetwork(settings, start);
  let step: RequestStep | null = settings.length > 0 ? startAuctions(settings, start) : null;
  if (step) network.carryOut(step.effects, 0);
  for (const told of story.steps ?? []) {
    if (!step || step.decisions) throw new Error(`decided before ${told.at} ms`);
    step = stepAuctions(step.state, network.inputOf(told, ids));
    network.carryOut(step.effects, told.at);
  }
  const decisions = step ? step.decisions : [];
  if (!decisions) throw new Error('not decided at the end of the story');
  let auction = 0;
  const results = admitted.map((each) =>
    typeof each === 'string' ? refusedSlot(each) : resultOf(decisions[(auction += 1) - 1]),
  );
  const { calls, asks, reports } = network;
  const byId = Object.fromEntries(imps.map(({ imp }, index) => [imp.id, results[index] ?? refusedSlot('bad_request')]));
  return { calls, asks, reports, ...(results[0] ?? refusedSlot('bad_request')), imps: byId };
}

function completeImp({ channel = 1, ...sketch }: StoryImp, index: number): { imp: Imp; channel: number } {
  const hasMedia = sketch.banner ?? sketch.video ?? sketch.audio ?? sketch.native;
  const id = String(index + 1);
  return { channel, imp: hasMedia ? { id, secure: 1, ...sketch } : { ...videoImp, id, ...sketch } };
}

/** The setting of an impression's auction, or why there is none. */
function admit(
  snapshot: Snapshot,
  { seed, query = '', headers, request, imps, seen = {}, hasPrebidServer = true }: Story,
  { imp, all }: { imp: Imp; all: readonly Imp[] },
  channel: number,
  now: number,
): AuctionSetting | SupplyReason {
  const plan = planOf(snapshot, channel);
  if (!plan) throw new Error('the story has no such channel');
  const rates = ratesOf(snapshot);
  const asked = convertToNanos(imp.bidfloor ?? 0, imp.bidfloorcur ?? 'USD', rates);
  if (asked === null) return 'no_exchange_rate';
  const floor = floorToEarn(plan.costTerms, asked);
  if (floor === null) return 'below_price';
  // Without impressions, a story is about a request for VAST.
  const pod = imps ? podOfImp(plan.pod, imp, all) : podOfQuery(plan.pod, readQuery(`/vast/a?${query}`));
  const offered = pod && imp.video && !imps ? { ...imp, video: videoInPod(imp.video, pod) } : imp;
  const told = { query, headers, request, imp: offered, now, pod };
  const setting = buildSetting(plan, {
    ...(seed === undefined ? {} : { seed }),
    ...told,
    floor,
    rates,
    hasPrebidServer,
  });
  const learned = askedFloor(plan, setting.traits, 'a request that is not compared with');
  return (
    supplyGate(plan, setting.traits, now) ?? {
      ...setting,
      learnedFloor: learned?.learned ?? 0,
      adsLeft: (candidate) => adsLeft(candidate, seen[candidate.tag.id] ?? 0),
    }
  );
}

function refusedSlot(reason: SupplyReason): SlotResult {
  const notices = { win: null, bill: null, lost: [] };
  return { winner: null, cpm: 0, deal: null, reason, pod: [], impressions: [], markup: null, notices, fates: {} };
}

function resultOf(decision: Decision | undefined): SlotResult {
  if (!decision) return refusedSlot('bad_request');
  const fates = Object.fromEntries(decision.fates.map(({ tagId, reason }) => [tagId, reason]));
  const lost = decision.lossNotices;
  if (decision.kind === 'unfilled') {
    const refused = refusedSlot(decision.reason);
    return { ...refused, notices: { ...refused.notices, lost }, fates };
  }
  const { winner, cpm, ad, won } = decision;
  return {
    winner: winner.tag.id,
    cpm: cpm / 1_000_000_000,
    deal: won?.bid.deal?.id ?? null,
    reason: 'no_answer',
    pod: [decision, ...decision.further].map((sale) => `${sale.winner.tag.id} at ${sale.cpm / 1_000_000_000}`),
    impressions: ad.kind === 'merged' ? ad.ad.impressions.map(({ url }) => url) : [],
    markup: ad.kind === 'markup' ? fillAuctionMacros(ad.markup, won?.values ?? {}) : null,
    notices: { win: won?.win ?? null, bill: won?.bill ?? null, lost },
    fates,
  };
}
