import { faultsOf, reportRoles, type Fault } from '#model/index.ts';
import { z } from 'zod';
import { daysBetween } from './calendar.ts';
import { canUseDimension, canUseMetric } from './catalogue.ts';
import { dimensionOf, isDimensionKey, type DimensionKey } from './dimensions.ts';
import { isMetricKey, type MetricKey } from './metrics.ts';
import {
  filterOps,
  reportLimits,
  type ReportFilter,
  type ReportRequest,
  type ReportSort,
  type ReportViewer,
} from './request.ts';

const daySchema = z.iso
  .date({ error: 'Must be a day as YYYY-MM-DD', abort: true })
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Must lie between 2000 and 2099');

/** The body of POST /api/rrun as it arrives; names and values are checked against the catalogue afterwards. */
export const reportBodySchema = z.strictObject({
  startDate: daySchema.describe('First day, in the zone of the report.'),
  endDate: daySchema.describe('Last day, included.'),
  offset: z
    .int('Must be a whole number of hours')
    .min(-12, 'At least -12')
    .max(12, 'At most 12')
    .optional()
    .describe('Hours from UTC; by default the zone of the user.'),
  interval: z
    .enum(['hour', 'day', 'week', 'month'])
    .nullable()
    .optional()
    .describe('Shorthand for a first dimension of time.'),
  dimensions: z
    .array(z.string())
    .max(reportLimits.dimensions, `At most ${reportLimits.dimensions} dimensions`)
    .optional(),
  metrics: z.array(z.string()).min(1, 'At least one metric').max(50, 'At most 50 metrics'),
  filters: z
    .array(
      z.strictObject({
        dim: z.string(),
        op: z.enum(filterOps),
        values: z
          .array(
            z.union([
              z
                .string()
                .max(reportLimits.valueLength)
                .refine((value) => !value.includes('\u0000'), 'Must not contain a null character'),
              z.number(),
            ]),
          )
          .min(1, 'At least one value')
          .max(reportLimits.filterValues, `At most ${reportLimits.filterValues} values`),
      }),
    )
    .max(reportLimits.filters, `At most ${reportLimits.filters} filters`)
    .optional(),
  sort: z
    .array(z.strictObject({ key: z.string(), dir: z.enum(['asc', 'desc']) }))
    .max(20, 'At most 20 sort columns')
    .optional(),
  limit: z
    .int('Must be a whole number')
    .min(1, 'At least 1')
    .max(reportLimits.rows, `At most ${reportLimits.rows}`)
    .nullable()
    .optional()
    .describe('Most rows beside the totals.'),
  hideZero: z.boolean('Must be true or false').optional().describe('Leaves out rows without any number.'),
});

/** A report as a client asks for it. */
export type ReportBody = z.input<typeof reportBodySchema>;

/** A checked question, or everything that is wrong with it. */
export type NormalizedReport = { ok: true; request: ReportRequest } | { ok: false; faults: Fault[] };

/** Checks a question against the catalogue and the rights of who asks, and fills in what it leaves open. */
export function normalizeReport(input: unknown, viewer: ReportViewer): NormalizedReport {
  if (!reportRoles.includes(viewer.role)) {
    return { ok: false, faults: [{ code: 'not_allowed', message: 'Your login has no reports', path: '' }] };
  }
  const parsed = reportBodySchema.safeParse(input);
  if (!parsed.success) return { ok: false, faults: faultsOf(parsed.error) };
  const body = parsed.data;
  const faults: Fault[] = [...rangeFaults(body.startDate, body.endDate)];

  const asked = body.dimensions ?? [];
  const withInterval = body.interval && !asked.includes(body.interval) ? [body.interval, ...asked] : asked;
  const added = withInterval.length - asked.length;
  const dimensions = withInterval.flatMap((key, index) =>
    checkDimension(key, viewer, added > index ? 'interval' : `dimensions.${index - added}`, faults),
  );
  if (dimensions.length > reportLimits.dimensions) {
    faults.push({ code: 'too_big', message: `At most ${reportLimits.dimensions} dimensions`, path: 'dimensions' });
  }
  const metrics = body.metrics.flatMap((key, index) => checkMetric(key, viewer, `metrics.${index}`, faults));
  const filters = (body.filters ?? []).flatMap((filter, index) =>
    checkFilter(filter, viewer, `filters.${index}`, faults),
  );
  const columns: readonly string[] = [...dimensions, ...metrics];
  const sort = (body.sort ?? []).flatMap(({ key, dir }, index): ReportSort[] => {
    if ((isDimensionKey(key) || isMetricKey(key)) && columns.includes(key)) return [{ key, dir }];
    faults.push({ code: 'not_a_column', message: 'Not a column of this report', path: `sort.${index}.key` });
    return [];
  });
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    request: {
      startDate: body.startDate,
      endDate: body.endDate,
      offset: body.offset ?? viewer.timezone,
      dimensions: [...new Set(dimensions)],
      metrics: [...new Set(metrics)],
      filters,
      sort: sort.length > 0 ? sort : defaultSort(dimensions, metrics),
      limit: body.limit ?? reportLimits.defaultRows,
      hideZero: body.hideZero ?? false,
    },
  };
}

