import type { Role } from '#model/index.ts';
import type { Day } from './calendar.ts';
import type { DimensionKey } from '../dimensions/dimensions.ts';
import type { MetricKey } from '../metrics/metrics.ts';

/** The viewer of a report, who decides what is visible and which facts are counted. */
export interface ReportViewer {
  role: Role;
  /** Null for admins. */
  demandId: number | null;
  /** Limits the facts to these sub-publishers; null = all. Users of a sub-publisher only see its own. */
  subpublisherIds: readonly number[] | null;
  /** Limits the facts to these advertisers, and to the demand side; null = all. */
  advertiserIds: readonly number[] | null;
  /** Whether the account's users see the platform's system cost. */
  showSystemCost: boolean;
  /** Whether the viewer's custom role hides money. */
  hidesMoney?: true | undefined;
  /** Whole hours from UTC: the default zone of reports. */
  timezone: number;
  /** The account's own parameters; absent or null when it has none. */
  tagParams?: readonly string[] | null;
}

/** Kinds of traffic: live requests, or test requests (OpenRTB 2.6, 3.2.1: `test`). No report has both. */
export const trafficKinds = ['live', 'test'] as const;
export type Traffic = (typeof trafficKinds)[number];

/** Operators of filters; contains and starts ignore case and match any of the values. */
export const filterOps = ['in', 'not_in', 'contains', 'starts'] as const;
export type FilterOp = (typeof filterOps)[number];

/** Selects facts by a dimension. Values are all numbers or all texts, depending on the dimension. */
export interface ReportFilter {
  dim: DimensionKey;
  op: FilterOp;
  values: number[] | string[];
}

/** A column of numbers: a metric, or a part of its comparison. */
export type MetricColumn = MetricKey | `${MetricKey}.${ComparedPart}`;

/**
 * Parts of a comparison: the metric's value in the earlier range, and the change since then as a fraction of it. Rows
 * can also be sorted and filtered by the difference, in the metric's unit.
 */
export const comparedParts = ['before', 'change', 'diff'] as const;
export type ComparedPart = (typeof comparedParts)[number];

/** The order of rows by a column of the report. */
export interface ReportSort {
  key: DimensionKey | MetricColumn;
  dir: 'asc' | 'desc';
}

/** Operators of conditions. */
export const conditionOps = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
export type ConditionOp = (typeof conditionOps)[number];

/** Selects rows by a number; empty numbers never match. */
export interface ReportCondition {
  column: MetricColumn;
  op: ConditionOp;
  /** Nano-USD as text for money, else a number; changes and rates are fractions of 1. */
  value: number | string;
}

/** The earlier range that every number is compared with. It ends before the range of the report begins. */
export interface ReportComparison {
  startDate: Day;
  endDate: Day;
  /** The distance between the ranges; earlier times are shifted by it. */
  shift: { unit: 'day' | 'month'; count: number };
}

/** A checked report request: defaults are filled in, and all names are known and allowed. */
export interface ReportRequest {
  /** First and last day, both included, in the zone of the report. */
  startDate: Day;
  endDate: Day;
  /** Narrows the range: minutes at which the first day begins and the last one ends. Absent = whole days. */
  times?: { from: number; until: number };
  /** Whole hours from UTC. */
  offset: number;
  traffic: Traffic;
  dimensions: DimensionKey[];
  metrics: MetricKey[];
  filters: ReportFilter[];
  having: ReportCondition[];
  /** Absent = no comparison. */
  before?: ReportComparison;
  sort: ReportSort[];
  /** Maximum rows beside the totals. */
  limit: number;
  /** Leaves out rows whose metrics are all zero or empty. */
  hideZero: boolean;
}

/** Names of relative ranges: of times, and of days. */
export const reportRanges = [
  'last15Minutes',
  'lastHour',
  'last24Hours',
  'last72Hours',
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'weekToDate',
  'lastWeek',
  'monthToDate',
  'lastMonth',
  'quarterToDate',
] as const;
export type ReportRange = (typeof reportRanges)[number];

/** Limits of one report. */
export const reportLimits = {
  dimensions: 8,
  metrics: 100,
  filters: 20,
  filterValues: 1000,
  conditions: 10,
  /** Maximum characters of a filter value. */
  valueLength: 255,
  /** Rows of one response, beside the totals: a technical bound. Exports have all rows. */
  rows: 100_000,
  /** Default maximum of rows. */
  defaultRows: 10_000,
  /** Maximum days of a range. */
  days: 1100,
} as const;
