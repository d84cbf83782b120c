import { currentFactValue } from '#model/fact/formerFactValues.ts';
import type { RequestIntegration, Environment, IvtVerdict, SupplyReason, TraceBody } from '#model/index.ts';
import type { Origin, TraceRecord } from './records.ts';

/** A trace as a JSON array. Its body has named fields, since traces are few. */
export type TraceItems = [
  't',
  serveId: string,
  at: number,
  demandId: number,
  channelId: number,
  subpublisherId: number,
  environment: string,
  site: string,
  app: string,
  publisher: string,
  ivt: string | 0,
  integration: string,
  sampleWeight: number,
  isWatched: 0 | 1,
  reason: string | 0,
  body: TraceBody,
  /** Only of suppliers' requests. */
  supplierId?: number,
];

const length = 16;

/** Converts a trace to items. */
export function traceItems({
  serveId,
  at,
  origin,
  integration,
  sampleWeight,
  isWatched,
  reason,
  body,
}: TraceRecord): TraceItems {
  const { demandId, channelId, subpublisherId, environment, site, app, publisher, ivt, supplierId } = origin;
  const items: TraceItems = [
    't',
    serveId,
    at,
    demandId,
    channelId,
    subpublisherId,
    environment,
    site,
    app,
    publisher,
    ivt ?? 0,
    integration,
    sampleWeight,
    isWatched ? 1 : 0,
    reason ?? 0,
    body,
  ];
  if (supplierId !== undefined) items.push(supplierId);
  return items;
}

/** Whether items have the shape of a trace; values are not validated. */
export function isTrace(items: readonly unknown[]): boolean {
  const body = items[length - 1];
  const hasAllItems = items.length === length || (items.length === length + 1 && typeof items[length] === 'number');
  return hasAllItems && typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Converts items to a trace. */
export function traceOf(items: TraceItems): TraceRecord {
  const [, serveId, at, demandId, channelId, subpublisherId, environment, site, app, publisher, ivt] = items;
  const [integration, sampleWeight, isWatched, reason, body] = [items[11], items[12], items[13], items[14], items[15]];
  const place = { demandId, channelId, subpublisherId, environment: environment as Environment };
  const origin: Origin = { ...place, site, app, publisher };
  if (items[length] !== undefined) origin.supplierId = items[length];
  return {
    type: 'trace',
    serveId,
    at,
    origin: ivt === 0 ? origin : { ...origin, ivt: currentFactValue('ivt', ivt) as IvtVerdict },
    integration: integration as RequestIntegration,
    sampleWeight,
    isWatched: isWatched === 1,
    reason: reason === 0 ? null : (currentFactValue('reason', reason) as SupplyReason),
    body,
  };
}
