import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { metricOf, type ReportPlan, type ReportRow, type TrafficPart } from '#reports/index.ts';
import type { Fact } from './buildFacts.ts';

const columns: Record<string, keyof Fact> = {
  account: 'demandId',
  subpublisher: 'subpublisherId',
  channel: 'channelId',
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
};

const kinds = { supply: ['serve', 'event'], demand: ['candidate', 'event'], events: ['event'] };

/** The same report by the plainest means: every fact looked at, sums in bigints, days by the engine's own calendar. */
export function plainReport(plan: ReportPlan, facts: readonly Fact[]): { rows: ReportRow[]; totals: ReportRow } {
  const { request, side, scope } = plan;
  const used = facts.filter((fact) => {
    if (!kinds[side].includes(fact.kind)) return false;
    if (fact.verdict !== 'counted') return false;
    if (scope.demandId !== null && fact.demandId !== scope.demandId) return false;
    if (scope.subpublisherIds && !scope.subpublisherIds.includes(fact.subpublisherId)) return false;
    if (scope.advertiserIds && !scope.advertiserIds.includes(fact.advertiserId)) return false;
    const day = dimensionValue('day', fact, request.offset);
    if (day < request.startDate || day > request.endDate) return false;
    return request.filters.every((filter) => {
      const value = dimensionValue(filter.dim, fact, request.offset);
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
  });
  const groups = new Map<string, Fact[]>();
  for (const fact of used) {
    const key = JSON.stringify(request.dimensions.map((dim) => dimensionValue(dim, fact, request.offset)));
    const group = groups.get(key);
    if (group) group.push(fact);
    else groups.set(key, [fact]);
  }
  const metricsOf = (group: Fact[]): ReportRow =>
    Object.fromEntries(request.metrics.map((key) => [key, shown(key, group, side)]));
  const rows = [...groups].map(([key, group]) => {
    const values = JSON.parse(key) as (string | number)[];
    const dims = Object.fromEntries(request.dimensions.map((dim, index) => [dim, values[index] ?? null]));
    return { ...dims, ...metricsOf(group) };
  });
  const isZero = (row: ReportRow) => request.metrics.every((key) => Number(row[key] ?? 0) === 0);
  return { rows: request.hideZero ? rows.filter((row) => !isZero(row)) : rows, totals: metricsOf(used) };
}

function dimensionValue(dim: string, fact: Fact, offset: number): string | number {
  const column = columns[dim];
  if (column !== undefined) return fact[column as Exclude<typeof column, 'params'>] ?? '';
  const local = new Date(fact.at + offset * 3_600_000);
  const day = local.toISOString().slice(0, 10);
  if (dim === 'hour') return `${day} ${local.toISOString().slice(11, 13)}:00`;
  if (dim === 'month') return day.slice(0, 7);
  if (dim === 'day') return day;
  const weekday = (local.getUTCDay() + 6) % 7;
  return new Date(local.getTime() - weekday * 86_400_000).toISOString().slice(0, 10);
}

function sum(key: string, group: Fact[], side: ReportPlan['side']): bigint {
  const { formula } = metricOf(key);
  if (formula.kind === 'difference') {
    return formula.minus.reduce((left, part) => left - sum(part, group, side), sum(formula.from, group, side));
  }
  const measure = formula.kind === 'sum' ? formula.measure[side] : undefined;
  if (!measure) throw new Error(`${key} has no sum`);
  const part = formula.kind === 'sum' ? formula.of : undefined;
  return group.reduce((total, fact) => total + (isInPart(fact, part) ? BigInt(fact[measure]) : 0n), 0n);
}

function isInPart({ ivt, reason }: Fact, part: TrafficPart | undefined): boolean {
  if (part === 'judged') return ivt !== '';
  if (part === 'invalid') return ivt !== '' && ivt !== 'valid';
  return part === undefined || reason === 'ivt_prebid';
}

function shown(key: string, group: Fact[], side: ReportPlan['side']): string | number | null {
  const { formula, unit } = metricOf(key);
  if (formula.kind === 'sum' || formula.kind === 'difference') {
    const total = sum(key, group, side);
    return unit === 'usd' ? usdFromNanos(total) : Number(total);
  }
  const bottom = sum(formula.bottom, group, side);
  if (bottom === 0n) return null;
  const top = sum(formula.top, group, side);
  if (formula.kind === 'perThousand') return usdFromNanos((top * 1000n) / bottom);
  return Math.round((Number(top) / Number(bottom)) * 1e6) / 1e6;
}

/** A metric's value as something to compare by; null sorts last. */
export function comparable(value: string | number | null | undefined): bigint | number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? nanosFromUsd(value) : value;
}
