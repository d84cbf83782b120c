import { usdFromNanos } from '#model/index.ts';
import { dayAt, hourAt, zoneLabel } from '../question/calendar.ts';
import { dimensionOf } from '../dimensions/dimensions.ts';
import { partLabels, readMetricColumn, unitOf } from '../metrics/metricColumn.ts';
import { metricOf } from '../metrics/metrics.ts';
import { clockText, daysLine } from './rangeText.ts';
import type { ConditionOp, FilterOp, ReportFilter, ReportRequest } from '../question/request.ts';

/** Details of a file beside its rows. */
export interface FileDetails {
  name: string;
  /** Time at which the report ran, in ms since the epoch. */
  ranAt: number;
  /** The maximum of rows, when there were more; else null. */
  cutAt: number | null;
  /** Finds the name of a filtered value; undefined when it has none. */
  nameOf: (filter: ReportFilter, value: string | number) => string | undefined;
  notes: readonly string[];
}

const opWords: Record<FilterOp, string> = {
  in: 'is',
  not_in: 'is not',
  contains: 'contains',
  starts: 'starts with',
};

const conditionWords: Record<ConditionOp, string> = {
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  eq: 'is',
  ne: 'is not',
};

/** The lines below the totals of a file: the report's settings, its zone, and the time at which it ran. */
export function reportFooter(request: ReportRequest, { name, ranAt, cutAt, nameOf, notes }: FileDetails): string[] {
  const { offset, filters, having, before } = request;
  const zone = zoneLabel(offset);
  const time = clockText(hourAt(ranAt, offset) * 60 + (Math.floor(ranAt / 60_000) % 60));
  return [
    `Report: ${name}`,
    daysLine(request),
    ...(request.traffic === 'test' ? ['Traffic: test requests'] : []),
    ...filters.map((filter) => {
      const values = filter.values.map((value) => nameOf(filter, value) ?? String(value === '' ? 'None' : value));
      return `Filter: ${dimensionOf(filter.dim).label} ${opWords[filter.op]} ${values.join(', ')}`;
    }),
    ...having.map(({ column, op, value }) => {
      const { key, part } = readMetricColumn(column);
      const label = metricOf(key).label + (part === null ? '' : `, ${partLabels[part]}`);
      const bound = unitOf(column) === 'usd' ? `${usdFromNanos(BigInt(value))} USD` : String(value);
      return `Metric filter: ${label} ${conditionWords[op]} ${bound}`;
    }),
    ...(before ? [`Compared with ${before.startDate} to ${before.endDate}`] : []),
    ...(request.hideZero ? ['Rows with only zeros are hidden'] : []),
    `Run at ${dayAt(ranAt, offset)} ${time}, ${zone}`,
    ...(cutAt === null
      ? []
      : [`Limited to the first ${cutAt.toLocaleString('en-US')} rows. The totals include all rows`]),
    ...notes,
  ];
}
