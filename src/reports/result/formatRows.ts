import { usdFromNanos } from '#model/index.ts';
import { aliasOf } from '../sql/aliasOf.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import { metricOf, type MetricKey } from '../metrics/metrics.ts';
import type { ReportPlan } from '../question/planReport.ts';

/** A value as the store returns it in JSON: integers may be quoted. */
export type StoredValue = string | number | null;

/** A row as the store returns it: is_total, dimensions by aliasOf, m_{metric}, and b_{metric} of the earlier range. */
export type StoredRow = Record<string, StoredValue>;

/**
 * A row of the result: dimensions by key (ids also with `{key}_name`), then metrics by key, each with `.before` and
 * `.change` in a comparison.
 */
export type ReportRow = Record<string, string | number | null>;

/** Names of ids or keys per dimension; those without a name are missing. */
export type ReportNames = Partial<Record<DimensionKey, ReadonlyMap<number | string, string>>>;

/** The ids that need a name, per dimension, each once. 0 means none. */
export function idsToName(plan: ReportPlan, stored: StoredRow[]): Partial<Record<DimensionKey, number[]>> {
  const found: Partial<Record<DimensionKey, number[]>> = {};
  for (const key of plan.request.dimensions) {
    if (dimensionOf(key).kind !== 'id') continue;
    const ids = new Set(stored.filter(isDetail).map((row) => Number(row[aliasOf(key)])));
    ids.delete(0);
    found[key] = [...ids];
  }
  return found;
}

/** The keys of creatives that need a title, each once. */
export function keysToTitle(plan: ReportPlan, stored: StoredRow[]): string[] {
  if (!plan.request.dimensions.includes('creative')) return [];
  const keys = new Set(stored.filter(isDetail).map((row) => String(row['d_creative'] ?? '')));
  keys.delete('');
  return [...keys];
}

/** Formats the rows in the requested order and, last, the totals over all matching facts, with every dimension null. */
export function formatRows(plan: ReportPlan, stored: StoredRow[], names: ReportNames): ReportRow[] {
  const details = stored.filter(isDetail);
  const totals = stored.find((row) => !isDetail(row));
  return [
    ...details.map((row) => ({ ...formatDimensions(plan, row, names), ...formatMetrics(plan, row) })),
    formatTotals(plan, totals),
  ];
}

function isDetail(row: StoredRow): boolean {
  return Number(row['is_total']) === 0;
}

function formatDimensions(plan: ReportPlan, row: StoredRow, names: ReportNames): ReportRow {
  const shown: ReportRow = {};
  for (const key of plan.request.dimensions) {
    const { kind, choices, hasTitles } = dimensionOf(key);
    const value = row[aliasOf(key)] ?? null;
    if (kind === 'time' || kind === 'text') shown[key] = value === null ? '' : String(value);
    else shown[key] = Number(value);
    if (kind === 'id') shown[`${key}_name`] = names[key]?.get(Number(value)) ?? null;
    if (hasTitles) shown[`${key}_name`] = names[key]?.get(String(value)) ?? null;
    if (choices) shown[`${key}_name`] = choices.find((choice) => choice.value === value)?.label ?? null;
  }
  return shown;
}

function formatTotals(plan: ReportPlan, totals: StoredRow | undefined): ReportRow {
  const shown: ReportRow = {};
  for (const key of plan.request.dimensions) {
    const { kind, choices, hasTitles } = dimensionOf(key);
    shown[key] = null;
    if (kind === 'id' || choices || hasTitles) shown[`${key}_name`] = null;
  }
  return { ...shown, ...formatMetrics(plan, totals ?? {}) };
}

function formatMetrics({ request }: ReportPlan, row: StoredRow): ReportRow {
  const shown: ReportRow = {};
  for (const key of request.metrics) {
    const value = row[`m_${key}`] ?? null;
    shown[key] = formatMetric(key, value);
    if (!request.before) continue;
    const before = row[`b_${key}`] ?? null;
    shown[`${key}.before`] = formatMetric(key, before);
    shown[`${key}.change`] = changeOf(value, before);
  }
  return shown;
}

/** Formats a metric: sums and counts of no facts are 0, rates without a denominator are null. */
function formatMetric(key: MetricKey, value: StoredValue): string | number | null {
  const { formula, unit } = metricOf(key);
  const isSum =
    formula.kind === 'sum' || formula.kind === 'difference' || formula.kind === 'reach' || formula.kind === 'found';
  if (value === null) return isSum ? (unit === 'usd' ? '0.00' : 0) : null;
  if (unit === 'usd') return usdFromNanos(BigInt(value));
  return unit === 'count' ? Number(value) : roundRate(Number(value));
}

/** The change as a fraction of the earlier value; null when that is zero or empty. */
function changeOf(value: StoredValue, before: StoredValue): number | null {
  if (value === null || before === null || Number(before) === 0) return null;
  return roundRate((Number(value) - Number(before)) / Math.abs(Number(before)));
}

function roundRate(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
