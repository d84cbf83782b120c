import { z } from 'zod';
import {
  createSchema,
  environments,
  maxId,
  readValues,
  targeting,
  type Fault,
  type TargetingRow,
} from '#model/index.ts';
import { faultyFields, rowFaults } from '#model/rowRules.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { readTestRequest } from './readTestRequest.ts';
import { testTargeting } from './testTargeting.ts';

const text = z.string().max(4096);

/** A request that is made up: a URL of a channel's tag, parameters that go before the URL's, and headers. */
const requestSchema = z.strictObject({
  url: z.string().trim().max(16_384).default(''),
  params: z.record(z.string().min(1).max(64), text).default({}),
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
    message: 'Give targetingId or values',
    path: ['targetingId'],
  });

const answerSchema = z.object({
  passes: z.boolean(),
  dimensions: z.array(
    z.object({
      dimension: z.string(),
      label: z.string(),
      group: z.string(),
      verdict: z.enum(['pass', 'fail', 'any']).describe('any = the targeting says nothing of it'),
      seen: z.string().describe('What the request tells; empty = nothing'),
    }),
  ),
});

/** Tests a targeting against a request, as ad serving would judge it. */
export function targetingRoutes(deps: Pick<ApiDeps, 'entities' | 'lists' | 'locate' | 'now'>): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/demand/targetings/test',
      summary: 'Judge a request by a targeting, dimension by dimension',
      chapter: targeting.pluralLabel,
      access: { entity: 'targeting', action: 'read' },
      body: bodySchema,
      answers: { 200: { description: 'The verdict of each dimension', schema: answerSchema } },
      refuses: [404, 422],
      async handler({ body, user, ip }) {
        const scope = scopeOf(user);
        const found =
          body.targetingId === undefined
            ? readDraft(body.values ?? {}, user.demandId)
            : await deps.entities.get('targeting', body.targetingId, scope);
        if (!found) return notFound();
        if ('faults' in found) return refuse(422, found.faults);
        const account = found.demandId === null ? null : await deps.entities.get('demand', found.demandId, scope);
        const traits = await readTestRequest(deps, body.request, {
          scope,
          peer: ip,
          zoneHours: account?.timezone ?? 0,
        });
        return ok(await testTargeting(deps, found, traits, scope));
      },
    }),
  ];
}

/** A targeting that is not saved yet. */
function readDraft(values: Record<string, unknown>, demandId: number | null): TargetingRow | { faults: Fault[] } {
  const read = readValues(createSchema(targeting), { name: 'Test', ...values });
  const row = { ...(read.values as TargetingRow), id: 0, demandId, createdAt: '', updatedAt: '', version: 1 };
  const faults = [...read.faults, ...rowFaults(targeting, read.values, { faulty: faultyFields(read.faults) })];
  return faults.length > 0 ? { faults: faults.map(inValues) } : row;
}

function inValues(fault: Fault): Fault {
  return { ...fault, path: `values.${fault.path}` };
}
