import { usdFromNanos } from '#model/index.ts';
import {
  type DimensionKey,
  dimensionOf,
  metricOf,
  readMetricColumn,
  type ConditionOp,
  type ReportCondition,
  type ReportPlan,
  type ReportRequest,
  type ReportRow,
  type TrafficPart,
} from '#reports/index.ts';
import type { Fact } from './buildFacts.ts';
import type { VendorResultLine } from './buildResults.ts';
import { testPartners } from './testPartners.ts';

const columns: Record<string, keyof Fact> = {
  account: 'demandId',
  subpublisher: 'subpublisherId',
  channel: 'channelId',
  supplier: 'supplierId',
  adexchange: 'adexchangeId',
  campaign: 'campaignId',
  own_creative: 'creativeId',
  deal: 'deal',
  environment: 'environment',
  advertiser: 'advertiserId',
  tag: 'tagId',
  tier: 'tier',
  marketplace_name: 'marketplace',
  site: 'site',
  app: 'app',
  publisher: 'publisher',
  creative: 'creative',
  reason: 'reason',
  error_code: 'errorCode',
  ivt_type: 'ivt',
  country: 'country',
  device: 'deviceKind',
  os: 'os',
  browser: 'browser',
  media_type: 'mediaType',
  integration: 'integration',
  consent: 'consent',
};

/** A fact, or a verification result; of facts by vendor, the measures of one vendor. */
type Row = Fact & Partial<Pick<VendorResultLine, 'vendor' | 'category' | 'found' | 'viewable' | 'viewabilityReported'>>;

const kinds = { supply: ['serve', 'event'], demand: ['candidate', 'event'], events: ['event'] };

/** The facts of a row: those of the range, and those of the compared range. */
interface Group {
  now: Row[];
  before: Row[];
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The same report by the simplest means: a loop over all facts, sums in bigints, days by the engine's own calendar. */
export function referenceReport(
  plan: ReportPlan,
  facts: readonly Fact[],
  results: readonly VendorResultLine[] = [],
): { rows: ReportRow[]; totals: ReportRow } {
  const { request, side, scope } = plan;
  const all: Group = { now: [], before: [] };
  const groups = new Map<string, Group>();
  for (const fact of rowsOf(plan, facts, results)) {
    if (scope.demandId !== null && fact.demandId !== scope.demandId) continue;
    if (scope.subpublisherIds && !scope.subpublisherIds.includes(fact.subpublisherId)) continue;
    if (scope.advertiserIds && !scope.advertiserIds.includes(fact.advertiserId)) continue;
    const period = periodOf(fact, request);
    if (!period || !passes(fact, request)) continue;
    const key = JSON.stringify(request.dimensions.map((dim) => dimensionValue(dim, fact, request, period)));
    const group = groups.get(key) ?? { now: [], before: [] };
    groups.set(key, group);
    group[period].push(fact);
    all[period].push(fact);
  }
  const rows = [...groups].flatMap(([key, group]) => {
    const values = JSON.parse(key) as (string | number)[];
    const dims = Object.fromEntries(request.dimensions.map((dim, index) => [dim, values[index] ?? null]));
    const numbers = metricsOf(request, group, side);
    const isIncluded = request.having.every((condition) => fulfils(condition, group, side));
    return isIncluded && !(request.hideZero && isZero(numbers)) ? [{ ...dims, ...numbers }] : [];
  });
  return { rows, totals: metricsOf(request, all, side) };
}

/** The facts of a range, with or replaced by the verification results. */
function rowsOf(
  { table, hasResults, side, request }: ReportPlan,
  facts: readonly Fact[],
  results: readonly VendorResultLine[],
) {
  if (table === 'verification_results') return results;
  const counted = facts.filter(({ kind, verdict }) => kinds[side].includes(kind) && verdict === 'counted');
  if (!hasResults) return counted;
  const isByVendor = [...request.dimensions, ...request.filters.map(({ dim }) => dim)].includes('vendor');
  if (!isByVendor) return [...counted, ...results];
  const measured = counted.flatMap((fact): Row[] => [
    ...(fact.scannedPix > 0 ? [{ ...fact, vendor: 'pix' as const, scanned: fact.scannedPix }] : []),
    ...(fact.scannedWh > 0 ? [{ ...fact, vendor: 'wh' as const, scanned: fact.scannedWh }] : []),
  ]);
  return [...measured, ...results];
}

function periodOf(fact: Fact, { startDate, endDate, times, before, offset }: ReportRequest): keyof Group | null {
  const local = fact.at + offset * hourMs;
  const { from, until } = times ?? { from: 0, until: 1440 };
  const isIn = (start: string, end: string) =>
    local >= Date.parse(start) + from * minuteMs && local < Date.parse(end) + until * minuteMs;
  if (isIn(startDate, endDate)) return 'now';
  return before && isIn(before.startDate, before.endDate) ? 'before' : null;
}

function passes(fact: Row, request: ReportRequest): boolean {
  return request.filters.every((filter) => {
    const value = dimensionValue(filter.dim, fact, request, 'now');
    const values: (string | number)[] = [...filter.values];
    const text = String(value).toLowerCase();
    if (filter.op === 'in') return values.includes(value);
    if (filter.op === 'not_in') return !values.includes(value);
    return values.some((each) =>
      filter.op === 'contains'
        ? text.includes(String(each).toLowerCase())
        : text.startsWith(String(each).toLowerCase()),
    );
  });
}

function isZero(numbers: ReportRow): boolean {
  return Object.entries(numbers).every(([key, value]) => key.endsWith('.change') || Number(value ?? 0) === 0);
}

function metricsOf(request: ReportRequest, { now, before }: Group, side: ReportPlan['side']): ReportRow {
  return Object.fromEntries(
    request.metrics.flatMap((key): [string, string | number | null][] => {
      const value = shown(key, now, side);
      if (!request.before) return [[key, value]];
      return [
        [key, value],
        [`${key}.before`, shown(key, before, side)],
        [`${key}.change`, changeOf(exact(key, now, side), exact(key, before, side))],
      ];
    }),
  );
}

function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return Math.round(((now - before) / Math.abs(before)) * 1e6) / 1e6;
}

