import {
  isInvalid,
  lossReasonOf,
  measures,
  measureSources,
  verificationVendorBits,
  type CandidateReason,
  type FactDimensions,
  type FactKind,
  type HitVerdict,
  type Measure,
  type MeasureSource,
  type SupplyReason,
  type TrackedEvent,
} from '#model/index.ts';
import { isImpression, paidFor } from './paidImpression.ts';
import type {
  Audience,
  CandidateOutcome,
  EventRecord,
  Origin,
  ServedAd,
  ServeRecord,
  ObservedInventory,
} from '../record/records.ts';

/** A row of `facts` without node and seq. Absent columns are 0 or empty: most columns of most rows. */
export interface FactRow extends Partial<FactDimensions>, Partial<Record<Measure, number>> {
  /** Milliseconds since the epoch, UTC. */
  at: number;
  kind: FactKind;
  verdict: HitVerdict;
  serveId?: string;
  event?: TrackedEvent;
  /** Values of the account's own parameters; only of requests and events. */
  params?: Readonly<Record<string, string>>;
  /** Market of channels with a dynamic floor; of requests also the requested floor, a CPM in nano-USD. */
  market?: string;
  floor?: number;
  /** Key of the device as a 64-bit number; only of counted events. */
  device?: bigint;
  /** Milliseconds until the response; only of requests. */
  tookMs?: number;
  /** Observed inventory of the row's app, site, publisher and creative, or the terms of an offered deal, as JSON. */
  observations?: string;
}

/**
 * Reasons of requests that passed the supply filters and got no ad. A call with any other reason never became a
 * request.
 */
const requestReasons: ReadonlySet<SupplyReason> = new Set<SupplyReason>(['no_candidates', 'no_answer']);

/** A measure that a counted hit adds to; with `reason` only if the hit has it. */
interface HitMeasure {
  measure: Measure;
  reason?: string;
}

/** The measures that a counted hit adds to by its event, and those that a candidate adds to by its outcome. */
const measuresOfEvent: Partial<Record<TrackedEvent, HitMeasure[]>> = {};
const measuresOfOutcome: Partial<Record<CandidateReason, Measure[]>> = {};
for (const measure of measures) {
  const source: MeasureSource = measureSources[measure];
  if ('event' in source) (measuresOfEvent[source.event] ??= []).push({ measure, reason: source.reason });
  if ('outcome' in source) (measuresOfOutcome[source.outcome] ??= []).push(measure);
}

const minuteMs = 60_000;

/** Converts a serve record to its row. */
export function serveRow(record: ServeRecord): FactRow {
  const { serveId, at, origin, reason, opportunityCost, requestFee, slots = 1 } = record;
  const isRequest = reason === null || requestReasons.has(reason);
  const ads = adsOf(record);
  return {
    at,
    kind: 'serve',
    verdict: 'counted',
    serveId,
    ...originColumns(origin),
    ...audienceColumns(origin.audience),
    site: origin.site || undefined,
    app: origin.app || undefined,
    publisher: origin.publisher || undefined,
    creative: record.creative || undefined,
    params: origin.params,
    market: origin.market,
    floor: record.floor,
    reason: reason ?? undefined,
    calls: 1,
    reqs: isRequest ? 1 : undefined,
    opps: reason === null ? 1 : undefined,
    furtherSlots: isRequest && slots > 1 ? slots - 1 : undefined,
    furtherAds: ads > 1 ? ads - 1 : undefined,
    missed: reason === 'no_candidates' ? 1 : undefined,
    bids: (origin.supplierId !== undefined && ads) || undefined,
    cost: isInvalid(origin.ivt) ? undefined : opportunityCost || undefined,
    systemCost: requestFee || undefined,
    requestFee: requestFee || undefined,
    tookMs: record.tookMs,
    observations: record.observations && JSON.stringify(record.observations),
  };
}

/** The number of ads in the response. */
function adsOf({ reason, candidates }: ServeRecord): number {
  if (reason !== null) return 0;
  return candidates.reduce((sum, outcome) => sum + (outcome.reason === null ? (outcome.ads ?? 1) : 0), 0);
}

