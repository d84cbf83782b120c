import type { CandidateOutcome, ObservedCreative } from '#events/record/records.ts';
import type { CandidateReason, TagRow } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { creativeKeyOf, creativeOfTag, pastBanner, pastCreative } from './demoInventory.ts';
import { marketTags, type MarketTag } from './marketTags.ts';
import { demoNetwork, type DemoChannel, type DemoTag } from './demoNetwork.ts';
import { convert, randomPrice } from './rtb/randomPrice.ts';
import type { SeededNetwork } from './seed.ts';

/** The winning candidate, with its ad and rate. */
export interface PastWinner {
  advertiserId: number;
  tagId: number;
  tier: number;
  /** USD CPM. */
  rate: string;
  /** Name of the marketplace that sold it; empty for a direct sale. */
  marketplace: string;
  /** Key of its creative; empty when the player fetched the ad. */
  creative: string;
  /** The observed creative. */
  observed: ObservedCreative | null;
}

/** A candidate's result: a fault, or an ad at a rate. */
type PastResult =
  | { reason: CandidateReason }
  | {
      reason: null;
      rate: number;
      secondPriceFloor: number | null;
      creative: string;
      observed: ObservedCreative | null;
    };

type PastAd = Extract<PastResult, { reason: null }>;

/** Size of past banners, in pixels. */
const banner = { width: 300, height: 250 } as const;

/** Simulates the waterfall of a channel with the behavior of its partners and buyers. */
export function pastAuction(
  network: SeededNetwork,
  plan: DemoChannel,
  random: () => number,
): { candidates: CandidateOutcome[]; winner: PastWinner | null } {
  const candidates: CandidateOutcome[] = [];
  let winner: PastWinner | null = null;
  for (const [index, names] of plan.tiers.entries()) {
    const tier = index + 1;
    const answered: { outcome: CandidateOutcome; ad: PastAd }[] = [];
    for (const name of names) {
      const tag = network.tags.find((each) => each.name === name);
      const market = marketTags.find((each) => each.name === name);
      const direct = demoNetwork.tags.find((each) => each.name === name);
      if (!tag || (!market && !direct)) continue;
      const result = winner
        ? notReached
        : market
          ? marketResult(market, tag, plan, random)
          : tagResult(direct, tag, random);
      const outcome: CandidateOutcome = {
        tagId: tag.id,
        advertiserId: tag.advertiserId,
        tier,
        reason: result.reason,
        wasSent: !winner && result.reason !== 'inactive',
        hasAnswered: result.reason === null,
        ...(market ? { marketplace: market.marketplace } : {}),
      };
      candidates.push(outcome);
      if (result.reason === null) answered.push({ outcome, ad: result });
    }
    answered.sort((a, b) => b.ad.rate - a.ad.rate);
    for (const { outcome } of answered.slice(1)) outcome.reason = 'outbid';
    const best = answered[0];
    if (best) winner = winnerOf(best.outcome, best.ad, answered[1]?.ad.rate ?? 0);
  }
  return { candidates, winner };
}

const notReached: PastResult = { reason: 'tier_not_reached' };

/** The winner of a tier. In a second-price auction it pays a cent more than the next best bid. */
function winnerOf(
  { advertiserId, tagId, tier, marketplace = '' }: CandidateOutcome,
  ad: PastAd,
  next: number,
): PastWinner {
  const { creative, observed, secondPriceFloor } = ad;
  const rate = secondPriceFloor === null ? ad.rate : Math.min(ad.rate, Math.max(next, secondPriceFloor) + 0.01);
  return { advertiserId, tagId, tier, rate: rate.toFixed(2), marketplace, creative, observed };
}

/** The simulated result of a VAST tag. */
function tagResult(demoTag: DemoTag | undefined, tag: TagRow, random: () => number): PastResult {
  const reason = demoTag ? reasonOf(demoTag.endpoint, tag.status, random) : 'inactive';
  if (!demoTag || reason !== null) return { reason: reason ?? 'inactive' };
  const creative = creativeOfTag(demoTag);
  return {
    reason,
    rate: tag.rateModel === 'dynamic' ? 1.5 + random() * 4 : Number(tag.rate),
    secondPriceFloor: null,
    creative: creative === null ? '' : creativeKeyOf(creative),
    observed: creative === null ? null : pastCreative(creative),
  };
}

/** The simulated bid of a buyer. */
function marketResult(market: MarketTag, tag: TagRow, plan: DemoChannel, random: () => number): PastResult {
  const { buyer, isSecondPrice, pastShare = buyer.bidShare } = market;
  if (tag.status !== 1) return { reason: 'inactive' };
  if (random() < buyer.slowShare) return { reason: 'timeout' };
  if (random() >= pastShare) return { reason: 'empty' };
  const format = plan.format ?? 'video';
  const inUsd = (price: number) => convert(price, buyer.currency, 'USD') ?? price;
  const rate = inUsd(randomPrice(buyer.meanCpm[format] ?? 0, random));
  const floor = Math.max(Number(plan.floor), inUsd(Number(tag.floor)));
  if (rate < floor) return { reason: 'below_floor' };
  const secondPriceFloor = isSecondPrice ? floor : null;
  const observed = buyer.creatives[Math.floor(random() * buyer.creatives.length)] ?? 'coffee';
  if (format === 'video') {
    return {
      reason: null,
      rate,
      secondPriceFloor,
      creative: creativeKeyOf(observed),
      observed: pastCreative(observed),
    };
  }
  const id = `${buyer.name}-${observed}-${format}`;
  const creative = hashText(`bid ${tag.id} ${id}`);
  return {
    reason: null,
    rate,
    secondPriceFloor,
    creative,
    observed: pastBanner(observed, id, banner.width, banner.height),
  };
}

function reasonOf(endpoint: string, status: number, random: () => number): CandidateReason | null {
  if (status !== 1) return 'inactive';
  if (endpoint.startsWith('/no-ad')) return 'empty';
  if (endpoint.startsWith('/slow')) return 'timeout';
  if (endpoint.startsWith('/broken')) return 'invalid_xml';
  if (endpoint.startsWith('/error')) return 'http_error';
  if (endpoint.startsWith('/loop')) return 'wrapper_limit';
  if (endpoint.startsWith('/sometimes')) return random() < 0.35 ? null : 'empty';
  return random() < 0.97 ? null : 'timeout';
}
