import { z } from 'zod';
import { type DimensionGroup, dimensionGroups, dimensionNames, environments, maxId, targeting } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

const text = z.string().max(4096);

/** A test request: the URL of a channel's tag, parameters that take precedence over the URL's, and headers. */
const requestSchema = z.strictObject({
  url: z.string().trim().max(16_384).default('').describe('A channel’s tag URL with its parameters'),
  params: z.record(z.string().min(1).max(64), text).default({}).describe('Parameters that override those of the URL'),
  headers: z.record(z.string().min(1).max(64), text).default({}),
  environment: z
    .enum(environments.map(({ value }) => value))
    .optional()
    .describe('Absent = that of the channel in the URL, else web'),
  at: z.iso.datetime().optional().describe('Absent = now'),
});

const bodySchema = z
  .strictObject({
    targetingId: z.int().positive().max(maxId).optional(),
    values: z.record(z.string(), z.unknown()).optional().describe('A targeting that is not saved yet'),
    request: requestSchema,
  })
  .refine(({ targetingId, values }) => (targetingId === undefined) !== (values === undefined), {
    message: 'Provide either targetingId or values',
    path: ['targetingId'],
  });

/** Body of POST /api/demand/targetings/test. */
export type TargetingTest = z.input<typeof bodySchema>;

const responseSchema = z.object({
  passes: z.boolean(),
  dimensions: z.array(
    z.object({
      dimension: z.enum(dimensionNames),
      label: z.string(),
      group: z.enum(Object.keys(dimensionGroups) as DimensionGroup[]),
      verdict: z.enum(['pass', 'fail', 'any']).describe('any = the targeting does not use this dimension'),
      seen: z.string().describe('Value in the request; empty = none'),
    }),
  ),
});

/** Response of POST /api/demand/targetings/test. */
export type TargetingTestResponse = z.output<typeof responseSchema>;

/** Testing a targeting with a request. */
export const targetingContract = {
  test: {
    method: 'POST',
    path: '/api/demand/targetings/test',
    isReadOnly: true,
    summary: 'Test a request against a targeting, dimension by dimension',
    chapter: targeting.pluralLabel,
    access: { entity: 'targeting', action: 'read' },
    body: bodySchema,
    responses: { 200: { description: 'The verdict of each dimension', schema: responseSchema } },
    rejects: [404, 422],
  },
} as const satisfies Contract;
