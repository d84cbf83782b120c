import { createSchema, type Entity, type EntityName, type Fault, readValues } from '#model/index.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { type Call, implement, notFound, ok, type Route } from '../route.ts';
import { bulkRoute } from './bulk/bulkRoute.ts';
import { changeSchema, entityContract } from './entityContract.ts';
import { addedTagParams } from './addedTagParams.ts';
import { faultsOutsideSchema, faultsOfLimits } from './entityRules.ts';
import { searchBy } from './findRows.ts';
import { openFigures } from './listMetrics/figures.ts';
import { listRoutes } from './listRoutes.ts';
import { rowStates } from './rowStates/rowStates.ts';
import { responseOfWrite } from './responseOfWrite.ts';
import { scopeOf } from './scopeOf.ts';

/**
 * The routes of an entity, built from its definition: list, read, create, change, delete, and set the status of many.
 */
export function entityRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const routes = [...listRoutes(deps, entity), ...oneRoutes(deps, entity)];
  if ('status' in entity.fields) routes.push(bulkRoute(deps, entity));
  return routes;
}

function oneRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const { entities, snapshotNotifier } = deps;
  const read = openFigures(deps);
  const name = entity.name as EntityName;
  const contract = entityContract(entity);
  const newSchema = createSchema(entity);
  const changedSchema = changeSchema(entity);

  /** Creates a row, unless its values have faults. */
  async function create({ user, author }: Pick<Call, 'user' | 'author'>, { values, faults }: ReadValues) {
    const found = [
      ...faults,
      ...faultsOutsideSchema(name, values, { id: null, user }),
      ...(await faultsOfLimits(entities, name, user.demandId)),
    ];
    const given = {
      ...(entity.hashes ? { hasPassword: false } : {}),
      ...(name === 'manager' ? { managerId: user.id } : {}),
    };
    return entities.create(name, values, user.demandId, { found, author, given, scope: scopeOf(user) });
  }

  /** Changes a row, unless its values have faults. */
  async function change(
    id: number,
    { user, author }: Pick<Call, 'user' | 'author'>,
    { values: { version: given, ...values }, faults }: ReadValues,
  ) {
    const found = [...faults, ...faultsOutsideSchema(name, values, { id, user })];
    const version = typeof given === 'number' ? given : undefined;
    const checks = addedTagParams(name, values, user);
    return entities.update(name, id, values, scopeOf(user), { found, author, version, ...checks });
  }

  const routes = [
    implement(contract.read, async ({ params, query, user }) => {
      const row = await entities.get(name, params.id, scopeOf(user));
      if (!row) return notFound();
      if (query.states === undefined) return ok(row);
      const found = await rowStates(searchBy(deps, read, user), name, [row.id]);
      return ok({ ...row, states: found.get(row.id) ?? [] });
    }),
    implement(
      contract.create,
      async (call) => {
        const outcome = await create(call, { values: call.body, faults: [] });
        snapshotNotifier.notify();
        return outcome.type === 'done' ? ok(outcome.row, 201) : rejectFaults(outcome.faults);
      },
      { additionalFaults: async (call) => faultsIn(await create(call, readValues(newSchema, call.body))) },
    ),
    implement(
      contract.change,
      async (call) => {
        const { params, body } = call;
        const outcome = await change(params.id, call, { values: body, faults: [] });
        snapshotNotifier.notify();
        return responseOfWrite(outcome);
      },
      {
        additionalFaults: async (call) =>
          faultsIn(await change(call.params.id, call, readValues(changedSchema, call.body))),
      },
    ),
  ];
  if (entity.removal === 'delete') {
    routes.push(
      implement(contract.remove, async ({ params, user, author }) => {
        const outcome = await entities.remove(name, params.id, scopeOf(user), { author });
        snapshotNotifier.notify();
        return responseOfWrite(outcome);
      }),
    );
  }
  return routes;
}

type ReadValues = ReturnType<typeof readValues>;

function faultsIn(outcome: WriteOutcome<unknown>): Fault[] {
  return outcome.type === 'faults' ? outcome.faults : [];
}
