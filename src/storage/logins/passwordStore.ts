import { and, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { UserRow } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { digest, hashSecret, verifySecret } from '../entities/secrets.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';
import { rememberedDevices, sessions, signInChallenges, signInLinks } from '../tables.ts';
import { tableOf } from '../tableOf.ts';

/** Who made a link: another person, or someone who requested it by the login alone. */
export type LinkKind = 'given' | 'requested';

/** A one-time link by which a user sets a password. Times are ISO 8601. */
export interface NewSignInLink {
  userId: number;
  kind: LinkKind;
  token: string;
  createdAt: string;
  expiresAt: string;
}

/** The user of a valid link. */
export interface FoundSignInLink {
  user: UserRow;
  expiresAt: string;
}

/** Passwords of users, and the links by which they set them. */
export interface PasswordStore {
  /** Stores a link; the user's previous one of its kind is no longer valid. */
  createLink(link: NewSignInLink): Promise<void>;
  /** The user of a token; null when the link is unknown, used, replaced or expired, or the user may not sign in. */
  findLink(token: string, now: string): Promise<FoundSignInLink | null>;
  /** End of a user's valid link that another person gave; null without one. */
  linkEndOf(userId: number, now: string): Promise<string | null>;
  /**
   * Sets the password of a link's user, uses up the link and ends the user's sessions, at once. Null when the link is no
   * longer valid: of concurrent calls with one token, one succeeds.
   */
  useLink(token: string, password: string, author: Author, now: string): Promise<UserRow | null>;
  /** Whether it is the password of a user; takes the same time without one. */
  isPassword(userId: number, password: string): Promise<boolean>;
  /** Sets a user's password, and ends its link and its sessions, except that of the token `except`. */
  set(user: Pick<UserRow, 'id' | 'name' | 'demandId'>, password: string, author: Author, except: string): Promise<void>;
  /** Prunes expired links; returns their number. */
  prune(now: string): Promise<number>;
}

export function openPasswordStore(db: Database): PasswordStore {
  const users = tableOf('user');
  const demands = tableOf('demand');
  const userColumn = (name: string) => columnNamed(users, name);

  async function findLink(connection: Database | Transaction, token: string, now: string) {
    const [found] = await connection
      .select({ user: visibleColumns(users), expiresAt: signInLinks.expiresAt })
      .from(signInLinks)
      .innerJoin(users.table, eq(userColumn('id'), signInLinks.userId))
      .leftJoin(demands.table, eq(columnNamed(demands, 'id'), userColumn('demandId')))
      .where(
        and(
          eq(signInLinks.tokenHash, digest(token)),
          gt(signInLinks.expiresAt, now),
          eq(userColumn('status'), 1),
          or(isNull(userColumn('demandId')), eq(columnNamed(demands, 'status'), 1)),
        ),
      );
    return found ? { user: rowOf('user', found.user), expiresAt: found.expiresAt } : null;
  }

  async function write(
    transaction: Transaction,
    user: Pick<UserRow, 'id' | 'name' | 'demandId'>,
    hash: string,
    { author, except }: { author: Author; except: string | null },
  ): Promise<void> {
    await transaction
      .update(users.table)
      .set({ password: hash, hasPassword: true, version: sql`${userColumn('version')} + 1` })
      .where(eq(userColumn('id'), user.id));
    await transaction.delete(signInLinks).where(eq(signInLinks.userId, user.id));
    await transaction.delete(rememberedDevices).where(eq(rememberedDevices.userId, user.id));
    await transaction.delete(signInChallenges).where(eq(signInChallenges.userId, user.id));
    const ofUser = or(eq(sessions.userId, user.id), eq(sessions.adminId, user.id));
    await transaction
      .delete(sessions)
      .where(and(ofUser, except === null ? undefined : ne(sessions.tokenHash, digest(except))));
    await recordChanges(transaction, author, [
      {
        action: 'password',
        entity: 'user',
        rowId: user.id,
        name: user.name,
        demandId: user.demandId,
        fields: [{ field: 'password', from: null, to: null, isSecret: true }],
      },
    ]);
  }

  return {
    async createLink({ token, ...link }) {
      const stored = { ...link, tokenHash: digest(token) };
      await db
        .insert(signInLinks)
        .values(stored)
        .onConflictDoUpdate({ target: [signInLinks.userId, signInLinks.kind], set: stored });
    },
    findLink: (token, now) => findLink(db, token, now),
    async linkEndOf(userId, now) {
      const [found] = await db
        .select({ expiresAt: signInLinks.expiresAt })
        .from(signInLinks)
        .where(and(eq(signInLinks.userId, userId), eq(signInLinks.kind, 'given'), gt(signInLinks.expiresAt, now)));
      return found?.expiresAt ?? null;
    },
    async useLink(token, password, author, now) {
      const hash = await hashSecret(password);
      return db.transaction(async (transaction) => {
        const found = await findLink(transaction, token, now);
        if (!found) return null;
        // The row's lock lets one of several concurrent calls use it up.
        const used = await transaction
          .delete(signInLinks)
          .where(eq(signInLinks.tokenHash, digest(token)))
          .returning({ userId: signInLinks.userId });
        if (used.length === 0) return null;
        await write(transaction, found.user, hash, { author: { ...author, userId: found.user.id }, except: null });
        return found.user;
      });
    },
    async isPassword(userId, password) {
      const [found] = await db
        .select({ hash: userColumn('password') })
        .from(users.table)
        .where(eq(userColumn('id'), userId));
      return verifySecret(found ? String(found.hash) : null, password);
    },
    async set(user, password, author, except) {
      const hash = await hashSecret(password);
      await db.transaction((transaction) => write(transaction, user, hash, { author, except }));
    },
    async prune(now) {
      return (await db.delete(signInLinks).where(lte(signInLinks.expiresAt, now))).rowCount ?? 0;
    },
  };
}
