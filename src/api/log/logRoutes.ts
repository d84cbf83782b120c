import { z } from 'zod';
import { apiTokenAuthor, changeActions, changeSources, logRoles, mayDo } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { filterOf, isInLogOf, logOf } from './logOf.ts';
import { entryParam, logQuerySchema } from './logQuery.ts';
import { logRows } from './logRows.ts';
import { planRevert } from './planRevert.ts';
import { revertEntry, type RevertOutcome } from './revertEntry.ts';

const nullableText = z.string().nullable();

const rowSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  demandId: z.int().nullable(),
  accountName: nullableText,
  userId: z.int().nullable().describe('Null for the product itself, and for programs with an API token'),
  userName: nullableText.describe('“API token” for programs; null for the product itself'),
  adminName: nullableText.describe('The admin who acted as the user'),
  action: z.enum(changeActions),
  entity: z.string(),
  rowId: z.int().nullable(),
  name: z.string().describe('What the object was called then'),
  fields: z.array(
    z.object({ field: z.string(), from: z.unknown(), to: z.unknown(), isSecret: z.boolean().optional() }),
  ),
  ip: z.string().describe('Empty for the operator’s people, unless an admin reads it'),
  source: z.enum(changeSources),
  requestId: z.string(),
  revertOf: z.int().nullable().describe('The entry that this one took back'),
  batch: z
    .object({ id: z.int(), count: z.int(), canUndo: z.boolean() })
    .nullable()
    .describe('The change set that it is part of'),
  canRevert: z.boolean(),
  names: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('Names of the objects that fields refer to: entity → id → name'),
});

/** The log of what people did, and the way to take an entry back. */
export function logRoutes(deps: ApiDeps): Route[] {
  const { log, entities, pulse } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/log',
      summary: 'What people did, newest first',
      chapter: 'Log',
      access: { roles: logRoles },
      query: logQuerySchema,
      answers: {
        200: {
          description: 'A page of the log',
          schema: z.object({ rows: z.array(rowSchema), total: z.int(), page: z.int(), size: z.int() }),
        },
      },
      async handler({ query, user }) {
        const { page, size } = query;
        const { rows, total } = await log.list(filterOf(query, user), { page, size });
        return ok({ rows: await logRows(deps, rows, user), total, page, size });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/log/authors',
      summary: 'Everybody who is in the log',
      chapter: 'Log',
      access: { roles: logRoles },
      answers: {
        200: {
          description: 'All names; id 0 = API tokens',
          schema: z.array(z.object({ id: z.int(), name: z.string() })),
        },
      },
      async handler({ user }) {
        const { scope, userIds } = logOf(user);
        const ids = userIds ?? (await log.authors(scope));
        const people = await entities.listNames('user', { scope: 'all', ids, isArchivedShown: true });
        const programs = ids.includes(apiTokenAuthor.id) ? [apiTokenAuthor] : [];
        return ok([...programs, ...people.map(({ id, name }) => ({ id, name }))]);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/log/{id}',
      summary: 'One entry of the log',
      chapter: 'Log',
      access: { roles: logRoles },
      params: entryParam,
      answers: { 200: { description: 'The entry', schema: rowSchema } },
      refuses: [404],
      async handler({ params, user }) {
        const entry = await log.get(params.id, scopeOf(user));
        if (!entry || !isInLogOf(user, entry)) return notFound();
        const [row] = await logRows(deps, [entry], user);
        return ok(row);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/log/{id}/revert',
      summary: 'Take an entry back',
      chapter: 'Log',
      access: { roles: logRoles },
      params: entryParam,
      answers: {
        200: {
          description: 'Done; the object that it was about',
          schema: z.object({ entity: z.string(), rowId: z.int() }),
        },
      },
      refuses: [403, 404, 409, 422],
      async handler({ params, user, author, sessionToken }) {
        const entry = await log.get(params.id, scopeOf(user));
        if (!entry || !isInLogOf(user, entry)) return notFound();
        const plan = planRevert(entry);
        if (plan.type === 'never') return refuse(422, [plan.fault]);
        if (!mayDo(user, plan.name, plan.needs)) return refuse(403, [beyondRights]);
        const outcome = await revertEntry(deps, entry, plan, { user, author, sessionToken });
        pulse.nudge();
        return replyOf(outcome, plan.name);
      },
    }),
  ];
}

const beyondRights = { code: 'forbidden', message: 'You may not do this', path: '' };

function replyOf(outcome: RevertOutcome, entity: string): Reply<200 | 404 | 409 | 422> {
  if (outcome.type === 'done') return ok({ entity, rowId: outcome.row.id });
  return outcome.type === 'missing' ? notFound() : refuseFaults(outcome.faults);
}
