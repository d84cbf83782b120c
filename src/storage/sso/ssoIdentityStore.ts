import { and, asc, eq, or } from 'drizzle-orm';
import type { Author } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { type NewSecurityEvent, recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { sessions } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import { ssoIdentities } from './ssoTables.ts';

/** A user who is bound to an identity at a provider. Times are ISO 8601. */
export interface LinkedUser {
  userId: number;
  name: string;
  login: string;
  subject: string;
  linkedAt: string;
  /** Last sign-in with it. */
  usedAt: string;
}

/** A user as the log names it. */
interface NamedUser {
  id: number;
  name: string;
  demandId: number | null;
}

/** Which user an identity at a provider belongs to. */
export interface SsoIdentityStore {
  /** The user who is bound to a subject; null = none. */
  userOf(providerId: string, subject: string): Promise<number | null>;
  /** When a user was bound to a provider (ISO 8601); null = it is not. */
  linkedAt(providerId: string, userId: number): Promise<string | null>;
  /** Binds a user to a subject, which an archived user may have; false when one of them is bound otherwise. */
  link(
    identity: { providerId: string; subject: string; user: NamedUser; archived: NamedUser | null; at: string },
    author: Author,
  ): Promise<boolean>;
  noteUse(providerId: string, subject: string, at: string): Promise<void>;
  /** The users who are bound to a provider, by name. */
  list(providerId: string): Promise<LinkedUser[]>;
  /** Releases a user from its identity, and ends its sessions that were opened with it; false if it has none. */
  unlink(providerId: string, user: NamedUser, author: Author): Promise<boolean>;
}

export function openSsoIdentities(db: Database): SsoIdentityStore {
  const users = tableOf('user');
  const userColumn = (name: string) => columnNamed(users, name);
  const isOf = (providerId: string, subject: string) =>
    and(eq(ssoIdentities.providerId, providerId), eq(ssoIdentities.subject, subject));
  return {
    async userOf(providerId, subject) {
      const [found] = await db
        .select({ userId: ssoIdentities.userId })
        .from(ssoIdentities)
        .where(isOf(providerId, subject));
      return found?.userId ?? null;
    },
    async linkedAt(providerId, userId) {
      const [found] = await db
        .select({ linkedAt: ssoIdentities.linkedAt })
        .from(ssoIdentities)
        .where(and(eq(ssoIdentities.providerId, providerId), eq(ssoIdentities.userId, userId)));
      return found?.linkedAt ?? null;
    },
    link: ({ providerId, subject, user, archived, at }, author) =>
      db.transaction(async (transaction) => {
        const released = archived && (await release(transaction, providerId, archived));
        const linked = await transaction
          .insert(ssoIdentities)
          .values({ providerId, subject, userId: user.id, linkedAt: at, usedAt: at })
          .onConflictDoNothing()
          .returning({ userId: ssoIdentities.userId });
        if (linked.length === 0) return false;
        await recordSecurityEvents(transaction, author, [
          ...(archived && released !== null ? [eventOf('identityUnlinked', archived, released)] : []),
          eventOf('identityLinked', user, subject),
        ]);
        return true;
      }),
    async noteUse(providerId, subject, at) {
      await db.update(ssoIdentities).set({ usedAt: at }).where(isOf(providerId, subject));
    },
    async list(providerId) {
      const rows = await db
        .select({ identity: ssoIdentities, name: userColumn('name'), login: userColumn('login') })
        .from(ssoIdentities)
        .innerJoin(users.table, eq(userColumn('id'), ssoIdentities.userId))
        .where(eq(ssoIdentities.providerId, providerId))
        .orderBy(asc(userColumn('name')), asc(ssoIdentities.userId));
      return rows.map(({ identity: { providerId: _provider, ...identity }, name, login }) => ({
        ...identity,
        name: String(name),
        login: String(login),
      }));
    },
    unlink: (providerId, user, author) =>
      db.transaction(async (transaction) => {
        const subject = await release(transaction, providerId, user);
        if (subject === null) return false;
        await transaction
          .delete(sessions)
          // Also that in which an admin acts as another user.
          .where(
            and(eq(sessions.providerId, providerId), or(eq(sessions.userId, user.id), eq(sessions.adminId, user.id))),
          );
        await recordSecurityEvents(transaction, author, [eventOf('identityUnlinked', user, subject)]);
        return true;
      }),
  };
}

/** Releases a user from its identity, and returns its subject; null if it has none. */
async function release(transaction: Transaction, providerId: string, { id }: NamedUser): Promise<string | null> {
  const [unlinked] = await transaction
    .delete(ssoIdentities)
    .where(and(eq(ssoIdentities.providerId, providerId), eq(ssoIdentities.userId, id)))
    .returning({ subject: ssoIdentities.subject });
  return unlinked?.subject ?? null;
}

function eventOf(
  type: 'identityLinked' | 'identityUnlinked',
  { id, name, demandId }: NamedUser,
  subject: string,
): NewSecurityEvent {
  return { type, demandId, subject: { entity: 'user', id, name }, details: { subject } };
}
