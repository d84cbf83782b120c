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
import type { SoldDeal } from '../buying/soldDeals.ts';
import { buyerOf, idOfExchange } from './buyer.ts';
import type { Flight } from '../flight.ts';
import type { PixelFacts } from './pixelFacts.ts';
import type { OwnParams, VerificationTerms, VerificationVendors } from './planParts.ts';
import type { PodRules } from './podTerms.ts';
import type { CostTerms } from '../pricing.ts';
import type { Quality } from './quality.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { Rule } from '../targeting/rule.ts';

/** What serving needs of a tag, or of who bids like one. One object per state of it: caches may key on its identity. */
export interface TagFacts {
  /** Among the candidates of an auction: `buyerOf` says who that is. */
  id: number;
  uid: string;
  demandId: number;
  advertiserId: number;
  isActive: boolean;
  /** Its number in the Global Vendor List; null = unknown. */
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
  /** Least CPM of a dynamic answer in nano-USD; 0 for fixed rates. */
  floor: Nanos;
  /** Name of the marketplace partner through whom it sells; empty where the sale is direct. */
  marketplace: string;
  /** How bids are asked for; null for VAST. */
  bidder: BidderFacts | null;
}

/** How a tag's bids are asked for. */
export interface BidderFacts {
  /** Where bid requests go; empty for partners behind the Prebid Server. */
  endpoint: string;
  version: TagRow['rtbVersion'];
  isGzipped: boolean;
  /** Seats that may bid; empty = all. */
  seats: readonly string[];
  /** What it is asked for; empty = everything that is offered. */
  mediaTypes: readonly MediaType[];
  isSecondPrice: boolean;
  /** ISO 4217, of its floors and bids. */
  currency: string;
  /** Behind the Prebid Server: the bidder's code and parameters. */
  prebid: { code: string; params: Readonly<Record<string, string | number>> } | null;
  /** Whether it is asked only about devices whose advertising id it may learn. */
  needsDeviceId: boolean;
  /** What its own ads must be; null = anything. */
  quality: Quality | null;
  /** Creatives of its that are refused, by the ids that its bids give them. */
  blockedCreatives: readonly string[];
}

/** What became of one candidate of a request, in the form in which it is recorded. */
export interface AuctionOutcome {
  /** 0 of what is no tag. */
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
  /** Whether it answered with a usable ad. */
  readonly hasAnswered: boolean;
  /** Name of the marketplace partner through whom it sells; absent where the sale is direct. */
  readonly marketplace?: string;
}

/** The fate of a candidate. */
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

/** The id among the candidates of an auction of whom a fate is told. */
export function candidateOf({ tagId, adexchangeId = 0 }: Pick<AuctionOutcome, 'tagId' | 'adexchangeId'>): number {
  return adexchangeId > 0 ? idOfExchange(adexchangeId) : tagId;
}

/** How often one viewer may see the ads of a tag. */
export interface Frequency {
  imps: number;
  windowMs: number;
  by: TagRow['freqBy'];
}

/** A tag's place in the waterfall of one channel. */
export interface Candidate {
  tag: TagFacts;
  tier: number;
  weight: number;
  /** Its place in the order of its tier, from 1 on; null = not known, or the channel has no such order. */
  place: number | null;
  /** Whether its price can follow a floor that the channel has learned: it has no floor of its own here. */
  followsFloor: boolean;
  /** The least CPM in nano-USD at which it may serve here. */
  floor: Nanos;
  /** What the channel's payment and margin take of a CPM at least, whatever a deal says. */
  minCpm: Nanos;
  /** The part of what it pays that the account keeps before anything is shared, in basis points. */
  marginBasisPoints: number;
  /** When it may serve; null = always. */
  flight: Flight | null;
  /** Until when it rests because of a cap, in milliseconds since the epoch; 0 when it does not. */
  cappedUntil: number;
  /** Calls a second that it takes; null = any number. */
  qps: number | null;
  /** Percent of the requests that it takes, to spread its caps over their periods. */
  pacing: number;
  /** How often one viewer may see its ads; null = any number. */
  frequency: Frequency | null;
  /** Whether invalid traffic never reaches it. */
  checksIvt: boolean;
  /** What the account sells to it under deals. */
  deals: readonly SoldDeal[];
  /** Vendors that measure its impressions here, as the channel or the tag says. */
  verification: VerificationVendors;
  /** What its advertiser and its tag ask of requests. */
  rules: readonly Rule[];
  /** Which creatives may be shown: what channel, sub-publisher, advertiser and tag say. */
  creativeRules: readonly CreativeRule[];
  /** Pixels of its ads here: those of the channel, of the tag and of the whole account, each once. */
  pixels: readonly PixelFacts[];
  /** Its fate when others fill the request: the most frequent one, shared by all requests. */
  defaultOutcome: AuctionOutcome;
}

