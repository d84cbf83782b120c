import { createSchema, type Entity, type EntityName, type Status, updateSchema } from '#model/index.ts';
import type { WriteOutcome } from '#storage/entities/writeRow.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { endSessionsAfter, faultsBeyondFields, faultsOfLimits } from './entityRules.ts';
import { bulkSchema, idParam, listQuerySchema } from './listQuery.ts';
import { bulkAnswerSchema, listAnswerSchema, rowSchema } from './rowSchema.ts';
import { scopeOf } from './scopeOf.ts';
import { withNames } from './withNames.ts';

/** The routes of an entity, all from its definition: list, read, create, change, and remove or give many a status. */
export function entityRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const routes = [listRoute(deps, entity), ...oneRoutes(deps, entity)];
  if ('status' in entity.fields) routes.push(bulkRoute(deps, entity));
  return routes;
}

function listRoute({ entities }: ApiDeps, entity: Entity): Route {
  const name = entity.name as EntityName;
  return defineRoute({
    method: 'GET',
    path: `/api/${entity.path}`,
    summary: `List ${entity.pluralLabel.toLowerCase()}`,
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'read' },
    query: listQuerySchema(entity),
    answers: { 200: { description: 'A page of the list', schema: listAnswerSchema(entity) } },
    async handler({ query, user }) {
      const scope = scopeOf(user);
      const { rows, total } = await entities.list(name, { ...query, scope });
      return ok({ rows: await withNames(entities, name, rows, scope), total, page: query.page, size: query.size });
    },
  });
}

function oneRoutes(deps: ApiDeps, entity: Entity): Route[] {
  const { entities, pulse } = deps;
  const name = entity.name as EntityName;
  const one = entity.label.toLowerCase();
  const schema = rowSchema(entity);
  const chapter = entity.pluralLabel;
  const path = `/api/${entity.path}/{id}`;
  const routes = [
    defineRoute({
      method: 'GET',
      path,
      summary: `Read one ${one}`,
      chapter,
      access: { entity: name, action: 'read' },
      params: idParam,
      answers: { 200: { description: entity.label, schema } },
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
      body: createSchema(entity),
      answers: { 201: { description: `The new ${one}`, schema } },
      async handler({ body, user, author }) {
        const found = [
          ...faultsBeyondFields(name, body, { id: null, user }),
          ...(await faultsOfLimits(entities, name, user.demandId)),
        ];
        const given = name === 'manager' ? { managerId: user.id } : {};
        const outcome = await entities.create(name, body, user.demandId, {
          found,
          author,
          given,
          scope: scopeOf(user),
        });
        pulse.nudge();
        return replyOf(outcome, 201);
      },
    }),
    defineRoute({
      method: 'PATCH',
      path,
      summary: `Change one ${one}`,
      chapter,
      access: { entity: name, action: 'update' },
      params: idParam,
      body: updateSchema(entity),
      answers: { 200: { description: `The ${one} as it now is`, schema } },
      async handler({ params, body, user, author, sessionToken }) {
        const found = faultsBeyondFields(name, body, { id: params.id, user });
        const outcome = await entities.update(name, params.id, body, scopeOf(user), { found, author });
        pulse.nudge();
        if (outcome.type === 'done') {
          const change = { status: body['status'] as Status | undefined, isPasswordNew: Boolean(body['password']) };
          await endSessionsAfter(deps, name, [params.id], change, sessionToken);
        }
        return replyOf(outcome, 200);
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
        async handler({ params, user, author }) {
          const outcome = await entities.remove(name, params.id, scopeOf(user), { author });
          pulse.nudge();
          return replyOf(outcome, 200);
        },
      }),
    );
  }
  return routes;
}

function bulkRoute(deps: ApiDeps, entity: Entity): Route {
  const name = entity.name as EntityName;
  return defineRoute({
    method: 'POST',
    path: `/api/${entity.path}/bulk`,
    summary: `Give many ${entity.pluralLabel.toLowerCase()} a status`,
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'update' },
    body: bulkSchema(entity),
    answers: { 200: { description: 'What came of each row', schema: bulkAnswerSchema } },
    async handler({ body, user, author, sessionToken }) {
      const scope = scopeOf(user);
      const isOwnUser = name === 'user' && body.status !== 1;
      if (isOwnUser && (body.all !== undefined || body.ids?.includes(user.id))) {
        const message = body.all ? 'Name the users to suspend by their ids' : 'You cannot suspend yourself';
        return refuse(422, [{ code: 'own_user', message, path: body.all ? 'all' : 'ids' }]);
      }
      const choice = body.ids
        ? { ids: body.ids, scope }
        : { filter: { ...body.all, filters: filtersOf(body.all), scope } };
      const results = await deps.entities.setStatusOfMany(name, choice, body.status, {
        ...author,
        source: 'bulk',
      });
      deps.pulse.nudge();
      const done = results.filter((result) => result.problem === null);
      await endSessionsAfter(
        deps,
        name,
        done.map((result) => result.id),
        { status: body.status },
        sessionToken,
      );
      return ok({ changed: done.length, results });
    },
  });
}

function filtersOf(
  all: { filters?: Record<string, (string | number | boolean)[] | undefined> | undefined } | undefined,
) {
  const filters: Record<string, (string | number | boolean)[]> = {};
  for (const [name, values] of Object.entries(all?.filters ?? {})) if (values) filters[name] = values;
  return filters;
}

function replyOf(outcome: WriteOutcome<unknown>, status: number): Reply {
  if (outcome.type === 'done') return ok(outcome.row, status);
  if (outcome.type === 'missing') return notFound();
  return refuse(outcome.faults.every((fault) => fault.code === 'taken') ? 409 : 422, outcome.faults);
}
