import type { Role } from '#model/index.ts';
import type { Day } from './calendar.ts';
import type { DimensionKey } from '../dimensions/dimensions.ts';
import type { MetricKey } from '../metrics/metrics.ts';

/** Who asks: decides what is visible and whose facts are counted. */
export interface ReportViewer {
  role: Role;
  /** The account of everyone but admins. */
  demandId: number | null;
  /** The sub-publishers whose facts alone are seen; null = all. A user of a sub-publisher sees its own. */
  subpublisherIds: readonly number[] | null;
  /** The advertisers whose facts alone are seen, those of the demand side; null = all. */
  advertiserIds: readonly number[] | null;
  /** Whether the people of the account see what the platform costs them. */
  showSystemCost: boolean;
  /** Whole hours from UTC: the zone of reports that name none. */
  timezone: number;
  /** The account's own parameters; absent or null where it has none. */
  tagParams?: readonly string[] | null;
}

/** How a filter compares; contains and starts ignore case and hold when any of the values fits. */
export const filterOps = ['in', 'not_in', 'contains', 'starts'] as const;
export type FilterOp = (typeof filterOps)[number];

/** Keeps the facts whose dimension fits. Values are all numbers or all texts, as the dimension is. */
export interface ReportFilter {
  dim: DimensionKey;
  op: FilterOp;
  values: number[] | string[];
}

/** A column of numbers: a metric, or what a comparison puts beside it. */
export type MetricColumn = MetricKey | `${MetricKey}.${ComparedPart}`;

/**
 * What a comparison tells of a metric: its value in the earlier range, and the change since then as a part of that. Rows
 * can be ordered and kept by the difference too, which is the one minus the other.
 */
export const comparedParts = ['before', 'change', 'diff'] as const;
export type ComparedPart = (typeof comparedParts)[number];

/** The order of rows by a column of the report. */
export interface ReportSort {
  key: DimensionKey | MetricColumn;
  dir: 'asc' | 'desc';
}

/** How a number is compared. */
export const conditionOps = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
export type ConditionOp = (typeof conditionOps)[number];

/** Keeps the rows whose number fits; one that is empty never does. */
export interface ReportCondition {
  column: MetricColumn;
  op: ConditionOp;
  /** Nano-USD as text for money, else a number; changes and rates are parts of 1. */
  value: number | string;
}

/** The earlier range that every number is compared with. It ends before the range of the report begins. */
export interface ReportComparison {
  startDate: Day;
  endDate: Day;
  /** How far it lies back: rows of time stand beside those of the time so much later. */
  shift: { unit: 'day' | 'month'; count: number };
}

/** A checked question: everything has a value, and every name is known and allowed. */
export interface ReportRequest {
  /** First and last day, both included, in the zone of the report. */
  startDate: Day;
  endDate: Day;
  /** Narrows the range: the first day begins at the one minute, the last one ends before the other. Absent = whole days. */
  times?: { from: number; until: number };
  /** Whole hours from UTC. */
  offset: number;
  dimensions: DimensionKey[];
  metrics: MetricKey[];
  filters: ReportFilter[];
  having: ReportCondition[];
  /** Absent = nothing is compared. */
  before?: ReportComparison;
  sort: ReportSort[];
  /** Most rows beside the totals. */
  limit: number;
  /** Leaves out rows whose metrics are all zero or empty. */
  hideZero: boolean;
}

/** Names of the ranges that move along with now: of times, and of days. */
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

/** Bounds of one report. */
export const reportLimits = {
  dimensions: 8,
  metrics: 100,
  filters: 20,
  filterValues: 1000,
  conditions: 10,
  /** Characters of one filter value. */
  valueLength: 255,
  rows: 100_000,
  /** Rows when none are asked for. */
  defaultRows: 10_000,
  /** Longest range in days. */
  days: 1100,
} as const;