/** Candidates that compete with each other, best rate first. */
export interface Tier {
  tier: number;
  candidates: readonly Candidate[];
  /** Whether two of them have the same rate, so that chance orders them. */
  hasTies: boolean;
  /** Whether they are ordered by what was measured of them. */
  isOptimized: boolean;
}

/** What is agreed with a supplier beside what channels have too. */
export interface SupplierTerms {
  id: number;
  /** What it calls us among its buyers; empty = nothing. */
  seat: string;
  /** SHA-256 of the key that its requests bring, in hexadecimal; empty = it needs none. */
  keyDigest: string;
  /** Whether what is decided is counted and not bid. */
  isTest: boolean;
  isSchainRequired: boolean;
  /** What is bought of it; empty = everything that it offers. */
  mediaTypes: readonly MediaType[];
  /** What makes its impressions count. */
  billing: BillingNotice;
  /** Whether it tells a price of its own, at most what we bid. */
  isSecondPrice: boolean;
  /** Whether it calls our win notices. */
  hasWinNotices: boolean;
}

/**
 * Everything that decides about requests of one channel, or of one supplier, which is sold like a channel with one tier;
 * immutable, rebuilt when one of its parts changes.
 */
export interface ChannelPlan {
  /** 0 of a supplier. */
  channelId: number;
  /** The partner whose bid requests it decides; null of a channel. */
  supplier: SupplierTerms | null;
  uid: string;
  demandId: number;
  subpublisherId: number;
  environment: Environment;
  /** Why every request is answered with no ad; null when requests pass. */
  gate: Extract<SupplyReason, 'account_inactive' | 'channel_inactive' | 'supplier_inactive'> | null;
  /** Until when the channel rests because of a cap, in milliseconds since the epoch; 0 when it does not. */
  cappedUntil: number;
  /** What the sub-publisher and the channel ask of requests. */
  rules: readonly Rule[];
  /** The account's zone, in whole hours from UTC. */
  zoneHours: number;
  /** The account's own parameters, by their names in lower case. */
  params: OwnParams;
  costTerms: CostTerms;
  /** System cost of a request and of an impression, in nano-USD. */
  requestFee: Nanos;
  impressionFee: Nanos;
  /** The operator's part of marketplace revenue. */
  dspShareBasisPoints: number;
  timeoutMs: number;
  /** What the way back takes of the time that a bid request gives, in milliseconds. */
  returnLatencyMs: number;
  parallelCalls: number;
  answerVersion: ChannelRow['answerVersion'];
  /** Requests a second that it takes; null = any number. */
  qps: number | null;
  checksIvt: boolean;
  /** Whether its account gives no ad to what is found invalid. */
  blocksIvt: boolean;
  isAdsTxtEnforced: boolean;
  schainMode: ChannelRow['schainMode'];
  /** Whether bids under a deal win against dearer ones without. */
  areDealsFirst: boolean;
  /** How impressions are measured after they were bought; null where nothing is. */
  verification: VerificationTerms | null;
  /** What its ads must be; null = anything. */
  quality: Quality | null;
  pod: PodRules;
  /** The channel's own floor, CPM in nano-USD. */
  floor: Nanos;
  /** Floors that were learned, by market, in nano-USD; null where the floor is static. */
  dynamicFloors: ReadonlyMap<string, Nanos> | null;
  /** Eligible candidates only, tier 1 first. */
  tiers: readonly Tier[];
  /** Whether some candidate is eligible for some requests or at some times only. */
  isConditional: boolean;
  /** Fates of those that are out before anything is asked. */
  ineligible: readonly AuctionOutcome[];
}
