import type {
  CallOutcome,
  Door,
  FixEntity,
  ReasonOwner,
  TraceCheck,
  TraceInput,
  TraceRequest,
  WatchKind,
} from '#model/index.ts';

/** What has a funnel from calls to impressions; without an object it is of everything that the caller sees. */
export const whyKinds = ['channel', 'supplier', 'tag', 'subpublisher'] as const;
export type WhyKind = (typeof whyKinds)[number];

/** What single requests can be asked for by. */
export const traceKinds = [...whyKinds, 'campaign', 'device'] as const;
export type TraceKind = (typeof traceKinds)[number];

/** The periods of a funnel, in the caller's zone. */
export const whyPeriods = ['today', 'yesterday', 'last7'] as const;
export type WhyPeriod = (typeof whyPeriods)[number];

/** An object by name; the name is null where the caller may not know it. */
export interface Named {
  id: number;
  name: string | null;
}

/** The field that would change something: of which object, and the address that opens it. */
export interface WhyFix {
  entity: FixEntity;
  id: number | null;
  /** What the field or tab is called. */
  label: string;
  path: string;
}

/** Why something was lost. */
export interface WhyReason {
  reason: string;
  text: string;
  /** Who can mend it. */
  owner: ReasonOwner;
  /** null where nothing that the caller can open would change it. */
  fix: WhyFix | null;
}

/** A step of a funnel. Calls, requests, opportunities and impressions are counted per request, the rest per tag. */
export interface WhyStep {
  key: 'calls' | 'blocked' | 'reqs' | 'missed' | 'considered' | 'asked' | 'answered' | 'opps' | 'imps';
  count: number;
}

/** What was lost at a step for one reason. */
export interface WhyLoss extends WhyReason {
  /** Of requests: before they counted or for want of an answer. Of tags: before they were asked, or after. */
  at: 'blocked' | 'missed' | 'unanswered' | 'keptOut' | 'lost';
  count: number;
  /** The tag, or the channel, that the loss belongs to. */
  tag?: Named;
  channel?: Named;
}

/** Answer of GET /api/demand/why/funnel. */
export interface WhyFunnel {
  from: string;
  to: string;
  steps: WhyStep[];
  losses: WhyLoss[];
}

/** A trace in the list. CPMs are decimal USD text. */
export interface WhyTraceLine {
  serveId: string;
  /** ISO 8601. */
  at: string;
  door: Door;
  channel: Named;
  /** Who asked for bids; null where a channel was asked. */
  supplier: Named | null;
  isWatched: boolean;
  /** Whether the request was a test (OpenRTB `test: 1`), of which nothing was counted. */
  isTest: boolean;
  /** null when there was an ad. */
  reason: WhyReason | null;
  /** In the order in which they play; several in a pod. */
  winners: (Named & { cpm: string })[];
  candidates: number;
  /** Milliseconds that the auction took; null without one. */
  tookMs: number | null;
}

/** Answer of GET /api/demand/why/traces, latest first. */
export interface WhyTraces {
  rows: WhyTraceLine[];
  /** The server's time, ISO 8601. */
  now: string;
}

/** A candidate of a trace. CPMs are decimal USD text; null where none is known. */
export interface WhyCandidate {
  tag: Named;
  advertiserId: number;
  tier: number;
  reason: WhyReason | null;
  wasSent: boolean;
  hasAnswered: boolean;
  /** Of own campaigns: what became of each that was looked at, as far as it is kept. Its reason is null where it bid. */
  campaigns: { campaign: Named; reason: WhyReason | null }[];
  rate: string | null;
  floor: string | null;
}

/** A call of a trace. */
export interface WhyCall {
  kind: 'tag' | 'bids';
  tags: Named[];
  hop: number;
  url: string;
  startedMs: number;
  endedMs: number | null;
  outcome: CallOutcome;
  text: string;
  isCut: boolean;
}

/** Answer of GET /api/demand/why/traces/{serveId}. */
export interface WhyTrace extends Omit<WhyTraceLine, 'candidates'> {
  weight: number;
  environment: string;
  site: string;
  app: string;
  /** What the request was found to be; empty where nobody judged it. */
  ivt: string;
  snapshot: number;
  request: TraceRequest;
  candidates: WhyCandidate[];
  auction: {
    startedAt: string;
    seed: number;
    mediaTypes: string[];
    floor: string;
    offered: object | null;
    checks: TraceCheck[];
    calls: WhyCall[];
    inputs: TraceInput[];
    isReplayable: boolean;
  } | null;
}

/** A watch that runs. */
export interface Watch {
  id: number;
  kind: WatchKind;
  /** Id of the object, or the device's own. */
  object: string;
  /** When it ends, ISO 8601. */
  until: string;
}
