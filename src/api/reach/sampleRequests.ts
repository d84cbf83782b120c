import type { TracedRequest } from '#engine/reach/tracedBidsSetting.ts';
import type { CampaignRow, RequestIntegration, Environment, IvtVerdict, TraceBody } from '#model/index.ts';
import type { Facts } from '../reports/runReport.ts';

/** From whom a campaign buys, in which time (ms since the epoch). */
export interface SampleScope {
  demandId: number;
  from: number;
  to: number;
  supply: Pick<CampaignRow, 'supplierIds' | 'excludedSupplierIds' | 'ownChannels' | 'channelIds'>;
}

/** Requests that were drawn, and how many there were to draw from. */
export interface RequestSample {
  kept: number;
  requests: TracedRequest[];
}

/** Traces that one answer rests on at most, and that are read at once. */
const maxTraces = 1000;
const batchSize = 200;

/** Channels in which campaigns take part have them among the candidates. */
const inScope = `demandId = {demandId:UInt32} AND weight > 0
  AND traces.at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
  AND if(supplierId > 0,
    (empty({suppliers:Array(UInt32)}) OR has({suppliers:Array(UInt32)}, supplierId))
      AND NOT has({excluded:Array(UInt32)}, supplierId),
    {own:String} != 'none' AND has(tagIds, 0) AND ({own:String} = 'all' OR has({channels:Array(UInt32)}, channelId)))`;

/**
 * Draws traces of requests that a campaign may have by a hash of their ids, the same at each time, with weights raised to
 * what they stand for. Those that exist because somebody watched stay out. In the order of time.
 */
export async function sampleRequests(facts: Facts, scope: SampleScope, signal: AbortSignal): Promise<RequestSample> {
  const params = paramsOf(scope);
  const sampled = await facts.query<{ serveId: string; kept: string }>(
    `SELECT serveId, count() OVER () AS kept FROM traces WHERE ${inScope}
     ORDER BY cityHash64(serveId) LIMIT {limit:UInt32}`,
    { ...params, limit: maxTraces },
    { signal },
  );
  const kept = Number(sampled[0]?.kept ?? 0);
  const factor = sampled.length === 0 ? 1 : kept / sampled.length;
  const requests: TracedRequest[] = [];
  for (let start = 0; start < sampled.length; start += batchSize) {
    const ids = sampled.slice(start, start + batchSize).map(({ serveId }) => serveId);
    const rows = await facts.query<StoredRequest>(
      `SELECT serveId, toUnixTimestamp64Milli(at) AS atMs, supplierId, channelId, environment, site, app, door, weight,
         reason, ivt, body AS text
       FROM traces WHERE ${inScope} AND serveId IN {ids:Array(String)}`,
      { ...params, ids },
      { signal },
    );
    for (const row of rows) requests.push(requestOf(row, factor));
  }
  requests.sort((a, b) => a.at - b.at || (a.serveId < b.serveId ? -1 : 1));
  return { kept, requests };
}

function paramsOf({ demandId, from, to, supply }: SampleScope): Record<string, unknown> {
  return {
    demandId,
    from,
    to,
    suppliers: supply.supplierIds,
    excluded: supply.excludedSupplierIds,
    own: supply.ownChannels,
    channels: supply.channelIds,
  };
}

interface StoredRequest {
  serveId: string;
  atMs: string;
  supplierId: number;
  channelId: number;
  environment: Environment;
  site: string;
  app: string;
  door: RequestIntegration;
  weight: number;
  reason: string;
  ivt: string;
  text: string;
}

function requestOf(row: StoredRequest, factor: number): TracedRequest {
  const { serveId, atMs, supplierId, channelId, environment, site, app, door, weight, reason, ivt, text } = row;
  return {
    serveId,
    at: Number(atMs),
    place: { supplierId, channelId },
    environment,
    inventory: app || site,
    integration: door,
    weight: weight * factor,
    reason: reason === '' ? null : reason,
    ivt: ivt === '' ? undefined : (ivt as IvtVerdict),
    body: JSON.parse(text) as TraceBody,
  };
}
