import { formerFactValues } from '#model/fact/formerFactValues.ts';
import { aliasOf } from './aliasOf.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import type { PartnersById } from '../question/planReport.ts';
import type { ReportComparison } from '../question/request.ts';
import { isTimeKey, type TimeKey } from '../dimensions/timeDimensions.ts';

/** The time column of facts, and the shift that aligns the facts of an earlier range with the later ones. */
export interface TimeSource {
  column: string;
  shift: ReportComparison['shift'] | null;
}

/**
 * The SQL expression of a dimension over the columns of a table. Throws a RangeError for a dimension without column, or
 * whose partners are not read.
 */
export function dimensionSql(key: DimensionKey, time: TimeSource, partners: PartnersById = {}): string {
  if (isTimeKey(key)) return timeSql(key, time);
  const { column, param, partnerOf } = dimensionOf(key);
  if (param !== undefined) return `params[{${aliasOf(key)}:String}]`;
  if (column === null) throw new RangeError(`${key} has no column`);
  return partnerOf ? partnersSql(column, partners[partnerOf]) : currentValuesSql(column);
}

/**
 * A column of ids as the partners of its objects, empty for the others. The ids are written into the statement, each with
 * a number: as parameters they would be a part of the URL, which may not be that long.
 */
function partnersSql(column: string, partners: ReadonlyMap<number, string> | undefined): string {
  if (!partners) throw new RangeError(`the partners by ${column} are not read`);
  const names = ['', ...new Set(partners.values())];
  const placeOf = new Map(names.map((name, index) => [name, index + 1]));
  const ids = [0, ...partners.keys()];
  const places = [1, ...[...partners.values()].map((partner) => placeOf.get(partner))];
  const place = `transform(${column}, [${ids.join(',')}], [${places.join(',')}], 1)`;
  return `[${names.map((name) => `'${name}'`).join(', ')}][${place}]`;
}

/** A column of which rows of earlier versions have other values: these are read as they are called now. */
function currentValuesSql(column: string): string {
  const formerValues = formerFactValues.get(column);
  if (!formerValues) return column;
  const list = (values: Iterable<string>) => `[${[...values].map((value) => `'${value}'`).join(', ')}]`;
  return `transform(${column}, ${list(formerValues.keys())}, ${list(formerValues.values())})`;
}

/** Time is shifted by whole hours, so that days are exact in every such zone. */
function timeSql(key: TimeKey, { column, shift }: TimeSource): string {
  const local = `addHours(${column}, {offset:Int32})`;
  // Days of the week and hours of the day need no alignment.
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
