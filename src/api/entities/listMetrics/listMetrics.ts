import type { EntityName } from '#model/index.ts';
import {
  canUseMetric,
  dayAt,
  formatRows,
  type MetricKey,
  type ReportPlan,
  type ReportRow,
  type StoredRow,
  viewerOf,
} from '#reports/index.ts';
import type { SessionUser } from '../../session/sessionContract.ts';
import type { Figures, ReadFigures } from './figures.ts';
import { dimensionOfEntity } from '#reports/dimensions/dimensionOfEntity.ts';
import { type ComparedPeriod, periodBefore, type Period } from './listPeriod.ts';
import { readCompared } from './readCompared.ts';
import { comparableMetric, storedMetric, sumsOf } from './metricsOfSums.ts';

/** The figures that a list requests. */
export interface MetricQuestion {
  metrics: readonly MetricKey[];
  /** Days in the user's zone; today without them. */
  from?: string | undefined;
  to?: string | undefined;
  accounts?: readonly number[] | undefined;
}

/** Metrics by key, formatted as in reports. */
export type MetricValues = Record<string, string | number | null>;

/** The figures of all rows of a list, for the period and the one before. */
export interface ListMetrics {
  period: Period;
  before: ComparedPeriod;
  /** The metrics of each row. */
  of(ids: readonly number[]): Map<number, { metrics: MetricValues; previous: MetricValues }>;
  /** The metrics of several rows together, computed from summed parts. */
  totalsOf(ids: readonly number[]): { metrics: MetricValues; previous: MetricValues };
  /** A metric of one row as a number; null when it is undefined. */
  valueOf(id: number, key: MetricKey): number | null;
}

/** Reads the metrics of every row of an entity with the rights of a user; null while they are unavailable. */
export async function readListMetrics(
  read: ReadFigures,
  { entity, user, now }: { entity: EntityName; user: SessionUser; now: Date },
  question: MetricQuestion,
): Promise<ListMetrics | null> {
  const dimension = dimensionOfEntity(entity);
  const metrics = question.metrics.filter((key) => canUseMetric(user, key));
  if (!dimension || metrics.length === 0) return null;
  const offset = user.timezone;
  const today = dayAt(now.getTime(), offset);
  const period = { startDate: question.from ?? today, endDate: question.to ?? today };
  const before = periodBefore(period, { ms: now.getTime(), offset });
  const viewer = viewerOf(user);
  const shared = { dimension, sums: sumsOf(metrics), offset, accounts: question.accounts };
  const [during, earlier] = await Promise.all([
    read(viewer, { ...shared, period }),
    readCompared(before, (part) => read(viewer, { ...shared, period: part })),
  ]);
  if (!during || !earlier) return null;
  return {
    period,
    before,
    of(ids) {
      const [now, then] = [during, earlier].map((figures) => shownRows(metrics, ids, figures));
      return new Map(ids.map((id, index) => [id, { metrics: now?.[index] ?? {}, previous: then?.[index] ?? {} }]));
    },
    totalsOf(ids) {
      const [now, then] = [during, earlier].map((figures) => shownTotals(metrics, ids, figures));
      return { metrics: now ?? {}, previous: then ?? {} };
    },
    valueOf: (id, key) => comparableMetric(key, (sum) => during.sumOf(id, sum)),
  };
}

function shownRows(metrics: readonly MetricKey[], ids: readonly number[], figures: Figures): ReportRow[] {
  return shown(
    metrics,
    ids.map((id) => (key) => storedMetric(key, (sum) => figures.sumOf(id, sum))),
  );
}

function shownTotals(metrics: readonly MetricKey[], ids: readonly number[], figures: Figures): ReportRow | undefined {
  const totals = new Map(sumsOf(metrics).map((key): [string, bigint] => [key, figures.totalOf(ids, key)]));
  return shown(metrics, [(key) => storedMetric(key, (sum) => totals.get(sum) ?? 0n)])[0];
}

/** Formats values as reports do, by the same stage. */
function shown(metrics: readonly MetricKey[], rows: readonly ((key: string) => StoredRow[string])[]): ReportRow[] {
  const plan = { request: { dimensions: [], metrics: [...metrics] } } as unknown as ReportPlan;
  const stored = rows.map((valueOf): StoredRow => ({
    is_total: 0,
    ...Object.fromEntries(metrics.map((key) => [`m_${key}`, valueOf(key) ?? null])),
  }));
  return formatRows(plan, stored, {}).slice(0, -1);
}
