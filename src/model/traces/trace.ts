import type { CandidateReason } from '../reason/reasons.ts';
import type { Nanos } from '../money/money.ts';

/** The integrations through which requests arrive: ad tags, pages with Prebid.js, partners with OpenRTB, suppliers. */
export const requestIntegrations = ['vast', 'prebid', 'rtb', 'bid'] as const;
export type RequestIntegration = (typeof requestIntegrations)[number];

export const integrationLabels: Record<RequestIntegration, string> = {
  vast: 'VAST tag',
  prebid: 'Prebid.js',
  rtb: 'OpenRTB',
  bid: 'Supplier',
};

/** Days for which traces are stored. */
export const traceDays = 7;

/** The outcome of a call: answered, failed, or canceled because it was no longer needed. */
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
  'encoding',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/**
 * A request in the form that may be stored: IDs of the viewer only where consent allows, the address at most as /24 or
 * /48, and the location at most to a tenth of a degree.
 */
export interface TraceRequest {
  /** Tag parameters, or the fields of a bid request under the names of parameters. */
  params: Record<string, string>;
  /** The headers that matter for decisions. */
  headers: Record<string, string>;
  address: string;
  /** ISO 3166-1 alpha-2, declared or looked up; empty = unknown. */
  country: string;
  region: string;
}

/** The momentary state of a candidate: whether its limits, the viewer and its traffic admit it. */
export interface TraceCheck {
  /** The candidate id: a tag, an ad exchange (below zero), or own campaigns (0). */
  tagId: number;
  /** Before the auction, or when its call was due. */
  when: 'start' | 'call';
  /** null = admitted. */
  reason: CandidateReason | null;
  /** The number of times that the viewer had seen its ads, where there is a frequency cap. */
  seen?: number;
  /** The percentage of requests that it took, where it paces its cap. */
  pace?: number;
}

/**
 * One call for a request: to a tag or a wrapper's next hop, or a bid request. Times are in milliseconds after the
 * start.
 */
export interface TraceCall {
  kind: 'tag' | 'bids';
  /** Ids of the call in the auction, one for each called tag. */
  callIds: number[];
  /** Candidate ids, as in checks. */
  tagIds: number[];
  /** Wrappers before it. */
  hop: number;
  url: string;
  startedMs: number;
  /** null = still running when the auction ended. */
  endedMs: number | null;
  outcome: CallOutcome;
  /** The part of the response for this imp. */
  text: string;
  /** Whether the stored text is truncated. */
  isCut: boolean;
}

/** An input to the auction, in order: a call ended, or (null) a clock input. In milliseconds after the start. */
export interface TraceInput {
  atMs: number;
  call: number | null;
}

/** The pod that an imp is, or belongs to. */
export interface TracePod {
  podId: string;
  /** Whether other imps of the request are part of it. */
  isShared: boolean;
  slots: number;
  /** Maximum total duration in seconds; null = no limit. */
  durationS: number | null;
  /** Minimum seconds of an ad. */
  shortestS: number;
  /** Properties that no two of its ads may share. */
  dedupe: { creatives: boolean; advertisers: boolean; categories: boolean };
}

/** The inputs of an auction. */
export interface TraceAuction {
  /** Milliseconds since the epoch. */
  startedAt: number;
  seed: number;
  mediaTypes: string[];
  /** The minimum CPM of the caller, as net revenue. */
  floor: Nanos;
  /** The channel's dynamic floor for candidates whose prices can follow it; 0 = none. */
  dynamicFloor: Nanos;
  isPrivate: boolean;
  /** The rules of the pod that the imp is, or belongs to; null for a single ad. */
  pod: TracePod | null;
  hasPrebidServer: boolean;
  /** The imp and request offered to bidders, as OpenRTB 2.6; null when there were no bidders. */
  offered: { request: Record<string, unknown>; imp: Record<string, unknown> } | null;
  /** The request's terms for the ads of tags, as in an OpenRTB imp; absent = none. */
  adTerms?: { video?: Record<string, unknown>; audio?: Record<string, unknown>; secure?: 0 | 1 };
  checks: TraceCheck[];
  calls: TraceCall[];
  inputs: TraceInput[];
  /** Duration of the auction. */
  tookMs: number;
}

/** A candidate with its outcome. Rate and floor are CPMs; null where there is none, as for bidders. */
export interface TraceCandidate {
  /** 0 when it is not a tag. */
  tagId: number;
  /** Only for ad exchanges and own campaigns. */
  adexchangeId?: number;
  campaignId?: number;
  advertiserId: number;
  tier: number;
  /** null for a winner. */
  reason: CandidateReason | null;
  wasSent: boolean;
  hasAnswered: boolean;
  /** Set where its bid lost before its VAST was read. */
  isUnread?: true;
  rate: Nanos | null;
  floor: Nanos | null;
}

/** The decision on one request, without the fields that describe its source. */
export interface TraceBody {
  /** The snapshot version used for the decision. */
  snapshot: number;
  /** Set for test requests (OpenRTB `test: 1`), of which nothing was counted. */
  isTest?: true;
  request: TraceRequest;
  /** null when the request was refused before an auction. */
  auction: TraceAuction | null;
  candidates: TraceCandidate[];
  /** In playing order; several in a pod. `tagId` as in checks; `cpm` is gross revenue per 1,000 impressions. */
  winners: { tagId: number; cpm: Nanos }[];
}

/** Maximum characters of a response in a trace. */
export const maxResponseLength = 8192;

/** Whether a trace contains all inputs of its auction: every response in full, and no part of its pod in other traces. */
export function isReplayable({ auction }: TraceBody): boolean {
  return auction !== null && auction.pod?.isShared !== true && !auction.calls.some(({ isCut }) => isCut);
}