/** Rows that record the creatives of a pod's further ads and count nothing; none for most requests. */
export function observedRows({ at, origin, furtherCreatives = [] }: ServeRecord): FactRow[] {
  return furtherCreatives.map(({ key, declared: details }) => ({
    at,
    kind: 'observation',
    verdict: 'counted',
    ...originColumns(origin),
    creative: key,
    observations: JSON.stringify({ creative: details } satisfies ObservedInventory),
  }));
}

/**
 * Converts a hit to its row. Only a counted one has measures and a device (an expired token would bring back a device
 * whose data was deleted), and only its impression has amounts. An impression of
 * invalid traffic is counted, without revenue and cost except the fees for serving it.
 */
export function eventRow({ at, event, errorCode, price, payload }: EventRecord, verdict: HitVerdict): FactRow {
  const row: FactRow = { at, kind: 'event', verdict, event };
  if (event === 'error') row.errorCode = errorCode;
  if (event === 'loss') row.reason = lossReasonOf(errorCode);
  if (!payload) return row;
  const { origin, ad } = payload;
  Object.assign(row, originColumns(origin), audienceColumns(origin.audience));
  row.serveId = payload.serveId;
  if (origin.site !== '') row.site = origin.site;
  if (origin.app !== '') row.app = origin.app;
  if (origin.publisher !== '') row.publisher = origin.publisher;
  if (ad.creative !== '') row.creative = ad.creative;
  if (origin.params) row.params = origin.params;
  if (origin.market !== undefined) row.market = origin.market;
  row.advertiserId = ad.advertiserId;
  row.tagId = ad.tagId;
  row.tier = ad.tier;
  if (ad.marketplace) row.marketplace = ad.marketplace.name;
  addBuyer(row, ad);
  if (verdict !== 'counted') return row;
  const device = origin.audience?.device;
  if (device !== undefined) row.device = BigInt(`0x${device}`);
  for (const { measure, reason } of measuresOfEvent[event] ?? []) {
    if (reason === undefined || reason === row.reason) row[measure] = 1;
  }
  if (isImpression(event, ad)) {
    row.imps = 1;
    row.systemCost = ad.systemCost;
    if (device !== undefined) row.deviceImps = 1;
    addVerification(row, ad);
    if (isInvalid(origin.ivt)) return row;
    const { rev, cost, revMd } = paidFor(ad, price);
    row.rev = rev;
    row.cost = cost;
    if (revMd !== undefined) {
      row.revM = rev;
      row.revMd = revMd;
    }
  }
  return row;
}

/** Adds the buyer of an ad or candidate. */
function addBuyer(row: FactRow, { adexchangeId, campaignId, creativeId, deal }: ServedAd | CandidateOutcome): void {
  if (adexchangeId !== undefined) row.adexchangeId = adexchangeId;
  if (campaignId !== undefined) row.campaignId = campaignId;
  if (creativeId !== undefined) row.creativeId = creativeId;
  if (deal !== undefined) row.deal = deal;
}

/** A measured impression counts once in total, and once per vendor. */
function addVerification(row: FactRow, { verificationVendors = 0, verificationFee = 0 }: ServedAd): void {
  if (verificationVendors === 0) return;
  row.scanned = 1;
  if (verificationFee > 0) row.verificationFee = verificationFee;
  if ((verificationVendors & verificationVendorBits.pix) !== 0) row.scannedPix = 1;
  if ((verificationVendors & verificationVendorBits.wh) !== 0) row.scannedWh = 1;
}

/** Sums of candidates' outcomes. */
export interface CandidateSums {
  add(record: ServeRecord): void;
  /**
   * One row per minute and combination of dimensions, in the order of first appearance. Caps per minute are computed
   * from them.
   */
  rows(): FactRow[];
}

type CandidateRow = FactRow & Record<'candidates' | 'sent' | 'answered' | 'cost', number>;

