import type { Environment } from '../supply/environments.ts';
import type { CandidateReason } from '../reason/reasons.ts';

/** The media types in which a bidder can be tested. */
export const testedMediaTypes = ['video', 'banner', 'audio', 'native'] as const;
export type TestedMediaType = (typeof testedMediaTypes)[number];

/** The order to test a bidder, as the API sends it to ad serving: sealed, so that no other can. */
export interface BidderTestOrder {
  /** The tag, and the minimum version of its row. */
  tag: { id: number; version: number };
  /** The channel whose terms apply; null = those of a new channel of this environment. */
  channel: { id: number; version: number } | null;
  environment: Environment;
  /** The media type to offer; null = video, else the first that the tag accepts. */
  mediaType: TestedMediaType | null;
  /** Parameters of the simulated ad request. */
  params: Readonly<Record<string, string>>;
  /** The viewer's IP address. */
  address: string;
}

/** Validity of an order, in milliseconds. */
export const bidderTestLifetimeMs = 30_000;

/** The path at ad serving that takes orders. */
export const bidderTestPath = '/bidder-test';

/** The parts of a bid that are checked, in this order. */
export const bidParts = [
  'shape',
  'imp',
  'currency',
  'price',
  'floor',
  'crid',
  'markup',
  'seat',
  'deal',
  'advertiser',
  'mediaType',
  'creative',
  'secure',
  'native',
  'quality',
  'ad',
] as const;
export type BidPart = (typeof bidParts)[number];

/** The verdict on one part of a bid: null = right. `fault` is the rule that it violates, more precise than the reason. */
export interface BidPartVerdict {
  part: BidPart;
  reason: CandidateReason | null;
  fault: string | null;
}

/** One bid of a tested bidder. Amounts are CPMs in nano-USD. */
export interface TestedBidRecord {
  /** The bid as received. */
  bid: Readonly<Record<string, unknown>>;
  seat: string;
  /** ISO 4217. */
  currency: string;
  mediaType: TestedMediaType | null;
  /** Its price; null where the currency has no exchange rate. */
  cpm: number | null;
  /** The minimum that it must pay; null where unknown. */
  floor: number | null;
  /** Only parts that could be checked. */
  parts: BidPartVerdict[];
  outcome: BidsOutcome;
}

/**
 * The result of bids in an auction of this bidder alone: sold, with the gross CPM in nano-USD; unsold; or open, where the markup is behind the win notice or a wrapper, which a test does not call.
 */
export type BidsOutcome =
  | { kind: 'sold'; cpm: number }
  | { kind: 'unsold'; reason: CandidateReason }
  | { kind: 'open'; needs: 'notice' | 'wrapper' };

/** The record of a test, as ad serving returns it. */
export interface BidderTestRecord {
  /** Why the bidder is not called; null when it was called. */
  notCalled: CandidateReason | null;
  sent: {
    url: string;
    headers: { name: string; value: string }[];
    /** Uncompressed. */
    body: string;
    isGzipped: boolean;
    /** The tag's currency, ISO 4217. */
    currency: string;
    /** Milliseconds in which it must respond. */
    timeoutMs: number;
  } | null;
  received: {
    /** HTTP status; null when there was no response. */
    status: number | null;
    ms: number;
    failure: CandidateReason | null;
    /** The body; of an unsuccessful response its start, as far as it was received. */
    body: string;
  } | null;
  /** Why the response as a whole is invalid, for people; null when it is not. */
  invalid: string | null;
  /** The no-bid reason of OpenRTB; null without one. */
  nbr: number | null;
  bids: TestedBidRecord[];
  /** The index of the bid that wins, or would if the response were in time; null when none does. */
  winner: number | null;
  outcome: BidsOutcome | null;
}
