import { z } from 'zod';
import { textSchema } from '#model/textSchema.ts';
import { conditionOps, filterOps, reportLimits } from './request.ts';

const daySchema = z.iso
  .date({ error: 'Must be a day as YYYY-MM-DD', abort: true })
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Must lie between 2000 and 2099');

const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Must be a time of day as HH:MM');

/** The body of POST /api/rrun as it arrives; names and values are checked against the catalogue afterwards. */
export const reportBodySchema = z.strictObject({
  startDate: daySchema.describe('First day, in the zone of the report.'),
  endDate: daySchema.describe('Last day, included.'),
  startTime: timeSchema.optional().describe('When the first day begins; 00:00 by default.'),
  endTime: timeSchema.optional().describe('When the last day ends; 24:00 by default.'),
  offset: z
    .int('Must be a whole number of hours')
    .min(-12, 'At least -12')
    .max(12, 'At most 12')
    .optional()
    .describe('Hours from UTC; by default the zone of the user.'),
  interval: z
    .enum(['minute15', 'hour', 'day', 'week', 'month', 'quarter'])
    .nullable()
    .optional()
    .describe('Shorthand for a first dimension of time.'),
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
          .describe('A metric; of a compared report also {metric}.before, {metric}.change or {metric}.diff.'),
        op: z.enum(conditionOps),
        value: z.union([z.number(), z.string().regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, 'Must be a number')]),
      }),
    )
    .max(reportLimits.conditions, `At most ${reportLimits.conditions} conditions`)
    .optional()
    .describe(
      'Keeps rows whose numbers fit. USD in USD, rates and changes as parts of 1. The totals stay those of all.',
    ),
  compare: z
    .discriminatedUnion('to', [
      z
        .strictObject({ to: z.literal('previous') })
        .describe('As many days right before; whole months with whole months.'),
      z.strictObject({ to: z.literal('week') }).describe('The same days of the week, as few weeks back as possible.'),
      z.strictObject({ to: z.literal('custom'), startDate: daySchema }).describe('As many days from a chosen one on.'),
    ])
    .nullable()
    .optional()
    .describe('Puts {metric}.before and {metric}.change beside each metric.'),
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
