import type { CandidateOutcome, ObservedCreative } from '#events/record/records.ts';
import type { CandidateReason, Environment, TagRow } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { creativeKeyOf, creativeOfTag, pastBanner, pastCreative } from '../demoInventory.ts';
import { marketTags, type MarketTag } from '../marketTags.ts';
import { demoNetwork } from '../demoNetwork.ts';
import type { DemoChannel } from '../demoChannels.ts';
import type { DemoTag } from '../demoTags.ts';
import { convert, randomPrice } from '../rtb/randomPrice.ts';
import type { SeededNetwork } from '../seed.ts';
import type { Conditions } from './story.ts';

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

/** A network's tags, which past auctions look up by name. */
export type PastTags = Pick<SeededNetwork, 'tags'>;

/** The price of bids by environment, relative to desktop web. */
const environmentFactor: Readonly<Record<Environment, number>> = { web: 1, mobileWeb: 0.8, app: 0.95, ctv: 2.4 };

/** The share of a buyer's usual bids that it sends on average over a day; the rest is held back by its own pacing. */
const pacedShares = { banner: 0.5, video: 0.28 } as const;

/** Buyers in first-price auctions bid a part of what they would pay above the floor. */
const shading = 0.62;

/** The waterfall of a channel as its auctions need it. */
export interface PastWaterfall {
  plan: DemoChannel;
  tiers: readonly (readonly { tag: TagRow; market: MarketTag | null; direct: DemoTag | null }[])[];
}

/** Finds the tags of a channel's waterfall; names without a tag are skipped. */
export function pastWaterfall({ tags }: PastTags, plan: DemoChannel): PastWaterfall {
  const tiers = plan.tiers.map((names) =>
    names.flatMap((name) => {
      const tag = tags.find((each) => each.name === name);
      const market = marketTags.find((each) => each.name === name) ?? null;
      const direct = demoNetwork.tags.find((each) => each.name === name) ?? null;
      return tag && (market || direct) ? [{ tag, market, direct }] : [];
    }),
  );
  return { plan, tiers };
}

/** Simulates one auction of a waterfall with the behavior of its partners and buyers under some conditions. */
export function pastAuction(
  { plan, tiers }: PastWaterfall,
  conditions: Conditions,
  random: () => number,
): { candidates: CandidateOutcome[]; winner: PastWinner | null } {
  const candidates: CandidateOutcome[] = [];
  const floor = Number((conditions.isFloorRaised ? undefined : plan.formerFloor) ?? plan.floor);
  let winner: PastWinner | null = null;
  for (const [index, members] of tiers.entries()) {
    const tier = index + 1;
    const answered: { outcome: CandidateOutcome; ad: PastAd }[] = [];
    for (const { tag, market, direct } of members) {
      const failure = conditions.failing.get(tag.name);
      const result: PastResult = winner
        ? notReached
        : failure !== undefined
          ? { reason: failure }
          : market
            ? marketResult(market, tag, { plan, floor, random })
            : tagResult(direct, tag, { floor, day: conditions.day, random });
      const outcome: CandidateOutcome = {
        tagId: tag.id,
        advertiserId: tag.advertiserId,
        tier,
        reason: result.reason,
        wasSent: !winner && !(result.reason !== null && notSent.has(result.reason)),
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

/** The reasons of tags that are not called. */
const notSent: ReadonlySet<CandidateReason> = new Set<CandidateReason>(['inactive', 'flight', 'floor', 'frequency']);

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
function tagResult(
  demoTag: DemoTag | null,
  tag: TagRow,
  { floor, day, random }: { floor: number; day: number; random: () => number },
): PastResult {
  if (!demoTag || tag.status !== 1) return { reason: 'inactive' };
  const { season } = demoTag;
  if (season && (day < season.first || day > season.last)) return { reason: 'flight' };
  if (tag.rateModel !== 'dynamic' && Number(tag.rate) < floor) return { reason: 'floor' };
  const reason = reasonOf(demoTag.endpoint, random);
  if (reason !== null) return { reason };
  const creative = creativeOfTag(demoTag);
  return {
    reason,
    rate: tag.rateModel === 'dynamic' ? Math.max(floor, 1.5 + random() * 4) : Number(tag.rate),
    secondPriceFloor: null,
    creative: creative === null ? '' : creativeKeyOf(creative),
    observed: creative === null ? null : pastCreative(creative),
  };
}

/** The simulated bid of a buyer. */
function marketResult(
  market: MarketTag,
  tag: TagRow,
  { plan, floor: channelFloor, random }: { plan: DemoChannel; floor: number; random: () => number },
): PastResult {
  const format = plan.format ?? 'video';
  const { buyer, isSecondPrice, pastShare = buyer.bidShare * pacedShares[format] } = market;
  if (tag.status !== 1) return { reason: 'inactive' };
  if (random() < buyer.slowShare) return { reason: 'timeout' };
  if (random() >= pastShare) return { reason: 'empty' };
  const inUsd = (price: number) => convert(price, buyer.currency, 'USD') ?? price;
  const value = inUsd(randomPrice(buyer.meanCpm[format] ?? 0, random)) * environmentFactor[plan.environment];
  const floor = Math.max(channelFloor, inUsd(Number(tag.floor)));
  if (value < floor) return { reason: 'below_floor' };
  const rate = isSecondPrice ? value : floor + (value - floor) * shading;
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

/** The reason for which a partner's response has no ad; null when it has one. */
function reasonOf(endpoint: string, random: () => number): CandidateReason | null {
  const { fills, reason } = behaviorOf(endpoint);
  if (random() < fills) return null;
  return reason !== 'frequency' && random() < usualTimeouts ? 'timeout' : reason;
}

/** Timeouts per response without an ad. */
const usualTimeouts = 0.03;

/** The usual share of responses with an ad on a partner path, and why the others have none. */
function behaviorOf(endpoint: string): { fills: number; reason: CandidateReason } {
  const percent = /^\/fills\/(\d+)\//.exec(endpoint)?.[1];
  if (percent !== undefined) return { fills: Number(percent) / 100, reason: 'empty' };
  if (endpoint.startsWith('stored:')) return { fills: 0.45, reason: 'frequency' };
  if (endpoint.startsWith('/no-ad')) return { fills: 0.03, reason: 'empty' };
  if (endpoint.startsWith('/error')) return { fills: 0.28, reason: 'http_error' };
  if (endpoint.startsWith('/loop')) return { fills: 0.15, reason: 'wrapper_limit' };
  return { fills: 0.21, reason: 'empty' };
}
