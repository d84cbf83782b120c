import { aliasOf } from './aliasOf.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import type { ReportComparison } from '../question/request.ts';
import { isTimeKey, type TimeKey } from '../dimensions/timeDimensions.ts';

/** Where the time of a fact is, and how far the facts of an earlier range are moved to stand beside the later ones. */
export interface TimeSource {
  /** The column of the table. */
  column: string;
  shift: ReportComparison['shift'] | null;
}

/** The value of a dimension, as an expression over the columns of a table. */
export function dimensionSql(key: DimensionKey, time: TimeSource): string {
  if (isTimeKey(key)) return timeSql(key, time);
  const { column, param } = dimensionOf(key);
  if (param !== undefined) return `params[{${aliasOf(key)}:String}]`;
  if (column === null) throw new RangeError(`${key} has no column`);
  return column;
}

/** Time is shifted by whole hours, so that days of every such zone are exact. */
function timeSql(key: TimeKey, { column, shift }: TimeSource): string {
  const local = `addHours(${column}, {offset:Int32})`;
  // Days of the week and hours of the day stand beside themselves, however far the ranges are apart.
  if (key === 'weekday') return `toDayOfWeek(${local}, 0, 'UTC')`;
  if (key === 'hour_of_day') return `toHour(${local}, 'UTC')`;
  const moved = shift
    ? `if(is_before, ${shift.unit === 'day' ? 'addDays' : 'addMonths'}(${local}, {shift:Int32}), ${local})`
    : local;
  const sql: Record<Exclude<TimeKey, 'weekday' | 'hour_of_day'>, string> = {
    minute: `formatDateTime(${moved}, '%Y-%m-%d %H:%i', 'UTC')`,
    minute15: `formatDateTime(toStartOfFifteenMinutes(${moved}), '%Y-%m-%d %H:%i', 'UTC')`,
    hour: `formatDateTime(${moved}, '%Y-%m-%d %H:00', 'UTC')`,
    day: `toString(toDate(${moved}, 'UTC'))`,
    week: `toString(toMonday(${moved}, 'UTC'))`,
    month: `formatDateTime(${moved}, '%Y-%m', 'UTC')`,
    quarter: `formatDateTime(${moved}, '%Y-Q%Q', 'UTC')`,
  };
  return sql[key];
}
