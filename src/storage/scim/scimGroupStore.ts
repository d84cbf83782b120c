import { and, asc, count, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Author } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { violationOf } from '../entities/violationOf.ts';
import { recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { tableOf } from '../tableOf.ts';
import { scimGroupMembers, scimGroups } from './scimTables.ts';
import { openScimUsers } from './scimUserStore.ts';

/** A provisioned group. Times are ISO 8601. */
export interface ScimGroup {
  id: string;
  name: string;
  /** Null = none. */
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  members: { id: number; name: string }[];
}

/** The values of a group that a program sends. */
export interface ScimGroupValues {
  name: string;
  externalId: string | null;
  memberIds: readonly number[];
}

/** Who changes a group. */
export interface ScimGroupChanger {
  author: Author;
  /**
   * Called in the transaction of the change, once it is written, with those whose groups it changes. If it throws, nothing
   * of the change was ever visible.
   */
  check: (transaction: Transaction, userIds: readonly number[]) => Promise<void>;
}

/** The outcome of a change of a group; `userIds`: whose groups it changes; `unknownUser`: a new member is no user of the account. */
export type ScimGroupOutcome =
  | { type: 'done'; userIds: number[] }
  | { type: 'missing' }
  | { type: 'nameTaken' }
  | { type: 'unknownUser'; userId: number };

/** A filter of groups: one of these values. */
export interface ScimGroupFilter {
  id?: string;
  name?: string;
  externalId?: string;
}

/** Provisioned groups of accounts, and of the platform (null). */
export interface ScimGroupStore {
  /** A page of groups by name, from an offset, and the number of all. */
  list(
    demandId: number | null,
    filter: ScimGroupFilter,
    page: { offset: number; limit: number },
  ): Promise<{ groups: ScimGroup[]; total: number }>;
  get(demandId: number | null, id: string): Promise<ScimGroup | null>;
  /** Creates a group; false when one has the name. The members must be users of the account. */
  create(
    demandId: number | null,
    group: ScimGroupValues & { id: string; at: string },
    changer: ScimGroupChanger,
  ): Promise<boolean>;
  /**
   * Changes a group: `change` gets its values as they are after all earlier changes, and what it throws leaves the group
   * as it is. Changes of one group follow each other, so that none is lost.
   */
  update(
    demandId: number | null,
    group: { id: string; at: string },
    change: (before: ScimGroupValues) => ScimGroupValues,
    changer: ScimGroupChanger,
  ): Promise<ScimGroupOutcome>;
  /** Deletes a group; returns its last members, or null if there is no such group. */
  remove(demandId: number | null, id: string, changer: ScimGroupChanger): Promise<number[] | null>;
}

export function openScimGroups(db: Database): ScimGroupStore {
  const users = tableOf('user');
  const userColumn = (name: string) => columnNamed(users, name);
  const ofAccount = (demandId: number | null) =>
    demandId === null ? isNull(scimGroups.demandId) : eq(scimGroups.demandId, demandId);

  const matching = (demandId: number | null, { id, name, externalId }: ScimGroupFilter): SQL | undefined =>
    and(
      ofAccount(demandId),
      id === undefined ? undefined : eq(scimGroups.id, id),
      name === undefined ? undefined : eq(scimGroups.name, name),
      externalId === undefined ? undefined : eq(scimGroups.externalId, externalId),
    );

  async function list(
    demandId: number | null,
    filter: ScimGroupFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ groups: ScimGroup[]; total: number }> {
    const where = matching(demandId, filter);
    const [counted] = await db.select({ total: count() }).from(scimGroups).where(where);
    const rows =
      limit === 0
        ? []
        : await db.select().from(scimGroups).where(where).orderBy(asc(scimGroups.name)).offset(offset).limit(limit);
    const members =
      rows.length === 0
        ? []
        : await db
            .select({ groupId: scimGroupMembers.groupId, id: scimGroupMembers.userId, name: userColumn('name') })
            .from(scimGroupMembers)
            .innerJoin(users.table, eq(userColumn('id'), scimGroupMembers.userId))
            .where(
              inArray(
                scimGroupMembers.groupId,
                rows.map(({ id }) => id),
              ),
            )
            .orderBy(asc(scimGroupMembers.userId));
    return {
      groups: rows.map(({ demandId: _demandId, ...row }) => ({
        ...row,
        members: members
          .filter(({ groupId }) => groupId === row.id)
          .map(({ id, name }) => ({ id, name: String(name) })),
      })),
      total: counted?.total ?? 0,
    };
  }

  /** Reads the values of a group, and locks it: changes of one group follow each other. Null = no such group. */
  async function lock(transaction: Transaction, demandId: number | null, id: string): Promise<ScimGroupValues | null> {
    const [row] = await transaction
      .select({ name: scimGroups.name, externalId: scimGroups.externalId })
      .from(scimGroups)
      .where(matching(demandId, { id }))
      .for('update');
    if (!row) return null;
    const members = await transaction
      .select({ userId: scimGroupMembers.userId })
      .from(scimGroupMembers)
      .where(eq(scimGroupMembers.groupId, id))
      .orderBy(asc(scimGroupMembers.userId));
    return { ...row, memberIds: members.map(({ userId }) => userId) };
  }

  async function update(
    transaction: Transaction,
    demandId: number | null,
    { id, at }: { id: string; at: string },
    change: (before: ScimGroupValues) => ScimGroupValues,
    { author, check }: ScimGroupChanger,
  ): Promise<ScimGroupOutcome> {
    const before = await lock(transaction, demandId, id);
    if (!before) return { type: 'missing' };
    const after = change(before);
    const added = new Set(after.memberIds).difference(new Set(before.memberIds));
    const known = await openScimUsers(transaction).existing(demandId, [...added]);
    const [unknown] = added.difference(new Set(known));
    if (unknown !== undefined) return { type: 'unknownUser', userId: unknown };
    const { name, externalId, memberIds } = after;
    await transaction.update(scimGroups).set({ name, externalId, updatedAt: at }).where(matching(demandId, { id }));
    await setMembers(transaction, id, memberIds);
    await record(transaction, author, demandId, { action: 'updated', name, memberIds });
    const userIds = usersOf(before, after);
    await check(transaction, userIds);
    return { type: 'done', userIds };
  }

  return {
    list,
    async get(demandId, id) {
      const { groups } = await list(demandId, { id }, { offset: 0, limit: 1 });
      return groups[0] ?? null;
    },
    create: (demandId, { id, name, externalId, memberIds, at }, { author, check }) =>
      db.transaction(async (transaction) => {
        const created = await transaction
          .insert(scimGroups)
          .values({ id, demandId, name, externalId, createdAt: at, updatedAt: at })
          .onConflictDoNothing()
          .returning({ id: scimGroups.id });
        if (created.length === 0) return false;
        await setMembers(transaction, id, memberIds);
        await record(transaction, author, demandId, { action: 'created', name, memberIds });
        await check(transaction, memberIds);
        return true;
      }),
    async update(demandId, group, change, changer) {
      try {
        return await db.transaction((transaction) => update(transaction, demandId, group, change, changer));
      } catch (error) {
        if (violationOf(error)?.constraint === 'scim_groups_name_unique') return { type: 'nameTaken' };
        throw error;
      }
    },
    remove: (demandId, id, { author, check }) =>
      db.transaction(async (transaction) => {
        const before = await lock(transaction, demandId, id);
        if (!before) return null;
        const { name, memberIds } = before;
        await transaction.delete(scimGroups).where(matching(demandId, { id }));
        await record(transaction, author, demandId, { action: 'deleted', name, memberIds: [] });
        await check(transaction, memberIds);
        return [...memberIds];
      }),
  };
}

/** Those whose groups change with the values of a group: all its members when it has another name. */
function usersOf(before: ScimGroupValues, after: ScimGroupValues): number[] {
  const [former, current] = [new Set(before.memberIds), new Set(after.memberIds)];
  const isRenamed = after.name !== before.name || after.externalId !== before.externalId;
  return [...(isRenamed ? former.union(current) : former.symmetricDifference(current))];
}

async function setMembers(transaction: Transaction, groupId: string, memberIds: readonly number[]): Promise<void> {
  await transaction.delete(scimGroupMembers).where(eq(scimGroupMembers.groupId, groupId));
  const rows = [...new Set(memberIds)].map((userId) => ({ groupId, userId }));
  if (rows.length > 0) await transaction.insert(scimGroupMembers).values(rows);
}

async function record(
  transaction: Transaction,
  author: Author,
  demandId: number | null,
  { action, name, memberIds }: { action: string; name: string; memberIds: readonly number[] },
): Promise<void> {
  const subject = { entity: 'scimGroup', id: null, name };
  const details = { action, memberIds };
  await recordSecurityEvents(transaction, author, [{ type: 'groupChanged', demandId, subject, details }]);
}
