import { factTime } from './factTime.ts';
import type { TraceRecord } from '../record/records.ts';

/** A row of `traces` without node and seq. */
export interface TraceRow {
  at: string;
  serveId: string;
  demandId: number;
  channelId: number;
  subpublisherId: number;
  supplierId?: number;
  environment: string;
  site: string;
  app: string;
  publisher: string;
  ivt: string;
  integration: string;
  sampleWeight: number;
  isWatched: 0 | 1;
  reason: string;
  /** The candidates as parallel arrays. `reasons`: the outcome of each, empty for the winner. */
  tagIds: number[];
  adexchangeIds: number[];
  campaignIds: number[];
  advertiserIds: number[];
  reasons: string[];
  /** Everything else, as JSON. */
  body: string;
}

/** Converts a trace to its row. */
export function traceRow({
  serveId,
  at,
  origin,
  integration,
  sampleWeight,
  isWatched,
  reason,
  body,
}: TraceRecord): TraceRow {
  const { candidates } = body;
  return {
    at: factTime(at),
    serveId,
    ...origin,
    ivt: origin.ivt ?? '',
    integration,
    sampleWeight,
    isWatched: isWatched ? 1 : 0,
    reason: reason ?? '',
    tagIds: candidates.map(({ tagId }) => tagId),
    adexchangeIds: candidates.map(({ adexchangeId = 0 }) => adexchangeId),
    campaignIds: candidates.map(({ campaignId = 0 }) => campaignId),
    advertiserIds: candidates.map(({ advertiserId }) => advertiserId),
    reasons: candidates.map((candidate) => candidate.reason ?? ''),
    body: JSON.stringify(body),
  };
}
