import { z } from 'zod';
import {
  createSchema,
  type Entity,
  type EntityName,
  type Fault,
  readValues,
  type Status,
  updateSchema,
} from '#model/index.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { type Call, defineRoute, notFound, ok, type Route } from '../route.ts';
import { bulkRoute } from './bulk/bulkRoute.ts';
import { endSessionsAfter, faultsBeyondFields, faultsOfLimits } from './entityRules.ts';
import { idParam } from './listQuery.ts';
import { listRoutes } from './listRoutes.ts';
import { replyOfWrite } from './replyOfWrite.ts';
import { rowSchema } from './rowSchema.ts';
import { scopeOf } from './scopeOf.ts';

/** The routes of an entity, all from its definition: list, read, create, change, and remove or give many a status. */
export function entityRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const routes = [...listRoutes(deps, entity), ...oneRoutes(deps, entity)];
  if ('status' in entity.fields) routes.push(bulkRoute(deps, entity));
  return routes;
}

function oneRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const { entities, pulse } = deps;
  const name = entity.name as EntityName;
  const one = entity.label.toLowerCase();
  const schema = rowSchema(entity);
  const chapter = entity.pluralLabel;
  const path = `/api/${entity.path}/{id}`;
  const newSchema = createSchema(entity);
  const changeSchema = updateSchema(entity).extend({ version: versionSchema });

  /** Adds a row, unless faults of its values are known. */
  async function create({ user, author }: Pick<Call, 'user' | 'author'>, { values, faults }: ReadValues) {
    const found = [
      ...faults,
      ...faultsBeyondFields(name, values, { id: null, user }),
      ...(await faultsOfLimits(entities, name, user.demandId)),
    ];
    const given = name === 'manager' ? { managerId: user.id } : {};
    return entities.create(name, values, user.demandId, { found, author, given, scope: scopeOf(user) });
  }

  /** Changes a row, unless faults of its values are known. */
  async function change(
    id: number,
    { user, author }: Pick<Call, 'user' | 'author'>,
    { values: { version: given, ...values }, faults }: ReadValues,
  ) {
    const found = [...faults, ...faultsBeyondFields(name, values, { id, user })];
    const version = typeof given === 'number' ? given : undefined;
    return entities.update(name, id, values, scopeOf(user), { found, author, version });
  }

  const routes = [
    defineRoute({
      method: 'GET',
      path,
      summary: `Read one ${one}`,
      chapter,
      access: { entity: name, action: 'read' },
      params: idParam,
      answers: { 200: { description: entity.label, schema } },
      refuses: [404],
      async handler({ params, user }) {
        const row = await entities.get(name, params.id, scopeOf(user));
        return row ? ok(row) : notFound();
      },
    }),
    defineRoute({
      method: 'POST',
      path: `/api/${entity.path}`,
      summary: `Create one ${one}`,
      chapter,
      access: { entity: name, action: 'create' },
      body: newSchema,
      answers: { 201: { description: `The new ${one}`, schema } },
      refuses: [409, 422],
      faultsBeside: async (call) => faultsIn(await create(call, readValues(newSchema, call.body))),
      async handler(call) {
        const outcome = await create(call, { values: call.body, faults: [] });
        pulse.nudge();
        return outcome.type === 'done' ? ok(outcome.row, 201) : refuseFaults(outcome.faults);
      },
    }),
    defineRoute({
      method: 'PATCH',
      path,
      summary: `Change one ${one}`,
      chapter,
      access: { entity: name, action: 'update' },
      params: idParam,
      body: changeSchema,
      answers: { 200: { description: `The ${one} as it now is`, schema } },
      refuses: [404, 409, 422],
      faultsBeside: async (call) => faultsIn(await change(call.params.id, call, readValues(changeSchema, call.body))),
      async handler(call) {
        const { params, body, sessionToken } = call;
        const outcome = await change(params.id, call, { values: body, faults: [] });
        pulse.nudge();
        if (outcome.type === 'done') {
          const touched = { status: body['status'] as Status | undefined, isPasswordNew: Boolean(body['password']) };
          await endSessionsAfter(deps, name, [params.id], touched, sessionToken);
        }
        return replyOfWrite(outcome);
      },
    }),
  ];
  if (entity.removal === 'delete') {
    routes.push(
      defineRoute({
        method: 'DELETE',
        path,
        summary: `Delete one ${one}`,
        chapter,
        access: { entity: name, action: 'delete' },
        params: idParam,
        answers: { 200: { description: `The ${one} as it was`, schema } },
        refuses: [404, 409, 422],
        async handler({ params, user, author }) {
          const outcome = await entities.remove(name, params.id, scopeOf(user), { author });
          pulse.nudge();
          return replyOfWrite(outcome);
        },
      }),
    );
  }
  return routes;
}

const versionSchema = z
  .int('Must be a version')
  .positive('Must be a version')
  .optional()
  .describe('The version that the change builds on; when the row has another one, nothing is changed (409)');

type ReadValues = ReturnType<typeof readValues>;

function faultsIn(outcome: WriteOutcome<unknown>): Fault[] {
  return outcome.type === 'faults' ? outcome.faults : [];
}