function rangeFaults(startDate: string, endDate: string): Fault[] {
  if (endDate < startDate) return [{ code: 'bad_range', message: 'Must not be before the start', path: 'endDate' }];
  if (daysBetween(startDate, endDate) <= reportLimits.days) return [];
  return [{ code: 'bad_range', message: `A report covers at most ${reportLimits.days} days`, path: 'endDate' }];
}

function checkDimension(key: string, viewer: ReportViewer, path: string, faults: Fault[]): DimensionKey[] {
  if (isDimensionKey(key) && canUseDimension(viewer.role, key, viewer.tagParams)) return [key];
  faults.push({ code: 'unknown_dimension', message: `No dimension “${key.slice(0, 40)}”`, path });
  return [];
}

function checkMetric(key: string, viewer: ReportViewer, path: string, faults: Fault[]): MetricKey[] {
  if (isMetricKey(key) && canUseMetric(viewer, key)) return [key];
  faults.push({ code: 'unknown_metric', message: `No metric “${key.slice(0, 40)}”`, path });
  return [];
}

function checkFilter(
  filter: { dim: string; op: ReportFilter['op']; values: (string | number)[] },
  viewer: ReportViewer,
  path: string,
  faults: Fault[],
): ReportFilter[] {
  const [dim] = checkDimension(filter.dim, viewer, `${path}.dim`, faults);
  if (!dim) return [];
  const { kind, label, choices } = dimensionOf(dim);
  if (kind === 'time') {
    faults.push({ code: 'not_filterable', message: 'The range of days limits time', path: `${path}.dim` });
    return [];
  }
  const isClosed = filter.op === 'in' || filter.op === 'not_in';
  if ((kind !== 'text' || choices) && !isClosed) {
    faults.push({ code: 'bad_op', message: `${label} is compared with in or not_in`, path: `${path}.op` });
    return [];
  }
  if (kind === 'text') {
    const values = filter.values.map(String);
    values.forEach((value, index) => {
      if (choices && !choices.some((choice) => choice.value === value)) {
        faults.push({
          code: 'unknown_value',
          message: `${label} has no such value`,
          path: `${path}.values.${index}`,
        });
      }
    });
    return [{ dim, op: filter.op, values: dim === 'site' ? values.map((value) => value.toLowerCase()) : values }];
  }
  const values = filter.values.map((value) => (value === '' ? Number.NaN : Number(value)));
  const max = kind === 'id' ? 4_294_967_295 : 65_535;
  values.forEach((value, index) => {
    if (!Number.isInteger(value) || value < 0 || value > max) {
      faults.push({ code: 'bad_value', message: 'Must be a whole number', path: `${path}.values.${index}` });
    }
  });
  return [{ dim, op: filter.op, values }];
}

/** Time runs forward; without time the first metric leads. */
function defaultSort(dimensions: DimensionKey[], metrics: MetricKey[]): ReportSort[] {
  const time = dimensions.find((key) => dimensionOf(key).kind === 'time');
  if (time) return [{ key: time, dir: 'asc' }];
  const [metric] = metrics;
  return metric && dimensions.length > 0 ? [{ key: metric, dir: 'desc' }] : [];
}
