import { apiTokenAuthor, entityList, hasPart } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, notFound, ok, reject, type JsonResponse, type Rejection, type Route } from '../route.ts';
import { logContract } from './logContract.ts';
import { filterOf, isInLogOf, logOf } from './logOf.ts';
import type { LogQuery } from './logQuery.ts';
import { logRows } from './logRows.ts';
import { planRevertAs } from './planRevert.ts';
import { revertEntry, type RevertOutcome } from './revertEntry.ts';

/** Routes of the log of users' changes, and of reverting an entry. */
export function logRoutes(deps: ApiDeps): Route[] {
  const { log, entities, snapshotNotifier } = deps;
  return [
    implement(logContract.list, async ({ query, user }) => {
      const { page, size } = query;
      if (query.rowId !== undefined && query.entity === undefined) {
        return reject(422, [{ code: 'required', message: 'Required with rowId', path: 'entity' }]);
      }
      if (!isOfOnePlace(query) && !hasPart(user.config.database, 'log')) return notFound();
      const { rows, total } = await log.list(filterOf(query, user), { page, size, isGrouped: query.isGrouped });
      return ok({ rows: await logRows(deps, rows, user), total, page, size });
    }),
    implement(logContract.listAuthors, async ({ user }) => {
      if (!hasPart(user.config.database, 'log')) return notFound();
      const { scope, userIds } = logOf(user);
      const ids = userIds ?? (await log.authors(scope));
      const people = await entities.listNames('user', { scope: 'all', ids, isArchivedShown: true });
      const programs = ids.includes(apiTokenAuthor.id) ? [apiTokenAuthor] : [];
      return ok([...programs, ...people.map(({ id, name }) => ({ id, name }))]);
    }),
    implement(logContract.read, async ({ params, user }) => {
      const entry = await log.get(params.id, scopeOf(user));
      if (!entry || !isInLogOf(user, entry)) return notFound();
      const [row] = await logRows(deps, [entry], user);
      return row ? ok(row) : notFound();
    }),
    implement(logContract.revert, async ({ params, user, author }) => {
      const entry = await log.get(params.id, scopeOf(user));
      if (!entry || !isInLogOf(user, entry)) return notFound();
      const plan = planRevertAs(entry, user);
      if (plan.type === 'never') return reject(422, [plan.fault]);
      if (plan.type === 'forbidden') return reject(403, [beyondRights]);
      const outcome = await revertEntry(deps, entry, plan, { user, author });
      snapshotNotifier.notify();
      return responseOf(outcome, plan.name);
    }),
  ];
}

/**
 * Whether a query is for the history of one object or of a change set, which is in every edition; the whole log is not.
 * An object may be logged as any entity of its table.
 */
function isOfOnePlace({ entity = [], rowId, batch }: LogQuery): boolean {
  if (batch !== undefined) return true;
  return rowId !== undefined && new Set(entity.map(tableOf)).size === 1;
}

function tableOf(name: string): string {
  return entityList.find((entity) => entity.name === name)?.table ?? name;
}

const beyondRights = { code: 'not_allowed', message: 'You may not do this', path: '' };

function responseOf(
  outcome: RevertOutcome,
  entity: string,
): JsonResponse<200, { entity: string; rowId: number }> | Rejection<404 | 409 | 422> {
  if (outcome.type === 'done') return ok({ entity, rowId: outcome.row.id });
  return outcome.type === 'missing' ? notFound() : rejectFaults(outcome.faults);
}
