import { entityList, type EntityName, mayRead, isScoped } from '#model/index.ts';
import type { LogEntry, LogFilter } from '#storage/entities/changeLog.ts';
import { accountsInScope } from '#storage/entities/database.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { LogQuery } from './logQuery.ts';

/** The part of the log that a user may see. */
type VisibleLog = Pick<LogFilter, 'scope' | 'userIds' | 'entities'>;

/**
 * The part of the log that a user sees: admins all of it, the owner of an account that of the account, managers and API
 * keys the changes of entities that they may read, and managers of some partners only their own changes.
 */
export function logOf(user: SessionUser): VisibleLog {
  const accounts = accountsInScope(scopeOf(user));
  const readable = entityList.map(({ name }) => name).filter((name) => mayRead(user, name as EntityName));
  const limited = { scope: accounts, ...(user.limits ? { entities: readable } : {}) };
  if (user.managerId === null) return limited;
  if (isScoped(user)) return { ...limited, userIds: [user.id] };
  return { scope: accounts, entities: readable };
}

/** The filter of a query, within the part that the user may see. */
export function filterOf(query: LogQuery, user: SessionUser): LogFilter {
  const visible = logOf(user);
  return {
    scope: narrowed(visible.scope, query.demandId),
    userIds: both(visible.userIds, query.userId),
    entities: both(visible.entities, query.entity),
    rowId: query.rowId,
    batch: query.batch,
    actions: query.action,
    field: query.field,
    q: query.q === '' ? undefined : query.q,
    from: query.from,
    to: query.to,
  };
}

/** Whether a user may see an entry within the user's scope. */
export function isInLogOf(user: SessionUser, entry: LogEntry): boolean {
  const { userIds, entities } = logOf(user);
  if (userIds && !(entry.userId !== null && userIds.includes(entry.userId))) return false;
  return !entities || entities.includes(entry.entity);
}

function narrowed(scope: LogFilter['scope'], requested: readonly number[] | undefined): LogFilter['scope'] {
  if (requested === undefined) return scope;
  const accounts = accountsInScope(scope);
  return accounts === 'all' ? requested : requested.filter((id) => accounts.includes(id));
}

function both<V>(allowed: readonly V[] | undefined, requested: readonly V[] | undefined): readonly V[] | undefined {
  if (allowed === undefined || requested === undefined) return requested ?? allowed;
  return requested.filter((value) => allowed.includes(value));
}
