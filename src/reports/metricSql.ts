import { metricOf, type Side, type TrafficPart } from './metrics.ts';
import { readMetricColumn, unitOf } from './metricColumn.ts';
import type { MetricColumn } from './request.ts';

/** The facts that are summed: those of the range, or of the earlier one; null where nothing is compared. */
type Range = 'now' | 'before' | null;

/** Whether a fact is of the earlier range: true of the column `is_before` alone. */
const rangeSql = { now: 'NOT is_before', before: 'is_before' };

const partSql: Record<TrafficPart, string> = {
  judged: `ivt != ''`,
  invalid: `ivt NOT IN ('', 'valid')`,
  refused: `reason = 'ivt_prebid'`,
};

/** A column as a number to compute and sort with: counts, nano-USD, or a float; NULL where a divisor is zero. */
export function columnSql(column: MetricColumn, side: Side, isCompared: boolean): string {
  const { key, part } = readMetricColumn(column);
  if (part === 'before') return metricSql(key, side, 'before');
  const now = metricSql(key, side, isCompared ? 'now' : null);
  if (part === null) return now;
  if (part === 'diff') return `(${now} - ${metricSql(key, side, 'before')})`;
  const before = `toFloat64(${metricSql(key, side, 'before')})`;
  return `(toFloat64(${now}) - ${before}) / nullIf(abs(${before}), 0)`;
}

/** A column as it leaves the store: money as text, for it does not fit a JavaScript number. */
export function shownColumnSql(column: MetricColumn, side: Side, isCompared: boolean): string {
  const sql = columnSql(column, side, isCompared);
  return unitOf(column) === 'usd' ? `toString(${sql})` : sql;
}

function metricSql(key: string, side: Side, range: Range): string {
  const { formula, unit } = metricOf(key);
  if (formula.kind === 'sum') {
    const measure = formula.measure[side];
    if (measure === undefined) throw new RangeError(`${key} is not carried by the ${side} side`);
    const summed = unit === 'usd' ? `toInt128(${measure})` : `toUInt64(${measure})`;
    const conditions = [...(formula.of ? [partSql[formula.of]] : []), ...(range ? [rangeSql[range]] : [])];
    return conditions.length > 0 ? `sumIf(${summed}, ${conditions.join(' AND ')})` : `sum(${summed})`;
  }
  if (formula.kind === 'difference') {
    return `(${[formula.from, ...formula.minus].map((part) => metricSql(part, side, range)).join(' - ')})`;
  }
  const top = metricSql(formula.top, side, range);
  const bottom = metricSql(formula.bottom, side, range);
  return formula.kind === 'ratio'
    ? `toFloat64(${top}) / nullIf(toFloat64(${bottom}), 0)`
    : `intDiv(${top} * 1000, nullIf(toInt128(${bottom}), 0))`;
}
