import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import { reportBodySchema } from '#reports/index.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

export const reportRowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const reportFieldsSchema = z.object({
  dimensions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      definition: z.string(),
      group: z.string(),
      kind: z.enum(['time', 'id', 'number', 'text']),
      entity: z.string().nullable(),
      choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).nullable(),
    }),
  ),
  metrics: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      definition: z.string(),
      group: z.string(),
      unit: z.enum(['count', 'usd', 'ratio', 'number', 'ms']),
      denominator: z.string().nullable(),
      sides: z.array(z.enum(['supply', 'demand', 'events'])),
    }),
  ),
});

/** Running reports, and their dimensions and metrics. */
export const reportContract = {
  run: {
    method: 'POST',
    path: '/api/rrun',
    isReadOnly: true,
    summary: 'Run a report',
    chapter: 'Reports',
    access: { roles: reportRoles },
    body: reportBodySchema,
    responses: {
      200: {
        description:
          'Rows in the requested order. The last element holds the totals of everything that matches the filters, with every ' +
          'dimension null. Money is exact decimal USD text. A rate is a ratio (0.1 = 10%), null if its divisor is zero.',
        schema: z.array(reportRowSchema),
      },
    },
    rejects: [422],
  },
  explain: {
    method: 'POST',
    path: '/api/reports/explain',
    isReadOnly: true,
    summary: 'Explain why a report shows no rows',
    chapter: 'Reports',
    access: { roles: reportRoles },
    body: reportBodySchema,
    responses: {
      200: {
        description: 'Reasons, each with the path of the part of the request that it concerns. Empty if there are rows',
        schema: z.object({
          reasons: z.array(
            problemSchema.extend({
              days: z
                .object({ startDate: z.string(), endDate: z.string() })
                .optional()
                .describe('Latest days with traffic, if the range has none'),
            }),
          ),
        }),
      },
    },
    rejects: [422],
  },
  listReportFields: {
    method: 'GET',
    path: '/api/reports/fields',
    formerPath: '/api/reports/catalogue',
    summary: 'List the report dimensions and metrics available to the caller',
    chapter: 'Reports',
    access: { roles: reportRoles },
    responses: { 200: { description: 'Dimensions and metrics with their definitions', schema: reportFieldsSchema } },
  },
} as const satisfies Contract;
