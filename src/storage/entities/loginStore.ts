import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { UserRow } from '#model/index.ts';
import { loginAttempts, snapshotVersion, tableOf } from '../tables.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { digest, hashSecret, verifySecret } from './secrets.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** The count of a throttle's key: how many in the current window, and when that ends (ISO 8601). */
export interface AttemptCount {
  attempts: number;
  resetsAt: string;
}

/** What signing in needs of the database. */
export interface LoginStore {
  /** The active user of a login and password whose account is active. Takes as long when there is no such login. */
  verify(login: string, password: string): Promise<UserRow | null>;
  /** The first active login of an account's own that nobody manages; null when there is none. */
  ownerOf(demandId: number): Promise<UserRow | null>;
  recordLogin(userId: number, now: string): Promise<void>;
  /** Counts one attempt of a key, atomically; the count starts anew when its window has ended. */
  countAttempt(key: string, now: string, resetsAt: string): Promise<AttemptCount>;
  /** Takes an attempt back: it was a success. */
  forgiveAttempt(key: string): Promise<void>;
  forgetAttempts(key: string): Promise<void>;
  prune(now: string): Promise<void>;
  /** Makes the first super admin when there is no user at all; false when there is one. */
  createFirstAdmin(login: string, password: string): Promise<boolean>;
}

/** Opens what signing in needs. Keys of throttles are stored hashed: people type passwords into the login field. */
export function openLoginStore(db: Database): LoginStore {
  const users = tableOf('user');
  const demands = tableOf('demand');
  const userColumn = (name: string) => columnNamed(users, name);
  return {
    async verify(login, password) {
      const [found] = await db
        .select({ user: visibleColumns(users), hash: userColumn('password') })
        .from(users.table)
        .leftJoin(demands.table, eq(columnNamed(demands, 'id'), userColumn('demandId')))
        .where(
          and(
            sql`lower(${userColumn('login')}) = lower(${login})`,
            eq(userColumn('status'), 1),
            or(isNull(userColumn('demandId')), eq(columnNamed(demands, 'status'), 1)),
          ),
        );
      const isRight = await verifySecret(found ? String(found.hash) : null, password);
      return found && isRight ? rowOf('user', found.user) : null;
    },
    async ownerOf(demandId) {
      const [found] = await db
        .select({ user: visibleColumns(users) })
        .from(users.table)
        .where(
          and(
            eq(userColumn('demandId'), demandId),
            eq(userColumn('type'), 'demand'),
            eq(userColumn('status'), 1),
            isNull(userColumn('managerId')),
          ),
        )
        .orderBy(asc(userColumn('id')))
        .limit(1);
      return found ? rowOf('user', found.user) : null;
    },
    async recordLogin(userId, now) {
      await db
        .update(users.table)
        .set({ lastLoginAt: now })
        .where(eq(userColumn('id'), userId));
    },
    async countAttempt(key, now, resetsAt) {
      const isOver = sql`${loginAttempts.resetsAt} <= ${now}`;
      const [counted] = await db
        .insert(loginAttempts)
        .values({ key: digest(key), attempts: 1, resetsAt })
        .onConflictDoUpdate({
          target: loginAttempts.key,
          set: {
            attempts: sql`case when ${isOver} then 1 else ${loginAttempts.attempts} + 1 end`,
            resetsAt: sql`case when ${isOver} then ${resetsAt}::timestamptz else ${loginAttempts.resetsAt} end`,
          },
        })
        .returning({ attempts: loginAttempts.attempts, resetsAt: loginAttempts.resetsAt });
      if (!counted) throw new Error('the attempt was not counted');
      return counted;
    },
    async forgiveAttempt(key) {
      await db
        .update(loginAttempts)
        .set({ attempts: sql`greatest(${loginAttempts.attempts} - 1, 0)` })
        .where(eq(loginAttempts.key, digest(key)));
    },
    async forgetAttempts(key) {
      await db.delete(loginAttempts).where(eq(loginAttempts.key, digest(key)));
    },
    async prune(now) {
      await db.delete(loginAttempts).where(lte(loginAttempts.resetsAt, now));
    },
    async createFirstAdmin(login, password) {
      const passwordHash = await hashSecret(password);
      return db.transaction(async (transaction) => {
        // Several processes can start on one empty database: this row's lock lets one of them pass at a time.
        await transaction
          .insert(snapshotVersion)
          .values({ id: 1, version: 0 })
          .onConflictDoUpdate({ target: snapshotVersion.id, set: { version: sql`${snapshotVersion.version}` } });
        const [someone] = await transaction
          .select({ id: userColumn('id') })
          .from(users.table)
          .limit(1);
        if (someone) return false;
        await transaction
          .insert(users.table)
          .values({ name: 'Super admin', login, password: passwordHash, type: 'admin', isSuper: true });
        return true;
      });
    },
  };
}
