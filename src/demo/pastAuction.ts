import type { CandidateOutcome, ObservedCreative } from '#events/record/records.ts';
import type { CandidateReason, TagRow } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { creativeKeyOf, creativeOfTag, pastBanner, pastCreative } from './inventory.ts';
import { marketTags, type MarketTag } from './marketTags.ts';
import { demoNetwork, type DemoChannel, type DemoTag } from './network.ts';
import { convert, drawPrice } from './rtb/prices.ts';
import type { SeededNetwork } from './seed.ts';

/** The candidate that served: what its ad is counted as, and at which rate. */
export interface PastWinner {
  advertiserId: number;
  tagId: number;
  tier: number;
  /** USD CPM. */
  rate: string;
  /** Name of the marketplace that sold it; empty where the sale was direct. */
  marketplace: string;
  /** Key of its creative; empty where the player fetched the ad. */
  creative: string;
  /** What the catalogues show of the creative. */
  shown: ObservedCreative | null;
}

/** What a candidate answered: a fault, or an ad at a rate. */
type PastAnswer =
  | { reason: CandidateReason }
  | { reason: null; rate: number; secondPriceFloor: number | null; creative: string; shown: ObservedCreative | null };

type PastAd = Extract<PastAnswer, { reason: null }>;

/** The size of banners in the past. */
const banner = { width: 300, height: 250 } as const;

/** Plays the waterfall of a channel with the tempers of its partners and buyers. */
export function pastAuction(
  network: SeededNetwork,
  plan: DemoChannel,
  chance: () => number,
): { candidates: CandidateOutcome[]; winner: PastWinner | null } {
  const candidates: CandidateOutcome[] = [];
  let winner: PastWinner | null = null;
  for (const [index, names] of plan.tiers.entries()) {
    const tier = index + 1;
    const answered: { fate: CandidateOutcome; ad: PastAd }[] = [];
    for (const name of names) {
      const tag = network.tags.find((each) => each.name === name);
      const market = marketTags.find((each) => each.name === name);
      const direct = demoNetwork.tags.find((each) => each.name === name);
      if (!tag || (!market && !direct)) continue;
      const answer = winner ? passedOver : market ? ofMarket(market, tag, plan, chance) : ofTag(direct, tag, chance);
      const fate: CandidateOutcome = {
        tagId: tag.id,
        advertiserId: tag.advertiserId,
        tier,
        reason: answer.reason,
        wasSent: !winner && answer.reason !== 'inactive',
        hasAnswered: answer.reason === null,
        ...(market ? { marketplace: market.marketplace } : {}),
      };
      candidates.push(fate);
      if (answer.reason === null) answered.push({ fate, ad: answer });
    }
    answered.sort((a, b) => b.ad.rate - a.ad.rate);
    for (const { fate } of answered.slice(1)) fate.reason = 'outbid';
    const best = answered[0];
    if (best) winner = winnerOf(best.fate, best.ad, answered[1]?.ad.rate ?? 0);
  }
  return { candidates, winner };
}

const passedOver: PastAnswer = { reason: 'tier_not_reached' };

/** The winner of a tier; in a second-price auction it pays a cent more than the next best offer. */
function winnerOf(
  { advertiserId, tagId, tier, marketplace = '' }: CandidateOutcome,
  ad: PastAd,
  next: number,
): PastWinner {
  const { creative, shown, secondPriceFloor } = ad;
  const rate = secondPriceFloor === null ? ad.rate : Math.min(ad.rate, Math.max(next, secondPriceFloor) + 0.01);
  return { advertiserId, tagId, tier, rate: rate.toFixed(2), marketplace, creative, shown };
}

/** What a tag with VAST answered. */
function ofTag(temper: DemoTag | undefined, tag: TagRow, chance: () => number): PastAnswer {
  const reason = temper ? reasonOf(temper.endpoint, tag.status, chance) : 'inactive';
  if (!temper || reason !== null) return { reason: reason ?? 'inactive' };
  const creative = creativeOfTag(temper);
  return {
    reason,
    rate: tag.rateModel === 'dynamic' ? 1.5 + chance() * 4 : Number(tag.rate),
    secondPriceFloor: null,
    creative: creative === null ? '' : creativeKeyOf(creative),
    shown: creative === null ? null : pastCreative(creative),
  };
}

/** What a buyer bid. */
function ofMarket(market: MarketTag, tag: TagRow, plan: DemoChannel, chance: () => number): PastAnswer {
  const { buyer, isSecondPrice, pastShare = buyer.bidShare } = market;
  if (tag.status !== 1) return { reason: 'inactive' };
  if (chance() < buyer.slowShare) return { reason: 'timeout' };
  if (chance() >= pastShare) return { reason: 'empty' };
  const format = plan.format ?? 'video';
  const inUsd = (price: number) => convert(price, buyer.currency, 'USD') ?? price;
  const rate = inUsd(drawPrice(buyer.meanCpm[format] ?? 0, chance));
  const floor = Math.max(Number(plan.floor), inUsd(Number(tag.floor)));
  if (rate < floor) return { reason: 'below_floor' };
  const secondPriceFloor = isSecondPrice ? floor : null;
  const shown = buyer.creatives[Math.floor(chance() * buyer.creatives.length)] ?? 'coffee';
  if (format === 'video') {
    return { reason: null, rate, secondPriceFloor, creative: creativeKeyOf(shown), shown: pastCreative(shown) };
  }
  const id = `${buyer.name}-${shown}-${format}`;
  const creative = hashText(`bid ${tag.id} ${id}`);
  return { reason: null, rate, secondPriceFloor, creative, shown: pastBanner(shown, id, banner.width, banner.height) };
}

function reasonOf(endpoint: string, status: number, chance: () => number): CandidateReason | null {
  if (status !== 1) return 'inactive';
  if (endpoint.startsWith('/no-ad')) return 'empty';
  if (endpoint.startsWith('/slow')) return 'timeout';
  if (endpoint.startsWith('/broken')) return 'invalid_xml';
  if (endpoint.startsWith('/error')) return 'http_error';
  if (endpoint.startsWith('/loop')) return 'wrapper_limit';
  if (endpoint.startsWith('/sometimes')) return chance() < 0.35 ? null : 'empty';
  return chance() < 0.97 ? null : 'timeout';
}