function fulfils({ column, op, value }: ReportCondition, { now, before }: Group, side: ReportPlan['side']): boolean {
  const { key, part } = readMetricColumn(column);
  const [left, right] = [exact(key, now, side), exact(key, before, side)];
  const number = { now: left, before: right, change: rawChange(left, right), diff: difference(left, right) }[
    part ?? 'now'
  ];
  if (number === null) return false;
  const bound = Number(value);
  const comparisons: Record<ConditionOp, boolean> = {
    gt: number > bound,
    gte: number >= bound,
    lt: number < bound,
    lte: number <= bound,
    eq: number === bound,
    ne: number !== bound,
  };
  return comparisons[op];
}

function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

function rawChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before);
}

/** A metric as the number that conditions compare: nano-USD, counts, fractions of 1. */
function exact(key: string, group: Row[], side: ReportPlan['side']): number | null {
  const { formula } = metricOf(key);
  if (formula.kind === 'answerTime') return answerTime(group, formula.level);
  if (formula.kind !== 'ratio' && formula.kind !== 'perThousand') return Number(sum(key, group, side));
  const bottom = sum(formula.bottom, group, side);
  if (bottom === 0n) return null;
  const top = sum(formula.top, group, side);
  return formula.kind === 'perThousand' ? Number((top * 1000n) / bottom) : Number(top) / Number(bottom);
}

