import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { unusableHash } from '../entities/secrets.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';
import { alertMutes } from '../alerts/alertTables.ts';
import { reportExports, savedReports } from '../reports/reportTables.ts';
import { reportDeliveries } from '../schedules/scheduleTables.ts';
import {
  apiKeys,
  changes,
  cutoffs,
  dailyMails,
  recoveryCodes,
  rememberedDevices,
  savedViews,
  scimGroupMembers,
  scimUsers,
  sessions,
  signInChallenges,
  signInFactors,
  signInLinks,
  ssoIdentities,
  waitingChanges,
} from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import { aboutUser } from './readPersonalData.ts';

/** Why a user was not erased. */
export type EraseOutcome = { type: 'erased' } | { type: 'missing' | 'otherLogin' | 'lastSuperAdmin' };

/** The name of an erased user. */
export const erasedName = (userId: number): string => `Erased user ${userId}`;

/**
 * Anonymises a user whose login was confirmed, in one transaction: replaces name, login and contacts, archives the user,
 * ends the sessions, deletes second factors, API keys, saved reports, files, unshared views and daily mails, and removes names and
 * IP addresses from the log, whose entries stay. `Author` is the admin who erases.
 */
export async function erasePerson(
  db: Database,
  { userId, login }: { userId: number; login: string },
  author: Author,
): Promise<EraseOutcome> {
  return db.transaction(async (transaction) => {
    const users = tableOf('user');
    const id = columnNamed(users, 'id');
    const [isSuper, status] = [columnNamed(users, 'isSuper'), columnNamed(users, 'status')];
    // Locks all super admins in one order, so that two of them cannot erase each other.
    const locked = await transaction
      .select(visibleColumns(users))
      .from(users.table)
      .where(or(eq(id, userId), and(eq(isSuper, true), eq(status, 1))))
      .orderBy(id)
      .for('update');
    const rows = locked.map((selected) => rowOf('user', selected));
    const person = rows.find((row) => row.id === userId);
    if (!person) return { type: 'missing' };
    if (person.login !== login) return { type: 'otherLogin' };
    const isLast = person.isSuper && !rows.some((row) => row.id !== userId && row.isSuper && row.status === 1);
    if (isLast) return { type: 'lastSuperAdmin' };
    const name = erasedName(userId);
    await transaction
      .update(users.table)
      .set({
        name,
        login: `erased-${userId}`,
        password: unusableHash,
        hasPassword: false,
        contacts: [],
        dailyMail: false,
        isSuper: false,
        status: 2,
        lastLoginAt: null,
        version: sql`${columnNamed(users, 'version')} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(id, userId));
    const keys = await eraseTraces(transaction, person, name);
    const fields = ['name', 'login', 'contacts'].map((field) => ({ field, from: null, to: null, isSecret: true }));
    const entry = { action: 'updated', entity: 'user', rowId: userId, name, demandId: person.demandId } as const;
    const revoked = keys.map((key) => ({ ...key, action: 'revoked' as const, entity: 'apiKey' }));
    await recordChanges(transaction, author, [...revoked, { ...entry, fields }]);
    return { type: 'erased' };
  });
}

/**
 * Deletes what only the person had, and removes the person from what stays. Returns the API keys that could still be used.
 */
async function eraseTraces(
  transaction: Transaction,
  person: { id: number; name: string; login: string; demandId: number | null },
  name: string,
): Promise<{ rowId: number; name: string; demandId: number | null }[]> {
  const { id, demandId } = person;
  await transaction.delete(sessions).where(or(eq(sessions.userId, id), eq(sessions.adminId, id)));
  const ofSignIn = [signInLinks, signInFactors, recoveryCodes, rememberedDevices, signInChallenges, ssoIdentities];
  for (const table of [...ofSignIn, scimUsers, scimGroupMembers])
    await transaction.delete(table).where(eq(table.userId, id));
  const keys = await transaction
    .delete(apiKeys)
    .where(eq(apiKeys.userId, id))
    .returning({ rowId: apiKeys.id, name: apiKeys.name, demandId: apiKeys.demandId, revokedAt: apiKeys.revokedAt });
  await transaction.delete(savedViews).where(and(eq(savedViews.userId, id), isNull(savedViews.demandId)));
  // Schedules, their runs and links to reports go with them.
  await transaction.delete(savedReports).where(eq(savedReports.userId, id));
  await transaction.delete(reportExports).where(eq(reportExports.userId, id));
  await transaction.delete(dailyMails).where(eq(dailyMails.userId, id));
  await transaction.update(reportDeliveries).set({ address: null }).where(eq(reportDeliveries.userId, id));
  await transaction.update(cutoffs).set({ cutBy: name }).where(eq(cutoffs.cutById, id));
  const isOfAccount = demandId === null ? undefined : eq(alertMutes.demandId, demandId);
  await transaction
    .update(alertMutes)
    .set({ mutedBy: name })
    // Mutes of the previous version name the user only.
    .where(
      or(
        eq(alertMutes.mutedById, id),
        and(isNull(alertMutes.mutedById), eq(alertMutes.mutedBy, person.name), isOfAccount),
      ),
    );
  await deleteWaitingChanges(transaction, person);
  await transaction
    .update(changes)
    .set({ ip: '' })
    // Other people’s addresses stay; sign-ins that failed have no user.
    .where(or(eq(changes.userId, id), eq(changes.adminId, id), and(isNull(changes.userId), aboutUser(id))));
  await transaction
    .update(changes)
    .set({ name, fields: sql`${withoutValues}` })
    .where(aboutUser(id));
  return keys.filter(({ revokedAt }) => revokedAt === null).map(({ revokedAt: _revokedAt, ...key }) => key);
}

/** Deletes changes that the user proposed and that wait, and those about the user, which name it. */
async function deleteWaitingChanges(transaction: Transaction, { id, login }: { id: number; login: string }) {
  const { entries, userId, state } = waitingChanges;
  const has = (entry: object) => sql`${entries} @> ${JSON.stringify([entry])}::jsonb`;
  const aboutPerson = ['user', 'manager', 'login'].map((entity) => has({ entity, rowId: id }));
  const named = ['from', 'to'].map((side) => has({ fields: [{ field: 'login', [side]: login }] }));
  await transaction
    .delete(waitingChanges)
    .where(or(and(eq(userId, id), eq(state, 'waiting')), ...aboutPerson, ...named));
}

/** The fields of an entry, without the values of those that identify the user. */
const withoutValues = sql`(
  select coalesce(jsonb_agg(
    case when field ->> 'field' in ('name', 'login', 'contacts')
      then jsonb_build_object('field', field -> 'field', 'from', null, 'to', null, 'isSecret', true)
      else field end order by place), '[]'::jsonb)
  from jsonb_array_elements(${changes.fields}) with ordinality as each (field, place))`;
