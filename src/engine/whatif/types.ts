import type { RequestIntegration, IvtVerdict, Nanos, TraceBody } from '#model/index.ts';

/** A trace as a what-if reads it. */
export interface PastRequest {
  serveId: string;
  /** Milliseconds since the epoch. */
  at: number;
  integration: RequestIntegration;
  /** Requests that it stands for. */
  weight: number;
  /** Why there was no ad; null when there was one. */
  reason: string | null;
  /** What it was found to be; undefined where nobody judged it. */
  ivt: IvtVerdict | undefined;
  body: TraceBody;
}

/** What became of a request, or would have. */
export interface Outcome {
  /** Whether it counts as a request, having passed the gates. */
  isRequest: boolean;
  /** What was sold: whose ads (of own campaigns which, else 0), what 1,000 impressions of them earn, and what of it is shared with the supply side. */
  ads: { tagId: number; campaignId: number; cpm: Nanos; net: Nanos }[];
}