function dimensionValue(dim: string, fact: Row, request: ReportRequest, period: keyof Group): string | number {
  if (dim === 'vendor') return fact.vendor ?? '';
  if (dim === 'pb_category') return fact.category ?? '';
  const { partnerOf, column: idColumn } = dimensionOf(dim as DimensionKey);
  if (partnerOf) return testPartners[partnerOf].get(Number(fact[idColumn as keyof Row])) ?? '';
  const column = columns[dim];
  if (column !== undefined) return fact[column as Exclude<typeof column, 'params'>] ?? '';
  const local = new Date(fact.at + request.offset * hourMs);
  if (dim === 'weekday') return ((local.getUTCDay() + 6) % 7) + 1;
  if (dim === 'hour_of_day') return local.getUTCHours();
  const moved = period === 'before' ? movedBy(local, request) : local;
  const text = moved.toISOString();
  const day = text.slice(0, 10);
  if (dim === 'minute') return `${day} ${text.slice(11, 16)}`;
  if (dim === 'minute15')
    return `${day} ${new Date(moved.getTime() - (moved.getTime() % (15 * minuteMs))).toISOString().slice(11, 16)}`;
  if (dim === 'hour') return `${day} ${text.slice(11, 13)}:00`;
  if (dim === 'month') return day.slice(0, 7);
  if (dim === 'quarter') return `${day.slice(0, 4)}-Q${Math.floor(moved.getUTCMonth() / 3) + 1}`;
  if (dim === 'day') return day;
  return new Date(moved.getTime() - ((moved.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}

/** A time of the earlier range at its later counterpart; a day that a month lacks is its last. */
function movedBy(local: Date, { before }: ReportRequest): Date {
  const { unit, count } = before?.shift ?? { unit: 'day', count: 0 };
  if (unit === 'day') return new Date(local.getTime() + count * dayMs);
  const month = local.getUTCMonth() + count;
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(local.getUTCFullYear(), month, Math.min(local.getUTCDate(), lastDay));
  return new Date(midnight + (local.getTime() % dayMs));
}

function sum(key: string, group: Row[], side: ReportPlan['side']): bigint {
  const { formula } = metricOf(key);
  if (formula.kind === 'difference') {
    return formula.minus.reduce((left, part) => left - sum(part, group, side), sum(formula.from, group, side));
  }
  if (formula.kind === 'reach') {
    return BigInt(new Set(group.flatMap(({ device, deviceImps }) => (deviceImps > 0 ? (device ?? []) : []))).size);
  }
  if (formula.kind === 'found') {
    const { measure, among } = formula;
    const resultRows = group.filter(
      ({ category }) => category !== undefined && (!among || among.some((each) => each === category)),
    );
    return resultRows.reduce((total, row) => total + BigInt(row[measure] ?? 0), 0n);
  }
  const measure = formula.kind === 'sum' ? formula.measure[side] : undefined;
  if (!measure) throw new Error(`${key} has no sum`);
  const part = formula.kind === 'sum' ? formula.of : undefined;
  return group.reduce((total, fact) => total + (isInPart(fact, part) ? BigInt(fact[measure]) : 0n), 0n);
}

function answerTime(group: Fact[], level: number): number | null {
  const times = group.flatMap(({ tookMs }) => tookMs ?? []).toSorted((a, b) => a - b);
  return times[Math.floor(level * times.length)] ?? null;
}

function isInPart({ ivt, reason }: Fact, part: TrafficPart | undefined): boolean {
  if (part === 'judged') return ivt !== '';
  if (part === 'invalid') return ivt !== '' && ivt !== 'valid';
  return part === undefined || reason === 'ivt_prebid';
}

function shown(key: string, group: Row[], side: ReportPlan['side']): string | number | null {
  const { formula, unit } = metricOf(key);
  if (formula.kind === 'answerTime') return answerTime(group, formula.level);
  if (formula.kind !== 'ratio' && formula.kind !== 'perThousand') {
    const total = sum(key, group, side);
    return unit === 'usd' ? usdFromNanos(total) : Number(total);
  }
  const bottom = sum(formula.bottom, group, side);
  if (bottom === 0n) return null;
  const top = sum(formula.top, group, side);
  if (formula.kind === 'perThousand') return usdFromNanos((top * 1000n) / bottom);
  return Math.round((Number(top) / Number(bottom)) * 1e6) / 1e6;
}
