import { and, asc, count, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { UserRow } from '#model/index.ts';
import type { Connection } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';
import { tableOf } from '../tableOf.ts';
import { scimGroupMembers, scimGroups, scimUsers } from './scimTables.ts';

/** A user that can be provisioned. */
export interface ScimUser {
  user: UserRow;
  /** Null = none. */
  externalId: string | null;
  /** The provisioned groups that it is in, by name. */
  groups: { id: string; name: string }[];
}

/** A filter of users: one of these values. */
export interface ScimUserFilter {
  id?: number;
  login?: string;
  externalId?: string;
}

/**
 * The users of an account that a program may provision: its managers; of the platform (null): its admins, without super
 * admins. Owners and partners never are. Archived users are not there.
 */
export interface ScimUserStore {
  /** A page of users in the order of their IDs, from an offset, and the number of all. */
  list(
    demandId: number | null,
    filter: ScimUserFilter,
    page: { offset: number; limit: number },
  ): Promise<{ users: ScimUser[]; total: number }>;
  get(demandId: number | null, id: number): Promise<ScimUser | null>;
  /** Which of these IDs are users that can be provisioned. */
  existing(demandId: number | null, ids: readonly number[]): Promise<number[]>;
  /** Stores the ID of a user at the program; null removes it. */
  setExternalId(userId: number, externalId: string | null): Promise<void>;
  /** Locks users until the transaction ends, so that transactions that decide about their roles follow each other. */
  lock(userIds: readonly number[]): Promise<void>;
  /** Names and external IDs of the provisioned groups that a user is in. */
  groupsOf(userId: number): Promise<string[]>;
}

export function openScimUsers(db: Connection): ScimUserStore {
  const users = tableOf('user');
  const column = (name: string) => columnNamed(users, name);

  function matching(demandId: number | null, { id, login, externalId }: ScimUserFilter): SQL | undefined {
    const ofAccount =
      demandId === null
        ? and(isNull(column('demandId')), eq(column('type'), 'admin'), eq(column('isSuper'), false))
        : and(eq(column('demandId'), demandId), eq(column('type'), 'demand'), isNotNull(column('managerId')));
    return and(
      ofAccount,
      ne(column('status'), 2),
      id === undefined ? undefined : eq(column('id'), id),
      login === undefined ? undefined : sql`lower(${column('login')}) = lower(${login})`,
      externalId === undefined ? undefined : eq(scimUsers.externalId, externalId),
    );
  }

  async function list(
    demandId: number | null,
    filter: ScimUserFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ users: ScimUser[]; total: number }> {
    const where = matching(demandId, filter);
    const [counted] = await db
      .select({ total: count() })
      .from(users.table)
      .leftJoin(scimUsers, eq(scimUsers.userId, column('id')))
      .where(where);
    const rows =
      limit === 0
        ? []
        : await db
            .select({ user: visibleColumns(users), externalId: scimUsers.externalId })
            .from(users.table)
            .leftJoin(scimUsers, eq(scimUsers.userId, column('id')))
            .where(where)
            .orderBy(asc(column('id')))
            .offset(offset)
            .limit(limit);
    const found = rows.map(({ user, externalId }) => ({ user: rowOf('user', user), externalId }));
    const groups = await readGroups(found.map(({ user }) => user.id));
    return {
      users: found.map((each) => ({
        ...each,
        groups: groups.filter(({ userId }) => userId === each.user.id).map(({ id, name }) => ({ id, name })),
      })),
      total: counted?.total ?? 0,
    };
  }

  async function readGroups(userIds: readonly number[]) {
    if (userIds.length === 0) return [];
    const { id, name, externalId } = scimGroups;
    return db
      .select({ userId: scimGroupMembers.userId, id, name, externalId })
      .from(scimGroupMembers)
      .innerJoin(scimGroups, eq(id, scimGroupMembers.groupId))
      .where(inArray(scimGroupMembers.userId, [...userIds]))
      .orderBy(asc(name));
  }

  return {
    list,
    async get(demandId, id) {
      const { users: found } = await list(demandId, { id }, { offset: 0, limit: 1 });
      return found[0] ?? null;
    },
    async existing(demandId, ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .select({ id: column('id') })
        .from(users.table)
        .where(and(matching(demandId, {}), inArray(column('id'), [...ids])));
      return rows.map(({ id }) => Number(id));
    },
    async setExternalId(userId, externalId) {
      if (externalId === null) await db.delete(scimUsers).where(eq(scimUsers.userId, userId));
      else
        await db
          .insert(scimUsers)
          .values({ userId, externalId })
          .onConflictDoUpdate({ target: scimUsers.userId, set: { externalId } });
    },
    async lock(userIds) {
      if (userIds.length === 0) return;
      const id = column('id');
      const isOne = inArray(id, [...userIds]);
      await db.select({ id }).from(users.table).where(isOne).orderBy(asc(id)).for('no key update');
    },
    async groupsOf(userId) {
      const groups = await readGroups([userId]);
      return groups.flatMap(({ name, externalId }) => [name, ...(externalId === null ? [] : [externalId])]);
    },
  };
}