/** Creates empty sums. */
export function createCandidateSums(): CandidateSums {
  // Two levels, because the candidates of one request share the first.
  const byOrigin = new Map<string, Map<string, CandidateRow>>();
  const full: CandidateRow[] = [];
  return {
    add(record) {
      if (record.candidates.length === 0) return;
      const { origin } = record;
      const minute = Math.floor(record.at / minuteMs) * minuteMs;
      const { demandId, channelId, subpublisherId, supplierId = 0, environment, ivt = '' } = origin;
      const key = `${minute} ${demandId} ${channelId} ${subpublisherId} ${supplierId} ${environment} ${ivt}`;
      const isBid = supplierId > 0;
      let remainingCost = isInvalid(origin.ivt) ? 0 : record.opportunityCost;
      let sums = byOrigin.get(key);
      if (!sums) byOrigin.set(key, (sums = new Map()));
      for (const outcome of record.candidates) {
        const outcomeKey = keyOfOutcome(outcome);
        let row = sums.get(outcomeKey);
        const cost = outcome.reason === null ? remainingCost : 0;
        if (row && !Number.isSafeInteger(row.cost + cost)) {
          full.push(row);
          row = undefined;
        }
        if (!row) sums.set(outcomeKey, (row = emptyCandidateRow(minute, origin, outcome)));
        row.candidates += 1;
        if (outcome.wasSent) row.sent += 1;
        if (outcome.hasAnswered) row.answered += 1;
        if (outcome.reason !== null) addOutcome(row, outcome.reason);
        // The winner has the cost of the opportunity, so that reports by tag include it; in a pod the first winner.
        row.cost += cost;
        remainingCost -= cost;
        if (record.reason === null && outcome.reason === null) addAds(row, outcome.ads ?? 1, isBid);
      }
    },
    rows: () => [...full, ...[...byOrigin.values()].flatMap((sums) => [...sums.values()])],
  };
}

function addAds(row: FactRow, ads: number, isBid: boolean): void {
  if (ads > 1) row.furtherSold = (row.furtherSold ?? 0) + ads - 1;
  if (isBid) row.bids = (row.bids ?? 0) + ads;
}

function addOutcome(row: FactRow, outcome: CandidateReason): void {
  for (const measure of measuresOfOutcome[outcome] ?? []) row[measure] = (row[measure] ?? 0) + 1;
}

function keyOfOutcome(outcome: CandidateOutcome): string {
  const { tagId, advertiserId, tier, reason, marketplace = '', adexchangeId, campaignId, deal } = outcome;
  const key = `${tagId} ${advertiserId} ${tier} ${reason ?? ''}`;
  if (adexchangeId === undefined && campaignId === undefined && deal === undefined) return `${key} ${marketplace}`;
  const buyer = `${adexchangeId ?? 0} ${campaignId ?? 0} ${outcome.creativeId ?? 0}`;
  // Names and deal IDs may contain any character.
  return `bought ${key} ${buyer} ${JSON.stringify(deal ?? '')} ${marketplace}`;
}

function emptyCandidateRow(minute: number, origin: Origin, outcome: CandidateOutcome): CandidateRow {
  const row: CandidateRow = {
    at: minute,
    kind: 'candidate',
    verdict: 'counted',
    ...originColumns(origin),
    advertiserId: outcome.advertiserId,
    tagId: outcome.tagId,
    tier: outcome.tier,
    marketplace: outcome.marketplace || undefined,
    reason: outcome.reason ?? '',
    candidates: 0,
    sent: 0,
    answered: 0,
    cost: 0,
  };
  addBuyer(row, outcome);
  return row;
}

type OriginColumns = Pick<FactRow, 'demandId' | 'channelId' | 'subpublisherId' | 'supplierId' | 'environment' | 'ivt'>;

function originColumns({ demandId, channelId, subpublisherId, supplierId, environment, ivt }: Origin): OriginColumns {
  const columns: OriginColumns = { demandId, channelId, subpublisherId, environment };
  if (ivt) columns.ivt = ivt;
  if (supplierId !== undefined) columns.supplierId = supplierId;
  return columns;
}

type AudienceColumns = Pick<
  FactRow,
  'country' | 'deviceKind' | 'os' | 'browser' | 'mediaType' | 'integration' | 'consent'
>;

/** Unknown values are omitted. */
function audienceColumns(audience: Audience | undefined): AudienceColumns {
  if (!audience) return {};
  const { country, deviceKind, os, browser, mediaType, integration, consent } = audience;
  const columns: AudienceColumns = {};
  if (country !== '') columns.country = country;
  if (deviceKind !== '') columns.deviceKind = deviceKind;
  if (os !== '') columns.os = os;
  if (browser !== '') columns.browser = browser;
  if (mediaType !== '') columns.mediaType = mediaType;
  if (integration !== '') columns.integration = integration;
  if (consent !== '') columns.consent = consent;
  return columns;
}
