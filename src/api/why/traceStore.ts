import { parseTraceBody, type RequestIntegration, type TraceBody } from '#model/index.ts';
import type { ReportScope } from '#reports/index.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { TraceKind } from './whyKinds.ts';

/** The filter of traces. */
export interface TraceQuery {
  kind?: TraceKind | undefined;
  /** Id of the object, or of the device. */
  id?: string | undefined;
  outcome?: 'filled' | 'unfilled' | undefined;
  /** Of the request, or of one of its candidates. */
  reason?: string | undefined;
  /** Only later ones; milliseconds since the epoch. */
  since?: number | undefined;
  limit: number;
}

/** A stored row of `traces`. */
export interface StoredTrace {
  serveId: string;
  /** Milliseconds since the epoch, as text. */
  atMs: string;
  demandId: number;
  channelId: number;
  subpublisherId: number;
  supplierId: number;
  environment: string;
  site: string;
  app: string;
  ivt: string;
  integration: RequestIntegration;
  sampleWeight: number;
  isWatched: number;
  isTest: number;
  reason: string;
  tagIds: number[];
  reasons: string[];
}

/** The parts of a trace's body that the list reads. */
export interface ListedTrace extends StoredTrace {
  /** Tags and revenue per 1,000 impressions, in the order in which they play. */
  winners: { tagId: string; cpm: string }[];
  /** -1 = there was no auction. */
  tookMs: string;
}

const columns = `serveId, toUnixTimestamp64Milli(at) AS atMs, demandId, channelId, subpublisherId, supplierId, environment, site, app, ivt,
  integration, sampleWeight, isWatched, JSONExtractBool(body, 'isTest') AS isTest, reason, tagIds, reasons`;

/** Reads the matching traces of a scope, latest first. */
export function readTraces(
  facts: FactReader,
  scope: ReportScope,
  query: TraceQuery,
  signal: AbortSignal,
): Promise<ListedTrace[]> {
  const { sql, params } = conditionOf(scope, query);
  return facts.query<ListedTrace>(
    `SELECT ${columns},
       JSONExtract(body, 'winners', 'Array(Tuple(tagId Int64, cpm Int64))') AS winners,
       if(JSONType(body, 'auction') = 'Object', JSONExtractInt(body, 'auction', 'tookMs'), -1) AS tookMs
     FROM traces WHERE ${sql} ORDER BY traces.at DESC LIMIT {limit:UInt32}`,
    { ...params, limit: query.limit },
    { signal },
  );
}

/** Reads the trace of a request within a scope; null when there is none. */
export async function readTrace(
  facts: FactReader,
  scope: ReportScope,
  serveId: string,
  signal: AbortSignal,
): Promise<(StoredTrace & { body: TraceBody }) | null> {
  const { sql, params } = conditionOf(scope, {});
  const [row] = await facts.query<StoredTrace & { text: string }>(
    `SELECT ${columns}, body AS text FROM traces WHERE ${sql} AND serveId = {serveId:String} LIMIT 1`,
    { ...params, serveId },
    { signal },
  );
  if (!row) return null;
  const { text, ...rest } = row;
  return { ...rest, body: parseTraceBody(text) };
}

/** The condition of a query, and its parameters. */
function conditionOf(
  { demandId, subpublisherIds, advertiserIds }: ReportScope,
  { kind, id = '', outcome, reason, since }: Partial<TraceQuery>,
): { sql: string; params: Record<string, unknown> } {
  const parts: string[] = [];
  const params: Record<string, unknown> = {};
  const add = (sql: string, more: Record<string, unknown> = {}) => {
    parts.push(sql);
    Object.assign(params, more);
  };
  if (demandId !== null) add('demandId = {demandId:UInt32}', { demandId });
  if (subpublisherIds !== null) add('has({subpublisherIds:Array(UInt32)}, subpublisherId)', { subpublisherIds });
  if (advertiserIds !== null) add('hasAny(advertiserIds, {advertiserIds:Array(UInt32)})', { advertiserIds });
  switch (kind) {
    case 'channel':
      add('channelId = {id:UInt32}', { id: Number(id) });
      break;
    case 'supplier':
      add('supplierId = {id:UInt32}', { id: Number(id) });
      break;
    case 'campaign':
      // Evaluated campaigns are in the response of own campaigns: JSON within the JSON of the body.
      add(`position(body, concat('campaignId', char(92), '":', toString({id:UInt32}), ',')) > 0`, { id: Number(id) });
      break;
    case 'subpublisher':
      add('subpublisherId = {id:UInt32}', { id: Number(id) });
      break;
    case 'tag':
      add('has(tagIds, {id:UInt32})', { id: Number(id) });
      break;
    case 'device':
      add('isWatched = 1 AND positionCaseInsensitive(body, {id:String}) > 0', { id });
      break;
    case undefined:
      break;
  }
  if (outcome) add(outcome === 'filled' ? `reason = ''` : `reason != ''`);
  if (reason) add('(reason = {reason:String} OR has(reasons, {reason:String}))', { reason });
  if (since !== undefined) add('traces.at > fromUnixTimestamp64Milli({since:Int64})', { since });
  return { sql: parts.length === 0 ? '1' : parts.join(' AND '), params };
}
