import {
  billingNotices,
  candidateReasons,
  environments,
  ivtReasons,
  maxReportParams,
  supplyReasons,
  trackedEvents,
} from '#model/index.ts';
import { isAudience } from './audienceCodes.ts';
import type {
  CandidateOutcome,
  EventSource,
  OfferedDeal,
  Origin,
  ServedAd,
  ObservedInventory,
  SpoolRecord,
  ReturnedCreative,
  TestEvent,
  TestRecord,
} from './records.ts';
import { traceFault } from './traceFault.ts';

const dayMs = 86_400_000;
/**
 * Limits on record times: an insert may touch at most a hundred monthly partitions, and rows of the year 1970 or 2200
 * must not create more.
 */
const maxAheadMs = dayMs;
const maxBackMs = 400 * dayMs;
const environmentNames: ReadonlySet<string> = new Set(environments.map(({ value }) => value));
const eventNames: ReadonlySet<string> = new Set(trackedEvents);
const billings: ReadonlySet<string> = new Set(billingNotices.map(({ value }) => value));
/** Maximum characters of a deal's ID. */
const maxDealLength = 100;
/** Exclusive upper bounds of the store's column types. */
const uint32 = 2 ** 32;
const uint16 = 2 ** 16;
const uint8 = 2 ** 8;
/** Number of possible sums of vendors. */
const vendorMaskCount = 4;
const verdicts: ReadonlySet<string> = new Set(['valid', 'expired', 'forged']);

/** Why a record cannot be converted to facts; null when it can. The store never rejects a record that passes. */
export function recordFault(record: SpoolRecord, now: number): string | null {
  return faultOf(record.type === 'test' ? record.record : record, now);
}

function faultOf(record: Exclude<SpoolRecord, TestRecord> | TestEvent, now: number): string | null {
  const timeFault = faultOfTime(record.at, now);
  if (timeFault) return timeFault;
  if (record.type === 'serve') {
    if (!isServeId(record.serveId)) return 'serve ID';
    if (record.reason !== null && !Object.hasOwn(supplyReasons, record.reason)) return 'reason';
    if (!isAmount(record.opportunityCost) || !isAmount(record.requestFee)) return 'amount';
    if (!isAmount(record.floor ?? 0)) return 'floor';
    if (!isBelow(record.tookMs ?? 0, uint32)) return 'response time';
    if (!isBelow(record.slots ?? 1, uint32)) return 'slots';
    if (!isCreativeKey(record.creative)) return 'creative';
    if (record.observations && !areObservations(record.observations)) return 'observations';
    if (!areReturnedCreatives(record.furtherCreatives ?? [])) return 'observations';
    if (!areOfferedDeals(record.deals ?? [])) return 'deals';
    for (const outcome of record.candidates) {
      if (!isBelow(outcome.tagId, uint32) || !isBelow(outcome.advertiserId, uint32) || !isBelow(outcome.tier, uint8))
        return 'candidate';
      if (!isBelow(outcome.ads ?? 1, uint32)) return 'candidate ads';
      if (outcome.reason !== null && !Object.hasOwn(candidateReasons, outcome.reason)) return 'candidate reason';
      if (outcome.marketplace !== undefined && !isName(outcome.marketplace)) return 'candidate marketplace';
      if (!isBuyer(outcome)) return 'candidate buyer';
    }
    return faultOfOrigin(record.origin);
  }
  if (record.type === 'trace') {
    if (!isServeId(record.serveId)) return 'serve ID';
    if (record.reason !== null && !Object.hasOwn(supplyReasons, record.reason)) return 'reason';
    return faultOfOrigin(record.origin) ?? traceFault(record);
  }
  if (!eventNames.has(record.event) || !verdicts.has(record.verdict)) return 'event';
  if (!isBelow(record.errorCode, uint16)) return 'error code';
  if (!isPrice(record.price ?? 0)) return 'price';
  if (record.source && !isSource(record.source)) return 'source';
  if (!record.payload) return record.verdict === 'forged' ? null : 'payload';
  const { serveId, servedAt, origin, ad } = record.payload;
  if (!isServeId(serveId)) return 'serve ID';
  if (!isBelow(ad.advertiserId, uint32) || !isBelow(ad.tagId, uint32) || !isBelow(ad.tier, uint8)) return 'ad';
  if (!isAmount(ad.rev) || !isAmount(ad.cost) || !isAmount(ad.systemCost) || !isAmount(ad.verificationFee ?? 0))
    return 'amount';
  if (!isCreativeKey(ad.creative)) return 'creative';
  if (!isBelow(ad.verificationVendors ?? 0, vendorMaskCount)) return 'verificationVendors';
  if (ad.marketplace && !isName(ad.marketplace.name)) return 'marketplace';
  if (ad.marketplace && !isAmount(ad.marketplace.revMd)) return 'amount';
  if (!isBuyer(ad)) return 'buyer';
  if (ad.buying && (!billings.has(ad.buying.billing) || !isPrice(ad.buying.bid))) return 'buying';
  return faultOfTime(servedAt, now) ?? faultOfOrigin(origin);
}

