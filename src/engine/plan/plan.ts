import type {
  BillingNotice,
  CandidateReason,
  ChannelRow,
  Environment,
  Nanos,
  SupplyReason,
  TagRow,
} from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { Cutoffs } from '../cutoff/cutoffs.ts';
import type { SoldDeal } from '../buying/soldDeals.ts';
import { buyerOf, idOfExchange } from './buyer.ts';
import type { Flight } from '../flight.ts';
import type { ActivePixel } from './activePixel.ts';
import type { OwnParams, VerificationTerms, VerificationVendors } from './planParts.ts';
import type { PodRules } from './podTerms.ts';
import type { CostTerms } from '../pricing.ts';
import type { Quality } from './quality.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { Rule } from '../targeting/rule.ts';

/**
 * A tag, or another buyer that bids like one, as serving needs it. There is one object per version: caches may key on
 * its identity.
 */
export interface CompiledTag {
  /** The candidate id in auctions; see `buyerOf`. */
  id: number;
  uid: string;
  demandId: number;
  advertiserId: number;
  isActive: boolean;
  /** Its ID in the Global Vendor List; null = unknown. */
  gvlId: number | null;
  integration: TagRow['integration'];
  source: TagRow['source'];
  url: string;
  handling: TagRow['handling'];
  vastXml: string;
  timeoutMs: number;
  rateModel: TagRow['rateModel'];
  /** CPM in nano-USD. */
  rate: Nanos;
  /** Minimum CPM of dynamic prices in nano-USD; 0 for fixed rates. */
  floor: Nanos;
  /** The marketplace partner through which it sells; empty for direct sales. */
  marketplace: string;
  /** Set when it is called with bid requests; null for VAST. */
  bidder: BidderTerms | null;
}

/** The terms of calling a bidder, and of accepting its bids. */
export interface BidderTerms {
  /** URL for bid requests; empty for partners behind the Prebid Server. */
  endpoint: string;
  version: TagRow['rtbVersion'];
  isGzipped: boolean;
  /** Seats that may bid; empty = all. */
  seats: readonly string[];
  /** Media types offered to it; empty = all that the imp has. */
  mediaTypes: readonly MediaType[];
  isSecondPrice: boolean;
  /** ISO 4217 currency of its floors and bids. */
  currency: string;
  /** Bidder code and parameters for the Prebid Server; null for other bidders. */
  prebid: { code: string; params: Readonly<Record<string, string | number>> } | null;
  /** Whether it is called only for devices whose advertising ID it may receive. */
  needsDeviceId: boolean;
  /** Its own quality rules for ads; null = none. */
  quality: Quality | null;
  /** Creatives that are blocked, by the ids in its bids. */
  blockedCreatives: readonly string[];
}

/** The outcome of one candidate of a request, as recorded. */
export interface AuctionOutcome {
  /** 0 when it is not a tag. */
  readonly tagId: number;
  readonly adexchangeId?: number;
  /** The own campaign that bid, and its creative; absent where none did. */
  readonly campaignId?: number;
  readonly creativeId?: number;
  readonly deal?: string;
  readonly advertiserId: number;
  readonly tier: number;
  /** null for the winner. */
  readonly reason: CandidateReason | null;
  /** Whether a call was sent, or its stored ad considered. */
  readonly wasSent: boolean;
  /** Whether it returned an ad that is usable as far as it was read. */
  readonly hasAnswered: boolean;
  /** Set where its bid lost before its VAST was read: whether its ad was usable is not known. */
  readonly isUnread?: true;
  /** The marketplace partner through which it sells; absent for direct sales. */
  readonly marketplace?: string;
}

/** Builds the outcome of a candidate. */
export function outcomeFor(
  { tag, tier }: Pick<Candidate, 'tag' | 'tier'>,
  reason: CandidateReason | null,
  wasSent: boolean,
  hasAnswered: boolean,
): AuctionOutcome {
  const { id, advertiserId, marketplace } = tag;
  const tagId = Math.max(0, id);
  if (id < 0) return { tagId, adexchangeId: buyerOf(id).id, advertiserId, tier, reason, wasSent, hasAnswered };
  if (marketplace === '') return { tagId, advertiserId, tier, reason, wasSent, hasAnswered };
  return { tagId, advertiserId, tier, reason, wasSent, hasAnswered, marketplace };
}

/** The candidate id of an outcome. */
export function candidateOf({ tagId, adexchangeId = 0 }: Pick<AuctionOutcome, 'tagId' | 'adexchangeId'>): number {
  return adexchangeId > 0 ? idOfExchange(adexchangeId) : tagId;
}

/** Maximum ads of a tag per viewer within a time window. */
export interface Frequency {
  imps: number;
  windowMs: number;
  by: TagRow['freqBy'];
}

