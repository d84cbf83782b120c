import type { RequestIntegration, IvtVerdict, Nanos, TraceBody } from '#model/index.ts';

/** A trace as used by a what-if. */
export interface PastRequest {
  serveId: string;
  /** Milliseconds since the epoch. */
  at: number;
  integration: RequestIntegration;
  /** The request was sampled 1 in `sampleWeight`. */
  sampleWeight: number;
  /** The reason why there was no ad; null when there was one. */
  reason: string | null;
  /** undefined where the request was not checked. */
  ivt: IvtVerdict | undefined;
  body: TraceBody;
}

/** The actual or replayed outcome of a request. */
export interface Outcome {
  /** Whether it passed the gates and counts as a request. */
  isRequest: boolean;
  /** The requested ads. */
  slots: number;
  /** The sold ads: their tag, the own campaign (0 = none), the gross CPM, and the CPM shared with the supply side. */
  ads: { tagId: number; campaignId: number; cpm: Nanos; net: Nanos }[];
}