function faultOfTime(at: number, now: number): string | null {
  if (!Number.isSafeInteger(at) || at < now - maxBackMs || at > now + maxAheadMs) return 'time';
  return null;
}

function faultOfOrigin(origin: Origin): string | null {
  const {
    demandId,
    channelId,
    subpublisherId,
    supplierId = 0,
    environment,
    site,
    app,
    publisher,
    ivt = 'valid',
    params,
    market = '',
    audience,
  } = origin;
  if (!isBelow(demandId, uint32) || !isBelow(channelId, uint32) || !isBelow(subpublisherId, uint32)) return 'origin';
  if (!isBelow(supplierId, uint32)) return 'origin';
  if (!environmentNames.has(environment)) return 'environment';
  if (ivt !== 'valid' && !Object.hasOwn(ivtReasons, ivt)) return 'ivt';
  if (params !== undefined && !areParams(params)) return 'parameters';
  if (audience && !isAudience(audience)) return 'audience';
  return isText(site) && isText(app) && isText(publisher) && isText(market) ? null : 'text';
}

function isBuyer({
  adexchangeId = 0,
  campaignId = 0,
  creativeId = 0,
  deal = '',
}: CandidateOutcome | ServedAd): boolean {
  return isBelow(adexchangeId, uint32) && isBelow(campaignId, uint32) && isBelow(creativeId, uint32) && isDeal(deal);
}

function isDeal(value: string): boolean {
  return isText(value) && value.length <= maxDealLength;
}

function areOfferedDeals(deals: readonly OfferedDeal[]): boolean {
  return deals.every(({ deal, terms }) => isDeal(deal) && (terms === undefined || arePlain(terms)));
}

function areParams(params: unknown): boolean {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return false;
  const entries = Object.entries(params as Record<string, string>);
  return entries.length <= maxReportParams && entries.every(([name, value]) => isName(name) && isText(value));
}

/** Whether there are only plain values in named groups. Their meaning is not checked. */
function areObservations(observations: ObservedInventory): boolean {
  return Object.values(observations as Record<string, unknown>).every(arePlain);
}

function arePlain(details: unknown): boolean {
  if (typeof details !== 'object' || details === null) return false;
  return Object.values(details).every((value) =>
    typeof value === 'string' ? isText(value) : typeof value === 'number' || typeof value === 'boolean',
  );
}

function areReturnedCreatives(creatives: unknown): boolean {
  if (!Array.isArray(creatives)) return false;
  return (creatives as (Partial<ReturnedCreative> | null)[]).every(
    (each) => each?.key && each.declared && isCreativeKey(each.key) && areObservations({ creative: each.declared }),
  );
}

function isCreativeKey(value: string): boolean {
  return typeof value === 'string' && /^(?:[0-9a-f]{16})?$/.test(value);
}

function isSource({ address, network, agent }: EventSource): boolean {
  return typeof address === 'string' && /^[0-9a-f]{16}$/.test(address) && isText(network) && isText(agent);
}

function isBelow(value: number, bound: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < bound;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value);
}

function isPrice(value: number): boolean {
  return isAmount(value) && value >= 0;
}

function isServeId(value: string): boolean {
  return typeof value === 'string' && /^[\w-]{16}$/.test(value);
}

function isName(value: string): boolean {
  return isText(value) && value !== '';
}

function isText(value: string): boolean {
  // An unpaired surrogate is not valid in UTF-8, and the store's JSON parser rejects it.
  return typeof value === 'string' && value.length <= 1024 && value.isWellFormed();
}
