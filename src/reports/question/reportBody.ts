import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { conditionOps, filterOps, reportLimits, trafficKinds } from './request.ts';

const daySchema = z.iso
  .date({ error: 'Must be a date as YYYY-MM-DD', abort: true })
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Must be between 2000 and 2099');

const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Must be a time as HH:MM');

/** The body of POST /api/rrun; names and values are checked against dimensions and metrics afterwards. */
export const reportBodySchema = z.strictObject({
  startDate: daySchema.describe('Start date, in the time zone of the report.'),
  endDate: daySchema.describe('End date, included.'),
  startTime: timeSchema.optional().describe('Start time on the start date. Default: 00:00.'),
  endTime: timeSchema.optional().describe('End time on the end date. Default: 24:00.'),
  offset: z
    .int('Must be a whole number of hours')
    .min(-12, 'At least -12')
    .max(12, 'At most 12')
    .optional()
    .describe('UTC offset in hours. Default: the time zone of the user.'),
  interval: z
    .enum(['minute15', 'hour', 'day', 'week', 'month', 'quarter'])
    .nullable()
    .optional()
    .describe('Shorthand for a time dimension in first place.'),
  dimensions: z
    .array(z.string())
    .max(reportLimits.dimensions, `At most ${reportLimits.dimensions} dimensions`)
    .optional(),
  metrics: z
    .array(z.string())
    .min(1, 'At least one metric')
    .max(reportLimits.metrics, `At most ${reportLimits.metrics} metrics`),
  filters: z
    .array(
      z.strictObject({
        dim: z.string(),
        op: z.enum(filterOps),
        values: z
          .array(z.union([textSchema().max(reportLimits.valueLength), z.number()]))
          .min(1, 'At least one value')
          .max(reportLimits.filterValues, `At most ${reportLimits.filterValues} values`),
      }),
    )
    .max(reportLimits.filters, `At most ${reportLimits.filters} filters`)
    .optional(),
  having: z
    .array(
      z.strictObject({
        metric: z
          .string()
          .describe('A metric. With a comparison also {metric}.before, {metric}.change or {metric}.diff.'),
        op: z.enum(conditionOps),
        value: z.union([z.number(), z.string().regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, 'Must be a number')]),
      }),
    )
    .max(reportLimits.conditions, `At most ${reportLimits.conditions} conditions`)
    .optional()
    .describe(
      'Metric filters: only rows that match all of them are returned. Money in USD, rates and changes as ratios (0.1 = 10%). The totals include all rows.',
    ),
  compare: z
    .discriminatedUnion('to', [
      z
        .strictObject({ to: z.literal('previous') })
        .describe('The same number of days directly before. Whole months are compared with whole months.'),
      z.strictObject({ to: z.literal('week') }).describe('The same days of the week, in the closest earlier weeks.'),
      z
        .strictObject({ to: z.literal('custom'), startDate: daySchema })
        .describe('The same number of days from the given start date.'),
    ])
    .nullable()
    .optional()
    .describe('Adds {metric}.before and {metric}.change for each metric.'),
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
    .describe(
      `Maximum rows, not counting the totals. Default: ${reportLimits.defaultRows}. Null = no limit: exports have all rows, other responses up to ${reportLimits.rows}.`,
    ),
  traffic: z
    .enum(trafficKinds)
    .optional()
    .describe(
      'live (default), or test: requests with test: 1 (OpenRTB 2.6, 3.2.1) and the events of their ads. Tests earn and cost nothing, and no other figure includes them.',
    ),
  hideZero: z.boolean('Must be true or false').optional().describe('Hides rows whose metrics are all zero or empty.'),
});

/** A report as clients request it. */
export type ReportBody = z.input<typeof reportBodySchema>;
