import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { failedSignIns, type UserRow } from '#model/index.ts';
import { changes, loginAttempts, snapshotVersion } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import type { Author, NewEntry } from '../entities/changeLog.ts';
import { type AttemptCount, type AttemptWindow, countAttempts, undoAttempt } from './countAttempts.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { recordFailure } from './recordFailure.ts';
import { digest, hashSecret, verifySecret } from '../entities/secrets.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';

/** The owner of a login, whether or not it may sign in. */
export type LoginHolder = Pick<UserRow, 'id' | 'name' | 'login' | 'demandId'>;

/** Database access for signing in. */
export interface LoginStore {
  /** The owner of a login; null when it is free, or only archived users had it. */
  find(login: string): Promise<LoginHolder | null>;
  /**
   * The active user with a login and password in an active account. Takes the same time when the login does not exist.
   */
  verify(login: string, password: string): Promise<UserRow | null>;
  /** The account's first active unmanaged login; null when there is none. */
  ownerOf(demandId: number): Promise<UserRow | null>;
  recordLogin(userId: number, now: string): Promise<void>;
  /** Counts attempts of a key, atomically, one by default; the count restarts when its window has ended. */
  countAttempt(key: string, window: AttemptWindow, times?: number): Promise<AttemptCount>;
  /** Reverses an attempt in the window in which it was counted. */
  undoAttempt(key: string, resetsAt: string): Promise<void>;
  /** Deletes the count of a key. */
  clearAttempts(key: string): Promise<void>;
  /** Records a sign-in from an address group, which stays known until then. */
  noteAddress(userId: number, address: string, until: string): Promise<void>;
  isKnownAddress(userId: number, address: string, now: string): Promise<boolean>;
  /** Logs a failed sign-in: one entry per key and window, with a count, which is returned. */
  recordFailure(author: Author, entry: NewEntry, window: AttemptWindow & { key: string }): Promise<number>;
  /** Prunes log entries of failed sign-ins before a point in time (ISO 8601); all other entries stay. */
  pruneFailures(before: string): Promise<number>;
  prune(now: string): Promise<number>;
  /** Whether there is no user at all. */
  isEmpty(): Promise<boolean>;
  /** Creates the first super admin when there is no user at all; false when there is one. */
  createFirstAdmin(login: string, password: string): Promise<boolean>;
}

/** Opens the login store. Throttle keys are stored hashed, because people type passwords into the login field. */
export function openLoginStore(db: Database): LoginStore {
  const users = tableOf('user');
  const demands = tableOf('demand');
  const userColumn = (name: string) => columnNamed(users, name);
  return {
    async find(login) {
      const [found] = await db
        .select(visibleColumns(users))
        .from(users.table)
        .where(and(sql`lower(${userColumn('login')}) = lower(${login})`, ne(userColumn('status'), 2)));
      return found ? rowOf('user', found) : null;
    },
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
    countAttempt: (key, window, times) => countAttempts(db, key, window, times),
    undoAttempt: (key, resetsAt) => undoAttempt(db, key, resetsAt),
    async clearAttempts(key) {
      await db.delete(loginAttempts).where(eq(loginAttempts.key, digest(key)));
    },
    async noteAddress(userId, address, until) {
      await db
        .insert(loginAttempts)
        .values({ key: digest(addressKey(userId, address)), attempts: 0, resetsAt: until })
        .onConflictDoUpdate({ target: loginAttempts.key, set: { resetsAt: until } });
    },
    async isKnownAddress(userId, address, now) {
      const isOfPair = eq(loginAttempts.key, digest(addressKey(userId, address)));
      const [found] = await db
        .select({ key: loginAttempts.key })
        .from(loginAttempts)
        .where(and(isOfPair, gt(loginAttempts.resetsAt, now)));
      return found !== undefined;
    },
    recordFailure: (author, entry, window) => recordFailure(db, author, entry, window),
    async pruneFailures(before) {
      const isOld = and(inArray(changes.action, [...failedSignIns]), lt(changes.at, before));
      return (await db.delete(changes).where(isOld)).rowCount ?? 0;
    },
    async prune(now) {
      return (await db.delete(loginAttempts).where(lte(loginAttempts.resetsAt, now))).rowCount ?? 0;
    },
    async isEmpty() {
      const [someone] = await db
        .select({ id: userColumn('id') })
        .from(users.table)
        .limit(1);
      return someone === undefined;
    },
    async createFirstAdmin(login, password) {
      const passwordHash = await hashSecret(password);
      return db.transaction(async (transaction) => {
        // Several processes can start on one empty database: this row's lock admits one of them at a time.
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

function addressKey(userId: number, address: string): string {
  return `user ${userId} signed in from ${address}`;
}
