import { metricOf } from '../metrics/metrics.ts';
import type { TrafficPart } from '../metrics/metric.ts';
import { readMetricColumn, unitOf } from '../metrics/metricColumn.ts';
import { hasSingleFacts, type ReportPlan } from '../question/planReport.ts';
import type { MetricColumn } from '../question/request.ts';

/** The range whose facts are summed: the current or the earlier one; null without a comparison. */
type Range = 'now' | 'before' | null;

/** Conditions on the column `is_before`, which is true for facts of the earlier range. */
const rangeSql = { now: 'NOT is_before', before: 'is_before' };

const partSql: Record<TrafficPart, string> = {
  judged: `ivt != ''`,
  invalid: `ivt NOT IN ('', 'valid')`,
  refused: `reason = 'ivt_prebid'`,
};

/** The facts that a plan reads. */
type Source = Pick<ReportPlan, 'side' | 'table'> & { request: Pick<ReportPlan['request'], 'before'> };

/** A column as a number for computing and sorting: counts, nano-USD, or a float; NULL when a divisor is zero. */
export function columnSql(column: MetricColumn, source: Source): string {
  const { key, part } = readMetricColumn(column);
  if (part === 'before') return metricSql(key, source, 'before');
  const now = metricSql(key, source, source.request.before === undefined ? null : 'now');
  if (part === null) return now;
  if (part === 'diff') return `(${now} - ${metricSql(key, source, 'before')})`;
  const before = `toFloat64(${metricSql(key, source, 'before')})`;
  return `(toFloat64(${now}) - ${before}) / nullIf(abs(${before}), 0)`;
}

/** A column as the store returns it: money as text, since it may exceed JavaScript's numbers. */
export function shownColumnSql(column: MetricColumn, source: Source): string {
  const sql = columnSql(column, source);
  return unitOf(column) === 'usd' ? `toString(${sql})` : sql;
}

function metricSql(key: string, source: Source, range: Range): string {
  const { formula, unit } = metricOf(key);
  const inRange = range ? [rangeSql[range]] : [];
  switch (formula.kind) {
    case 'sum': {
      const measure = formula.measure[source.side];
      if (measure === undefined) throw new RangeError(`${key} is not available on the ${source.side} side`);
      const plus = formula.plus?.[source.side];
      const count = plus === undefined ? `toUInt64(${measure})` : `toUInt64(${measure}) + toUInt64(${plus})`;
      const summed = unit === 'usd' ? `toInt128(${measure})` : count;
      return aggregateSql('sum', '', summed, [...(formula.of ? [partSql[formula.of]] : []), ...inRange]);
    }
    case 'reach':
      return hasSingleFacts(source.table)
        ? aggregateSql('uniq', '', 'device', ['deviceImps > 0', ...inRange])
        : aggregateSql('uniqMerge', '', 'devices', inRange);
    case 'found': {
      const among = formula.among?.map((category) => `'${category}'`).join(', ');
      return aggregateSql('sum', '', `toUInt64(${formula.measure})`, [
        ...(among === undefined ? [] : [`category IN (${among})`]),
        ...inRange,
      ]);
    }
    case 'answerTime':
      return aggregateSql('quantileTiming', `(${formula.level})`, 'tookMs', inRange);
    case 'difference':
      return `(${[formula.from, ...formula.minus].map((part) => metricSql(part, source, range)).join(' - ')})`;
    case 'ratio':
      return `toFloat64(${metricSql(formula.top, source, range)}) / nullIf(toFloat64(${metricSql(formula.bottom, source, range)}), 0)`;
    case 'perThousand':
      return `intDiv(${metricSql(formula.top, source, range)} * 1000, nullIf(toInt128(${metricSql(formula.bottom, source, range)}), 0))`;
    default:
      return formula satisfies never;
  }
}

/** An aggregate function over the facts that meet all conditions. */
function aggregateSql(name: string, parameters: string, argument: string, conditions: readonly string[]): string {
  if (conditions.length === 0) return `${name}${parameters}(${argument})`;
  return `${name}If${parameters}(${argument}, ${conditions.join(' AND ')})`;
}
