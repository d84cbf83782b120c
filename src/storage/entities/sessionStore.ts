import { and, eq, gt, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { UserRow } from '#model/index.ts';
import { sessions, tableOf } from '../tables.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { digest } from './secrets.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** A new session: its token is stored as a hash alone. Times are ISO 8601. */
export interface NewSession {
  token: string;
  userId: number;
  createdAt: string;
  expiresAt: string;
  endsAt: string;
}

/** A session that is valid now, with its user as stored. */
export interface ValidSession {
  user: UserRow;
  expiresAt: string;
  endsAt: string;
}

/** Who is signed in. */
export interface SessionStore {
  create(session: NewSession): Promise<void>;
  /** The session of a token, when it has not ended and its user and account are active; null otherwise. */
  read(token: string, now: string): Promise<ValidSession | null>;
  extend(token: string, expiresAt: string): Promise<void>;
  end(token: string): Promise<void>;
  /** Ends all sessions of these users, or of all users of these accounts; but not the session of `except`. */
  endAllOf(whose: { userIds: readonly number[] } | { demandIds: readonly number[] }, except?: string): Promise<void>;
  /** Forgets sessions that have ended. */
  prune(now: string): Promise<void>;
}

/** Opens the sessions of a database. */
export function openSessionStore(db: Database): SessionStore {
  const users = tableOf('user');
  const demands = tableOf('demand');
  const userColumn = (name: string) => columnNamed(users, name);
  return {
    async create({ token, ...session }) {
      await db.insert(sessions).values({ ...session, tokenHash: digest(token) });
    },
    async read(token, now) {
      const [found] = await db
        .select({
          user: visibleColumns(users),
          expiresAt: sql<string>`${sessions.expiresAt}`.mapWith(sessions.expiresAt),
          endsAt: sql<string>`${sessions.endsAt}`.mapWith(sessions.endsAt),
        })
        .from(sessions)
        .innerJoin(users.table, eq(userColumn('id'), sessions.userId))
        .leftJoin(demands.table, eq(columnNamed(demands, 'id'), userColumn('demandId')))
        .where(
          and(
            eq(sessions.tokenHash, digest(token)),
            gt(sessions.expiresAt, now),
            gt(sessions.endsAt, now),
            eq(userColumn('status'), 1),
            or(sql`${userColumn('demandId')} is null`, eq(columnNamed(demands, 'status'), 1)),
          ),
        );
      return found ? { user: rowOf('user', found.user), expiresAt: found.expiresAt, endsAt: found.endsAt } : null;
    },
    async extend(token, expiresAt) {
      await db
        .update(sessions)
        .set({ expiresAt })
        .where(eq(sessions.tokenHash, digest(token)));
    },
    async end(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, digest(token)));
    },
    async endAllOf(whose, except) {
      let condition: SQL;
      if ('userIds' in whose) {
        if (whose.userIds.length === 0) return;
        condition = inArray(sessions.userId, [...whose.userIds]);
      } else {
        if (whose.demandIds.length === 0) return;
        const people = db
          .select({ id: userColumn('id') })
          .from(users.table)
          .where(inArray(userColumn('demandId'), [...whose.demandIds]));
        condition = inArray(sessions.userId, people);
      }
      await db
        .delete(sessions)
        .where(and(condition, except === undefined ? undefined : ne(sessions.tokenHash, digest(except))));
    },
    async prune(now) {
      await db.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.endsAt, now)));
    },
  };
}
