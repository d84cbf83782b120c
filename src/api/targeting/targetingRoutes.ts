import { createSchema, type Fault, readValues, targeting, type TargetingRow } from '#model/index.ts';
import { faultyFields, rowFaults } from '#model/entity/rowRules.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { readTestRequest } from './readTestRequest.ts';
import { targetingContract } from './targetingContract.ts';
import { testTargeting } from './testTargeting.ts';

/** Routes for testing a targeting with a request, as ad serving would evaluate it. */
export function targetingRoutes(deps: Pick<ApiDeps, 'entities' | 'lists' | 'locate' | 'now'>): Route[] {
  return [
    implement(targetingContract.test, async ({ body, user, ip }) => {
      const scope = scopeOf(user);
      const found =
        body.targetingId === undefined
          ? readDraft(body.values ?? {}, user.demandId)
          : await deps.entities.get('targeting', body.targetingId, scope);
      if (!found) return notFound();
      if ('faults' in found) return reject(422, found.faults);
      const account = found.demandId === null ? null : await deps.entities.get('demand', found.demandId, scope);
      const traits = await readTestRequest(deps, body.request, {
        scope,
        peer: ip,
        zoneHours: account?.timezone ?? 0,
      });
      return ok(await testTargeting(deps, found, traits, scope));
    }),
  ];
}

/** Parses a targeting that is not saved yet. */
function readDraft(values: Record<string, unknown>, demandId: number | null): TargetingRow | { faults: Fault[] } {
  const read = readValues(createSchema(targeting), { name: 'Test', ...values });
  const row = { ...(read.values as TargetingRow), id: 0, demandId, createdAt: '', updatedAt: '', version: 1 };
  const faults = [...read.faults, ...rowFaults(targeting, read.values, { faulty: faultyFields(read.faults) })];
  return faults.length > 0 ? { faults: faults.map(inValues) } : row;
}

function inValues(fault: Fault): Fault {
  return { ...fault, path: `values.${fault.path}` };
}
