import { inArray, or, type SQL } from 'drizzle-orm';
import { rightsOfRole } from '#model/account/customRole.ts';
import { managerRights } from '#model/account/user.ts';
import { type Entity, entities, type FieldChange } from '#model/index.ts';
import type { NewEntry } from '../entities/changeLog.ts';
import type { Connection } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { sessions, signInLinks } from '../tables.ts';
import { tableOf } from '../tableOf.ts';

/** Users by their IDs, accounts or custom roles. */
export type SessionHolders =
  | { userIds: readonly number[] }
  | { demandIds: readonly number[] }
  | { roleIds: readonly number[] };

/**
 * Ends what changes take away, in their transaction, whichever way they were made: all sessions and one-time links of
 * users who are suspended or have other rights, the links of those with another login, and the sessions of users of
 * suspended accounts, or of custom roles with other permissions.
 */
export async function endAccess(connection: Connection, entries: readonly NewEntry[]): Promise<void> {
  const idsOf = (isMeant: (entry: NewEntry, fields: readonly FieldChange[]) => boolean) =>
    entries.flatMap((entry) => {
      const { action, fields = [], rowId } = entry;
      return action !== 'created' && rowId !== null && isMeant(entry, fields) ? [rowId] : [];
    });
  const endsAccess = idsOf(
    (entry, fields) => isLogin(entry) && (isSuspended(fields) || fields.some(({ field }) => managerRights.has(field))),
  );
  const isRenamed = idsOf((entry, fields) => isLogin(entry) && fields.some(({ field }) => field === 'login'));
  const demandIds = idsOf(({ entity }, fields) => entity === 'demand' && isSuspended(fields));
  const roleIds = idsOf(
    ({ entity }, fields) =>
      entity === 'role' && fields.some(({ field }) => field === 'status' || rightsOfRole.has(field)),
  );
  const linkIds = [...endsAccess, ...isRenamed];
  if (linkIds.length > 0) await connection.delete(signInLinks).where(inArray(signInLinks.userId, linkIds));
  for (const whose of [{ userIds: endsAccess }, { demandIds }, { roleIds }]) {
    const condition = sessionsOf(connection, whose);
    if (condition) await connection.delete(sessions).where(condition);
  }
}

/** The sessions of users, and of admins who act as them; undefined without any. */
export function sessionsOf(connection: Connection, whose: SessionHolders): SQL | undefined {
  if ('userIds' in whose) {
    if (whose.userIds.length === 0) return undefined;
    const ids = [...whose.userIds];
    return or(inArray(sessions.userId, ids), inArray(sessions.adminId, ids));
  }
  const [name, ids] =
    'roleIds' in whose ? (['roleId', whose.roleIds] as const) : (['demandId', whose.demandIds] as const);
  if (ids.length === 0) return undefined;
  const users = tableOf('user');
  const people = connection
    .select({ id: columnNamed(users, 'id') })
    .from(users.table)
    .where(inArray(columnNamed(users, name), [...ids]));
  return inArray(sessions.userId, people);
}

/** Whether an entry is about a user, whichever entity lists it. */
function isLogin({ entity: name }: NewEntry): boolean {
  return (entities as Readonly<Record<string, Entity>>)[name]?.table === 'users';
}

function isSuspended(fields: readonly FieldChange[]): boolean {
  return fields.some(({ field, to }) => field === 'status' && to !== 1);
}
