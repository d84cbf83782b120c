import type { PastRequest } from '#engine/whatif/types.ts';
import type { RequestIntegration, IvtVerdict, TraceBody } from '#model/index.ts';
import type { Facts } from '../reports/runReport.ts';

/** Which traces are asked for: those of a channel from a time on, in ms since the epoch. */
export interface PastScope {
  demandId: number;
  channelId: number;
  from: number;
  to: number;
}

/** Traces of a period, without what they hold. */
export interface PastSample {
  /** Of the whole period. */
  kept: number;
  /** Those that were drawn, in the order of time. */
  chosen: { serveId: string; at: number }[];
}

/** Traces that are read at once. */
const batchSize = 200;

const inScope = `demandId = {demandId:UInt32} AND channelId = {channelId:UInt32} AND weight > 0
  AND traces.at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})`;

/** Draws at most `limit` traces by a hash of their ids, the same at each time. Those that exist because somebody watched stay out. */
export async function sampleTraces(
  facts: Facts,
  scope: PastScope,
  limit: number,
  signal: AbortSignal,
): Promise<PastSample> {
  const [counted] = await facts.query<{ kept: string }>(
    `SELECT count() AS kept FROM traces WHERE ${inScope}`,
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
  // Some may have come since they were counted.
  return { kept: Math.max(chosen.length, Number(counted?.kept ?? 0)), chosen };
}

/** Reads chosen traces in the order of time, some at once; `factor` raises their weights to what they stand for. */
export async function* readRequests(
  facts: Facts,
  scope: PastScope,
  { chosen, factor }: { chosen: PastSample['chosen']; factor: number },
  signal: AbortSignal,
): AsyncGenerator<PastRequest[]> {
  for (let start = 0; start < chosen.length; start += batchSize) {
    const part = chosen.slice(start, start + batchSize);
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return;
    const rows = await facts.query<StoredRequest>(
      `SELECT serveId, toUnixTimestamp64Milli(at) AS atMs, door, weight, reason, ivt, body AS text
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
  door: RequestIntegration;
  weight: number;
  reason: string;
  ivt: string;
  text: string;
}

function requestOf({ serveId, atMs, door, weight, reason, ivt, text }: StoredRequest, factor: number): PastRequest {
  return {
    serveId,
    at: Number(atMs),
    integration: door,
    weight: weight * factor,
    reason: reason === '' ? null : reason,
    ivt: ivt === '' ? undefined : (ivt as IvtVerdict),
    body: JSON.parse(text) as TraceBody,
  };
}

/** By configuration first: processes learn of a change one after the other. */
function inOrder(a: PastRequest, b: PastRequest): number {
  return a.body.snapshot - b.body.snapshot || a.at - b.at || (a.serveId < b.serveId ? -1 : 1);
}
