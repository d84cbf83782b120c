import { nanosText } from '#model/money/nanosText.ts';
import type { EntityName } from '#model/index.ts';
import { addDays, dayAt, hourAt, type MetricKey } from '#reports/index.ts';
import type { Figures } from '../listMetrics/figures.ts';
import type { RowState } from '../rowParts.ts';
import { alertThresholds } from './alertThresholds.ts';
import {
  counted,
  figuresForStates,
  figuresSince,
  percentage,
  seesMoneyOfAccount,
  type StateContext,
} from './rowState.ts';

const { usual } = alertThresholds;
const hourMs = 3_600_000;

/** The figures of an entity that are compared with the usual ones. */
export interface UsualFigures {
  /** The count that must not stop, with its words: "Impressions". */
  served: { key: MetricKey; words: string };
  /** The count of requests, if a fall or rise of it is a problem of the object itself. */
  requests?: { key: MetricKey; words: string };
  /** Rates: part ÷ total. */
  rates: readonly { part: MetricKey; total: MetricKey; words: string }[];
  /** The field or tab where the cause is looked for. */
  fix: string;
}

/** The last full hour of an object, and the same hour of earlier days. */
export interface UsualHours {
  /** The sum since the start of the last full hour, of the served count. */
  servedSince: bigint;
  /** The value of a sum in the last full hour. */
  valueOf(key: MetricKey): number;
  /** The values of a sum in the same hour, by number of days ago; undefined before its first traffic. */
  pastOf(key: MetricKey, daysAgo: number): number | undefined;
  /** Whether revenue is compared, too. */
  hasRevenue: boolean;
}

/** Reads the hours to compare of any row, in two statements for all rows; null while they are unavailable. */
export async function readUsualHours(
  context: StateContext,
  entity: EntityName,
  figures: UsualFigures,
): Promise<((id: number) => UsualHours) | null> {
  const start = Math.floor(context.now.getTime() / hourMs) * hourMs - hourMs;
  const day = dayAt(start, 0);
  const [past, since] = await Promise.all([
    figuresForStates(context, entity, {
      sums: sumsOf(figures),
      period: { startDate: addDays(day, -7 * usual.weeks), endDate: day },
      offset: 0,
      parts: 'day',
      hourOfDay: hourAt(start, 0),
      // The hour is over: only late events are added to it.
      reuseMs: 60_000,
    }),
    figuresSince(context, entity, { sums: [figures.served.key], hours: 1 }),
  ]);
  if (!past || !since) return null;
  const hasRevenue = seesMoneyOfAccount(context);
  return (id) => ({ ...hoursIn(past, id, day), servedSince: since.sumOf(id, figures.served.key), hasRevenue });
}

function sumsOf({ served, requests, rates }: UsualFigures): MetricKey[] {
  const keys = [served.key, ...(requests ? [requests.key] : []), ...rates.flatMap(({ part, total }) => [part, total])];
  return [...new Set<MetricKey>([...keys, 'rev'])];
}

function hoursIn(past: Figures, id: number, day: string): Pick<UsualHours, 'valueOf' | 'pastOf'> {
  const parts = new Map(past.partsOf(id).map((part) => [part.value, part]));
  const [first] = [...parts.keys()].toSorted();
  return {
    valueOf: (key) => Number(parts.get(day)?.sumOf(key) ?? 0n),
    pastOf(key, daysAgo) {
      const at = addDays(day, -daysAgo);
      return first === undefined || at < first ? undefined : Number(parts.get(at)?.sumOf(key) ?? 0n);
    },
  };
}

/**
 * The first deviation of an object from its usual figures, if any: nothing served where it served steadily, or
 * requests, a rate or revenue far off. Compared are the same hours of earlier weeks, or of the last days while there are
 * too few weeks; a fall must be one against the last days too, so that a lasting change becomes the usual one.
 */
export function usualStatesOf(hours: UsualHours, figures: UsualFigures): RowState[] {
  const { served, requests, rates, fix } = figures;
  const found =
    suddenZero(hours, served) ??
    (hours.valueOf(served.key) === 0
      ? null
      : ((requests ? (fall(countsOf(hours, requests)) ?? rise(countsOf(hours, requests))) : null) ??
        rates.map((rate) => fall(rateOf(hours, rate))).find((each) => each !== null) ??
        (hours.hasRevenue ? fall(revenueOf(hours)) : null)));
  return found ? [{ ...found, fix }] : [];
}

interface Compared {
  words: string;
  value: number;
  past: (daysAgo: number) => number | undefined;
  format: (value: number) => string;
  /** The median from which on a comparison is significant. */
  minimum: number;
  /** Deviation that chance explains, around a median. */
  chance: (median: number) => number;
}

