import type { PastRequest } from '#engine/whatif/types.ts';
import { parseTraceBody, type IvtVerdict, type RequestIntegration } from '#model/index.ts';
import type { FactReader } from '../reports/runReport.ts';

/** The traces of a channel in a time range, in ms since the epoch. */
export interface PastScope {
  demandId: number;
  channelId: number;
  from: number;
  to: number;
}

/** A sample of a period's traces, without their contents. */
export interface PastSample {
  /** Number of traces in the entire period. */
  available: number;
  /** Time of the first of them in ms since the epoch; null = there are none. */
  firstAt: number | null;
  /** The sampled traces, in the order of time. */
  chosen: { serveId: string; at: number }[];
}

/** Traces per statement. */
const batchSize = 200;

const inScope = `demandId = {demandId:UInt32} AND channelId = {channelId:UInt32} AND sampleWeight > 0
  AND traces.at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})`;

/**
 * Samples at most `limit` traces by a hash of their ids, so that every call returns the same. Traces recorded only
 * because of a watch are left out.
 */
export async function sampleTraces(
  facts: FactReader,
  scope: PastScope,
  limit: number,
  signal: AbortSignal,
): Promise<PastSample> {
  const [counted] = await facts.query<{ available: string; firstAt: string }>(
    `SELECT count() AS available, toUnixTimestamp64Milli(min(at)) AS firstAt FROM traces WHERE ${inScope}`,
    { ...scope },
    { signal },
  );
  const rows = await facts.query<{ serveId: string; atMs: string }>(
    `SELECT serveId, toUnixTimestamp64Milli(at) AS atMs FROM traces WHERE ${inScope}
     ORDER BY cityHash64(serveId) LIMIT {limit:UInt32}`,
    { ...scope, limit },
    { signal },
  );
  const chosen = rows.map(({ serveId, atMs }) => ({ serveId, at: Number(atMs) }));
  chosen.sort((a, b) => a.at - b.at || (a.serveId < b.serveId ? -1 : 1));
  // Some may have been added after the count.
  const available = Math.max(chosen.length, Number(counted?.available ?? 0));
  return {
    available,
    firstAt: available > 0 ? Math.min(Number(counted?.firstAt), chosen[0]?.at ?? Infinity) : null,
    chosen,
  };
}

/** Reads sampled traces in batches, in the order of time; `factor` scales their weights up to all traces. */
export async function* readRequests(
  facts: FactReader,
  scope: PastScope,
  { chosen, factor }: { chosen: PastSample['chosen']; factor: number },
  signal: AbortSignal,
): AsyncGenerator<PastRequest[]> {
  for (let start = 0; start < chosen.length; start += batchSize) {
    const part = chosen.slice(start, start + batchSize);
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return;
    const rows = await facts.query<StoredRequest>(
      `SELECT serveId, toUnixTimestamp64Milli(at) AS atMs, integration, sampleWeight, reason, ivt, body AS text
       FROM traces WHERE ${inScope} AND serveId IN {ids:Array(String)}`,
      { ...scope, from: first.at, to: last.at, ids: part.map(({ serveId }) => serveId) },
      { signal },
    );
    yield rows.map((row) => requestOf(row, factor)).sort(inOrder);
  }
}

interface StoredRequest {
  serveId: string;
  atMs: string;
  integration: RequestIntegration;
  sampleWeight: number;
  reason: string;
  ivt: string;
  text: string;
}

function requestOf(
  { serveId, atMs, integration, sampleWeight, reason, ivt, text }: StoredRequest,
  factor: number,
): PastRequest {
  return {
    serveId,
    at: Number(atMs),
    integration,
    sampleWeight: sampleWeight * factor,
    reason: reason === '' ? null : reason,
    ivt: ivt === '' ? undefined : (ivt as IvtVerdict),
    body: parseTraceBody(text),
  };
}

/** Sorts by configuration first: processes receive a change one after the other. */
function inOrder(a: PastRequest, b: PastRequest): number {
  return a.body.snapshot - b.body.snapshot || a.at - b.at || (a.serveId < b.serveId ? -1 : 1);
}
