import {
  addDays,
  firstOfMonth,
  dayNumber,
  daysBetween,
  isFirstOfMonth,
  isLastOfMonth,
  monthsBetween,
  type Day,
} from './calendar.ts';
import type { ReportComparison } from './request.ts';

/**
 * The target of a comparison: the previous range, the same days of an earlier week, or a custom range by its start
 * date.
 */
export type ComparedTo = { to: 'previous' } | { to: 'week' } | { to: 'custom'; startDate: Day };

/**
 * The earlier range. `previous`: the same number of days right before; whole calendar months are compared with whole
 * months. `week`: as many weeks back as the range needs. Null when a custom start would make the ranges overlap.
 */
export function comparedRange(startDate: Day, endDate: Day, compared: ComparedTo): ReportComparison | null {
  const length = daysBetween(startDate, endDate);
  if (compared.to === 'week') return shiftedByDays(startDate, endDate, Math.ceil(length / 7) * 7);
  if (compared.to === 'custom') {
    const count = dayNumber(startDate) - dayNumber(compared.startDate);
    return count < length ? null : shiftedByDays(startDate, endDate, count);
  }
  if (!isFirstOfMonth(startDate) || !isLastOfMonth(endDate)) return shiftedByDays(startDate, endDate, length);
  const count = monthsBetween(startDate, endDate) + 1;
  return {
    startDate: firstOfMonth(startDate, -count),
    endDate: addDays(startDate, -1),
    shift: { unit: 'month', count },
  };
}

function shiftedByDays(startDate: Day, endDate: Day, count: number): ReportComparison {
  return { startDate: addDays(startDate, -count), endDate: addDays(endDate, -count), shift: { unit: 'day', count } };
}
