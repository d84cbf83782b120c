import type { CandidateReason } from '../reason/reasons.ts';
import type { Nanos } from '../money/money.ts';

/** Where requests come in: ad tags, pages with Prebid.js, partners with OpenRTB, suppliers. */
export const requestIntegrations = ['vast', 'prebid', 'rtb', 'bid'] as const;
export type RequestIntegration = (typeof requestIntegrations)[number];

/** What people call them. */
export const integrationLabels: Record<RequestIntegration, string> = {
  vast: 'VAST tag',
  prebid: 'Prebid.js',
  rtb: 'OpenRTB',
  bid: 'Supplier',
};

/** Days that traces are kept. */
export const traceDays = 7;

/** What became of a call: it was answered, it failed, or nobody waited for it any more. */
export const callOutcomes = [
  'answered',
  'timeout',
  'http_error',
  'conn_error',
  'refused_address',
  'too_large',
  'empty',
  'invalid_bid',
  'given_up',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/**
 * A request as it may be kept: ids of the viewer only where its choices let us know them, and never more of its address
 * than /24 or /48, nor of its place than a tenth of a degree.
 */
export interface TraceRequest {
  /** Parameters, or what a bid request tells under their names. */
  params: Record<string, string>;
  /** The headers that decide something. */
  headers: Record<string, string>;
  address: string;
  /** ISO 3166-1 alpha-2 as told or looked up; empty = not known. */
  country: string;
  region: string;
}

/** What was read of the moment about a candidate: whether its limits, its viewer and its traffic let it in. */
export interface TraceCheck {
  /** Of what is no tag its id among the candidates: below zero an ad exchange, 0 own campaigns. */
  tagId: number;
  /** Before the auction, or when its call was due. */
  when: 'start' | 'call';
  /** null = it was let in. */
  reason: CandidateReason | null;
  /** How often the viewer has seen its ads, where that is limited. */
  seen?: number;
  /** Percent of the requests that it took, where it spreads its cap. */
  pace?: number;
}

/** One call on behalf of a request: of a tag or a wrapper's next hop, or for bids. Times are ms after the start. */
export interface TraceCall {
  kind: 'tag' | 'bids';
  /** Numbers of the call in the auction; one for each tag that it asked. */
  callIds: number[];
  /** As in checks. */
  tagIds: number[];
  /** Wrappers before it. */
  hop: number;
  url: string;
  startedMs: number;
  /** null = it was not over when the auction was. */
  endedMs: number | null;
  outcome: CallOutcome;
  /** What it answered for this impression. */
  text: string;
  /** Whether more was answered than is kept. */
  isCut: boolean;
}

/** What happened to the auction, in order: a call ended, or (null) the clock was sent. Milliseconds after the start. */
export interface TraceInput {
  atMs: number;
  call: number | null;
}

/** The pod that an impression is filled with, or is a part of. */
export interface TracePod {
  podId: string;
  /** Whether other impressions of the request are parts of it. */
  isShared: boolean;
  slots: number;
  /** Seconds of all ads together; null = any. */
  durationS: number | null;
  /** What no two of its ads may share. */
  apart: { creatives: boolean; advertisers: boolean; categories: boolean };
}

/** Everything that an auction was decided on. */
export interface TraceAuction {
  /** Milliseconds since the epoch. */
  startedAt: number;
  seed: number;
  mediaTypes: string[];
  /** The least CPM that whoever asked takes, in what must be earned for it. */
  floor: Nanos;
  /** What the channel has learned to ask of prices that can follow; 0 = nothing. */
  learnedFloor: Nanos;
  isPrivate: boolean;
  /** How several ads share it, or it belongs to others; null for one by itself. */
  pod: TracePod | null;
  hasPrebidServer: boolean;
  /** What bidders were offered, as OpenRTB 2.6; null where no bidder was there to ask. */
  offered: { request: Record<string, unknown>; imp: Record<string, unknown> } | null;
  checks: TraceCheck[];
  calls: TraceCall[];
  inputs: TraceInput[];
  /** When it was decided. */
  tookMs: number;
}

/** A candidate and what became of it. Its rate and floor are CPMs; null where there is none to tell, as of what bids. */
export interface TraceCandidate {
  /** 0 where it is no tag. */
  tagId: number;
  /** Of ad exchanges and own campaigns alone. */
  adexchangeId?: number;
  campaignId?: number;
  advertiserId: number;
  tier: number;
  /** null for a winner. */
  reason: CandidateReason | null;
  wasSent: boolean;
  hasAnswered: boolean;
  rate: Nanos | null;
  floor: Nanos | null;
}

/** How one request was decided, beside what says where it came from. */
export interface TraceBody {
  /** Version of the snapshot that decided. */
  snapshot: number;
  /** Set where the request was a test (OpenRTB `test: 1`): nothing of it was counted. */
  isTest?: true;
  request: TraceRequest;
  /** null where the request was refused before an auction. */
  auction: TraceAuction | null;
  candidates: TraceCandidate[];
  /** In the order in which they play; several in a pod. `tagId` as in checks; `cpm` is what 1,000 impressions earn. */
  winners: { tagId: number; cpm: Nanos }[];
}

/** Most characters of a reply that a trace keeps. */
export const maxReplyLength = 8192;

/** Whether a trace holds all that its auction was decided on: every reply whole, and no part of it in the traces of others. */
export function isReplayable({ auction }: TraceBody): boolean {
  return auction !== null && auction.pod?.isShared !== true && !auction.calls.some(({ isCut }) => isCut);
}
