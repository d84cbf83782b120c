import type { TracedRequest } from '#engine/forecast/tracedBidsSetting.ts';
import {
  parseTraceBody,
  type CampaignRow,
  type Environment,
  type IvtVerdict,
  type RequestIntegration,
} from '#model/index.ts';
import type { FactReader } from '../reports/runReport.ts';

/** The supply that a campaign buys from, in a time range (ms since the epoch). */
export interface SampleScope {
  demandId: number;
  from: number;
  to: number;
  supply: Pick<CampaignRow, 'supplierIds' | 'excludedSupplierIds' | 'ownChannels' | 'channelIds'>;
}

/** The sampled requests, and the number of traces they were sampled from. */
export interface RequestSample {
  available: number;
  requests: TracedRequest[];
}

/** Maximum traces per sample, and per statement. */
const maxTraces = 1000;
const batchSize = 200;

/** Channels with the account's campaigns among their candidates have the tag id 0. */
const inScope = `demandId = {demandId:UInt32} AND sampleWeight > 0
  AND traces.at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
  AND if(supplierId > 0,
    (empty({suppliers:Array(UInt32)}) OR has({suppliers:Array(UInt32)}, supplierId))
      AND NOT has({excluded:Array(UInt32)}, supplierId),
    {own:String} != 'none' AND has(tagIds, 0) AND ({own:String} = 'all' OR has({channels:Array(UInt32)}, channelId)))`;

/**
 * Samples traces of requests that a campaign may get, in the order of time. A hash of their ids selects them, so that
 * every call returns the same. Weights are scaled up to all traces. Traces recorded only because of a watch are left
 * out.
 */
export async function sampleRequests(
  facts: FactReader,
  scope: SampleScope,
  signal: AbortSignal,
): Promise<RequestSample> {
  const params = paramsOf(scope);
  const sampled = await facts.query<{ serveId: string; available: string }>(
    `SELECT serveId, count() OVER () AS available FROM traces WHERE ${inScope}
     ORDER BY cityHash64(serveId) LIMIT {limit:UInt32}`,
    { ...params, limit: maxTraces },
    { signal },
  );
  const available = Number(sampled[0]?.available ?? 0);
  const factor = sampled.length === 0 ? 1 : available / sampled.length;
  const requests: TracedRequest[] = [];
  for (let start = 0; start < sampled.length; start += batchSize) {
    const ids = sampled.slice(start, start + batchSize).map(({ serveId }) => serveId);
    const rows = await facts.query<StoredRequest>(
      `SELECT serveId, toUnixTimestamp64Milli(at) AS atMs, supplierId, channelId, environment, site, app, integration, sampleWeight,
         reason, ivt, body AS text
       FROM traces WHERE ${inScope} AND serveId IN {ids:Array(String)}`,
      { ...params, ids },
      { signal },
    );
    for (const row of rows) requests.push(requestOf(row, factor));
  }
  requests.sort((a, b) => a.at - b.at || (a.serveId < b.serveId ? -1 : 1));
  return { available, requests };
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
  integration: RequestIntegration;
  sampleWeight: number;
  reason: string;
  ivt: string;
  text: string;
}

function requestOf(row: StoredRequest, factor: number): TracedRequest {
  const { serveId, atMs, supplierId, channelId, environment, site, app, integration, sampleWeight, reason, ivt, text } =
    row;
  return {
    serveId,
    at: Number(atMs),
    supplySource: { supplierId, channelId },
    environment,
    inventory: app || site,
    integration,
    sampleWeight: sampleWeight * factor,
    reason: reason === '' ? null : reason,
    ivt: ivt === '' ? undefined : (ivt as IvtVerdict),
    body: parseTraceBody(text),
  };
}