/** A buyer in one channel's waterfall, with the terms that apply there. */
export interface Candidate {
  tag: CompiledTag;
  tier: number;
  weight: number;
  /** Its rank in its tier, from 1; null = unknown, or the channel does not rank. */
  rank: number | null;
  /** Whether its price can follow the channel's dynamic floor: it has no floor of its own here. */
  followsFloor: boolean;
  /** The minimum CPM in nano-USD at which it may serve here. */
  floor: Nanos;
  /** The minimum CPM in nano-USD that covers the channel's cost and margin, whatever a deal says. */
  minCpm: Nanos;
  /** The account's margin on what it pays, taken before anything is shared, in basis points. */
  marginBasisPoints: number;
  /** null = always. */
  flight: Flight | null;
  /** Paused until this time by a cap, in milliseconds since the epoch; 0 = not paused. */
  cappedUntil: number;
  /** Maximum calls per second; null = no limit. */
  qps: number | null;
  /** The percentage of requests that it takes, to spread its caps over their periods. */
  pacing: number;
  /** Frequency cap; null = none. */
  frequency: Frequency | null;
  /** Whether invalid traffic is not sent to it. */
  checksIvt: boolean;
  /** Deals that the account sells to it. */
  deals: readonly SoldDeal[];
  /** Vendors that measure its impressions here, as set by the channel or the tag. */
  verification: VerificationVendors;
  /** Targeting rules of its advertiser and its own. */
  rules: readonly Rule[];
  /** Creative list rules of the channel, sub-publisher, advertiser and tag. */
  creativeRules: readonly CreativeRule[];
  /** Pixels of its ads here, each once: those of the channel, of the tag and of the whole account. */
  pixels: readonly ActivePixel[];
  /** Its outcome when another tier fills the request: the most frequent one, shared by all requests. */
  defaultOutcome: AuctionOutcome;
}

/** Candidates that compete with each other, highest rate first. */
export interface Tier {
  tier: number;
  candidates: readonly Candidate[];
  /** Whether two of them have the same rate, so that a draw orders them. */
  hasTies: boolean;
  /** Whether they are ordered by measured performance. */
  isOptimized: boolean;
}

/** The terms of a supplier beyond those that channels have. */
export interface SupplierTerms {
  id: number;
  /** Our seat in its requests; empty = none. */
  seat: string;
  /** SHA-256 of the key in its requests, hexadecimal; empty = none needed. */
  keyDigest: string;
  /** Whether decisions are counted but no bids are returned. */
  isTest: boolean;
  isSchainRequired: boolean;
  /** Media types bought from it; empty = all that it offers. */
  mediaTypes: readonly MediaType[];
  /** The notice that counts an impression. */
  billing: BillingNotice;
  /** Whether its notices have a clearing price of its own, at most our bid. */
  isSecondPrice: boolean;
  /** Whether it sends win notices. */
  hasWinNotices: boolean;
}

/**
 * Everything that decides requests of one channel, or of one supplier, which is sold like a channel with one tier.
 * Immutable; rebuilt when one of its parts changes.
 */
export interface ChannelPlan {
  /** 0 for a supplier. */
  channelId: number;
  /** The supplier whose bid requests it decides; null for a channel. */
  supplier: SupplierTerms | null;
  uid: string;
  demandId: number;
  subpublisherId: number;
  environment: Environment;
  /** Where its video ads show (AdCOM `plcmt`), if a request does not say it; null = unknown. */
  plcmt: number | null;
  /** The reason why every request gets no ad; null = open. */
  gate: Extract<SupplyReason, 'cut_off' | 'account_inactive' | 'channel_inactive' | 'supplier_inactive'> | null;
  /** The cut-offs of the account; null if there are none. */
  cutoffs: Cutoffs | null;
  /** Paused until this time by a cap, in milliseconds since the epoch; 0 = not paused. */
  cappedUntil: number;
  /** Targeting rules of the sub-publisher and the channel. */
  rules: readonly Rule[];
  /** The account's UTC offset in whole hours. */
  zoneHours: number;
  /** The account's tag parameters. */
  params: OwnParams;
  costTerms: CostTerms;
  /** System cost per request and per impression, in nano-USD. */
  requestFee: Nanos;
  impressionFee: Nanos;
  /** The operator's share of marketplace revenue. */
  dspShareBasisPoints: number;
  timeoutMs: number;
  /** Milliseconds of a bid request's `tmax` reserved for the response to travel back. */
  returnLatencyMs: number;
  parallelCalls: number;
  answerVersion: ChannelRow['answerVersion'];
  /** Maximum requests per second; null = no limit. */
  qps: number | null;
  checksIvt: boolean;
  /** Whether the account gives no ad to invalid traffic. */
  blocksIvt: boolean;
  isAdsTxtEnforced: boolean;
  schainMode: ChannelRow['schainMode'];
  /** Whether deal bids win over higher open-market bids. */
  areDealsFirst: boolean;
  /** Post-bid verification of impressions; null = none. */
  verification: VerificationTerms | null;
  /** Quality rules for its ads; null = none. */
  quality: Quality | null;
  pod: PodRules;
  /** The channel's own floor, CPM in nano-USD. */
  floor: Nanos;
  /** Dynamic floors by market, in nano-USD; null when the floor is static. */
  dynamicFloors: ReadonlyMap<string, Nanos> | null;
  /** Eligible candidates only, tier 1 first. */
  tiers: readonly Tier[];
  /** Whether a candidate is eligible only for some requests or at some times. */
  isConditional: boolean;
  /** Outcomes of candidates that are never eligible. */
  ineligible: readonly AuctionOutcome[];
}
