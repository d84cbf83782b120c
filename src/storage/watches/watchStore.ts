import { and, asc, count, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { WatchKind, WatchRow } from '#model/index.ts';
import { accountsInScope, type Database, type Scope } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { watches } from '../tables.ts';
import { servedWatch, watchFeed } from './servedWatches.ts';

/** A requested watch: its account and object. */
export interface WatchInput {
  demandId: number;
  kind: WatchKind;
  object: string;
}

export interface WatchStore {
  /**
   * Watches an object from `now` until `until` (ms); extends a running watch of it. Null when the account has reached
   * its limit of running watches.
   */
  start(input: WatchInput, times: { now: number; until: number; limit: number }): Promise<WatchRow | null>;
  /** The watches of a scope that run at `now`, oldest first. */
  running(scope: Scope, now: number): Promise<WatchRow[]>;
  /** Ends a watch of a scope; false when there is none. */
  stop(id: number, scope: Scope): Promise<boolean>;
  /** Prunes watches that ended before `now`. */
  prune(now: number): Promise<number>;
}

export function openWatches(db: Database): WatchStore {
  return {
    start({ demandId, kind, object }, { now, until, limit }) {
      return db.transaction(async (transaction) => {
        // The account's row is the lock under which its watches are counted.
        await transaction.execute(sql`select id from demands where id = ${demandId} for update`);
        const isSame = and(eq(watches.demandId, demandId), eq(watches.kind, kind), eq(watches.object, object));
        const ends = iso(until);
        const [prolonged] = await transaction.update(watches).set({ until: ends }).where(isSame).returning();
        let row = prolonged;
        if (!row) {
          const [running] = await transaction
            .select({ found: count() })
            .from(watches)
            .where(and(eq(watches.demandId, demandId), gt(watches.until, iso(now))));
          if ((running?.found ?? 0) >= limit) return null;
          [row] = await transaction.insert(watches).values({ demandId, kind, object, until: ends }).returning();
        }
        if (!row) throw new Error('the watch was not stored');
        const served = servedWatch(row);
        await publishChanges(transaction, watchFeed, [{ id: row.id, row: served }]);
        return served;
      });
    },
    async running(scope, now) {
      const rows = await db
        .select()
        .from(watches)
        .where(and(ofScope(scope), gt(watches.until, iso(now))))
        .orderBy(asc(watches.id));
      return rows.map(servedWatch);
    },
    stop: (id, scope) => remove(db, and(eq(watches.id, id), ofScope(scope))).then((removed) => removed > 0),
    prune: (now) => remove(db, lte(watches.until, iso(now))),
  };
}

function remove(db: Database, condition: ReturnType<typeof and>): Promise<number> {
  return db.transaction(async (transaction) => {
    const removed = await transaction.delete(watches).where(condition).returning({ id: watches.id });
    await publishChanges(
      transaction,
      watchFeed,
      removed.map(({ id }) => ({ id, row: null })),
    );
    return removed.length;
  });
}

function ofScope(scope: Scope) {
  const accounts = accountsInScope(scope);
  return accounts === 'all' ? undefined : inArray(watches.demandId, [...accounts]);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