function suddenZero(hours: UsualHours, { key, words }: UsualFigures['served']): Omit<RowState, 'fix'> | null {
  if (hours.servedSince > 0n || hours.valueOf(key) > 0) return null;
  const history = historyOf((daysAgo) => hours.pastOf(key, daysAgo));
  if (!history || Math.min(...history.values) === 0) return null;
  const median = medianOf(history.values);
  if (median < usual.minCount) return null;
  const text = `${words}: none since the start of the last full hour, usually ${counted(Math.round(median))} in that hour (${history.words}).`;
  return { code: 'sudden_zero', text };
}

function countsOf(hours: UsualHours, { key, words }: { key: MetricKey; words: string }): Compared {
  return {
    words,
    value: hours.valueOf(key),
    past: (daysAgo) => hours.pastOf(key, daysAgo),
    format: (value) => counted(Math.round(value)),
    minimum: usual.minCount,
    chance: (median) => usual.spreads * Math.sqrt(median),
  };
}

function rateOf(hours: UsualHours, { part, total, words }: UsualFigures['rates'][number]): Compared {
  const reqs = hours.valueOf(total);
  return {
    words,
    // The rate of few requests is not compared.
    value: reqs < usual.minRateReqs ? Number.POSITIVE_INFINITY : hours.valueOf(part) / reqs,
    past(daysAgo) {
      const before = hours.pastOf(total, daysAgo) ?? 0;
      const rate = before < usual.minRateReqs ? undefined : (hours.pastOf(part, daysAgo) ?? 0) / before;
      // Above 1 where an earlier version counted a pod as one slot.
      return rate !== undefined && rate > 1 ? undefined : rate;
    },
    format: percentage,
    minimum: 0,
    chance: (median) => usual.spreads * Math.sqrt((median * Math.max(0, 1 - median)) / reqs),
  };
}

function revenueOf(hours: UsualHours): Compared {
  const imps = 'imps';
  const count = medianOf(historyOf((daysAgo) => hours.pastOf(imps, daysAgo))?.values ?? [0]);
  return {
    words: 'Revenue',
    // The revenue of few impressions is a matter of chance.
    value: count < usual.minCount ? Number.POSITIVE_INFINITY : hours.valueOf('rev'),
    past: (daysAgo) => hours.pastOf('rev', daysAgo),
    format: nanosText,
    minimum: usual.minRev,
    chance: (median) => (usual.spreads * median) / Math.sqrt(count),
  };
}

function fall({ words, value, past, format, minimum, chance }: Compared): Omit<RowState, 'fix'> | null {
  const history = historyOf(past);
  if (!history) return null;
  const isFallOf = (values: readonly number[]) => {
    const median = medianOf(values);
    const bound = Math.max(usual.shift * median, usual.spreads * spreadOf(values, median), chance(median));
    return median > 0 && median >= minimum && value < median - bound;
  };
  const days = daysOf(past, usual.minHours);
  if (!isFallOf(history.values) || (days.length >= usual.minHours && !isFallOf(days))) return null;
  const median = medianOf(history.values);
  const text = `${words}: ${format(value)} in the last full hour, ${percentage(1 - value / median)} below the usual ${format(median)} (${history.words}).`;
  return { code: 'off_usual', text };
}

function rise({ words, value, past, format, minimum }: Compared): Omit<RowState, 'fix'> | null {
  const history = historyOf(past);
  if (!history) return null;
  const median = medianOf(history.values);
  if (median < minimum || value < usual.rise * Math.max(...history.values)) return null;
  const text = `${words}: ${format(value)} in the last full hour, ${(value / median).toFixed(1)} times the usual ${format(median)} (${history.words}).`;
  return { code: 'off_usual', text };
}

/** The earlier values that a value is compared with, and which these are in words; null while there are too few. */
function historyOf(past: Compared['past']): { values: number[]; words: string } | null {
  const weeks = Array.from({ length: usual.weeks }, (_, week) => past(7 * (week + 1))).filter(isKnown);
  if (weeks.length >= usual.minHours) return { values: weeks, words: `same hour of the last ${weeks.length} weeks` };
  const days = daysOf(past, usual.days);
  if (days.length < usual.minHours) return null;
  return { values: days, words: `same hour of the last ${days.length} days` };
}

function daysOf(past: Compared['past'], count: number): number[] {
  return Array.from({ length: count }, (_, index) => past(index + 1)).filter(isKnown);
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The spread of values around their median, comparable with a standard deviation. */
function spreadOf(values: readonly number[], median: number): number {
  return 1.4826 * medianOf(values.map((value) => Math.abs(value - median)));
}
