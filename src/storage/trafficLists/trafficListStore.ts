import { and, eq, getTableColumns, lte, ne, notInArray, or } from 'drizzle-orm';
import { isServedList, type TrafficListKind, trafficListId } from '#model/lists/trafficList.ts';
import type { Database } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { trafficLists } from '../tables.ts';
import { servedTrafficList, trafficListFeed } from './servedTrafficLists.ts';

/** The state of a list, without its contents. Times are ISO 8601. */
export type TrafficListState = Omit<typeof trafficLists.$inferSelect, 'kind' | 'contents'> & { kind: TrafficListKind };

/** Contents that were accepted, with what the server said of their version. */
export interface AcceptedList {
  contents: string;
  digest: string;
  entries: number;
  /** When the data was published (ISO 8601); null = unknown. */
  publishedAt: string | null;
  etag: string | null;
  lastModified: string | null;
}

/** How an attempt ended: with contents, because those in use are the latest, or with a fault. */
export type TrafficListAttempt = { list: AcceptedList } | { unchanged: true } | { fault: string };

export interface TrafficListStore {
  /** All lists with a URL. */
  list(): Promise<TrafficListState[]>;
  /** The contents with a digest; null when the list has other ones by now. */
  read(kind: TrafficListKind, digest: string): Promise<string | null>;
  /**
   * Claims a list of a URL until `until`: if it is due at `now`, or had another URL since `movableSince` at the latest,
   * and no other process fetches it. Null if it is not. One caller at a time gets it.
   */
  claim(
    kind: TrafficListKind,
    sourceDigest: string,
    times: { now: string; until: string; movableSince: string },
  ): Promise<TrafficListState | null>;
  /** Makes a list due, unless it is being fetched. */
  makeDue(kind: TrafficListKind, now: string): Promise<void>;
  /**
   * Records an attempt that ended at `now`, unless the list has another URL by now. Returns whether the contents in use
   * have changed; those of serving are published.
   */
  record(
    kind: TrafficListKind,
    sourceDigest: string,
    attempt: TrafficListAttempt,
    times: { now: string; dueAt: string },
  ): Promise<boolean>;
  /** Removes the lists of all other kinds. Returns whether there were any. */
  retain(kinds: readonly TrafficListKind[]): Promise<boolean>;
}

/** Opens the fetched lists. */
export function openTrafficLists(db: Database): TrafficListStore {
  const { contents: _contents, ...columns } = getTableColumns(trafficLists);
  const isOf = (kind: TrafficListKind, sourceDigest: string) =>
    and(eq(trafficLists.kind, kind), eq(trafficLists.sourceDigest, sourceDigest));
  return {
    async list() {
      return (await db.select(columns).from(trafficLists).orderBy(trafficLists.kind)) as TrafficListState[];
    },
    async read(kind, digest) {
      const [row] = await db
        .select({ contents: trafficLists.contents })
        .from(trafficLists)
        .where(and(eq(trafficLists.kind, kind), eq(trafficLists.digest, digest)));
      return row?.contents ?? null;
    },
    async claim(kind, sourceDigest, { now, until, movableSince }) {
      await db.insert(trafficLists).values({ kind, sourceDigest, since: now, dueAt: now }).onConflictDoNothing();
      // A list of another URL stays in use until the new one was accepted.
      const [moved] = await db
        .update(trafficLists)
        .set({ sourceDigest, since: now, dueAt: until, isClaimed: true, etag: null, lastModified: null, fault: null })
        .where(
          and(
            eq(trafficLists.kind, kind),
            ne(trafficLists.sourceDigest, sourceDigest),
            lte(trafficLists.since, movableSince),
            or(eq(trafficLists.isClaimed, false), lte(trafficLists.dueAt, now)),
          ),
        )
        .returning(columns);
      const [due] = moved
        ? [moved]
        : await db
            .update(trafficLists)
            .set({ dueAt: until, isClaimed: true })
            .where(and(isOf(kind, sourceDigest), lte(trafficLists.dueAt, now)))
            .returning(columns);
      return (due as TrafficListState | undefined) ?? null;
    },
    async makeDue(kind, now) {
      await db
        .update(trafficLists)
        .set({ dueAt: now })
        .where(and(eq(trafficLists.kind, kind), eq(trafficLists.isClaimed, false)));
    },
    record(kind, sourceDigest, attempt, { now, dueAt }) {
      const isClaimed = isOf(kind, sourceDigest);
      const tried = { attemptedAt: now, dueAt, isClaimed: false };
      return db.transaction(async (transaction) => {
        if ('fault' in attempt) {
          await transaction
            .update(trafficLists)
            .set({ ...tried, fault: attempt.fault })
            .where(isClaimed);
          return false;
        }
        const confirmed = { ...tried, confirmedAt: now, fault: null };
        if ('unchanged' in attempt) {
          await transaction.update(trafficLists).set(confirmed).where(isClaimed);
          return false;
        }
        const { list } = attempt;
        const [before] = await transaction
          .select({ digest: trafficLists.digest })
          .from(trafficLists)
          .where(isClaimed)
          .for('update');
        if (!before) return false;
        const isChanged = before.digest !== list.digest;
        await transaction
          .update(trafficLists)
          .set({ ...confirmed, ...list, ...(isChanged ? { changedAt: now } : {}) })
          .where(isClaimed);
        if (!isChanged || !isServedList(kind)) return isChanged;
        const row = servedTrafficList(kind, list.digest);
        await publishChanges(transaction, trafficListFeed, [{ id: row.id, row }]);
        return true;
      });
    },
    retain(kinds) {
      return db.transaction(async (transaction) => {
        const removed = await transaction
          .delete(trafficLists)
          .where(kinds.length === 0 ? undefined : notInArray(trafficLists.kind, [...kinds]))
          .returning({ kind: trafficLists.kind });
        const changes = removed
          .map(({ kind }) => kind as TrafficListKind)
          .filter(isServedList)
          .map((kind) => ({ id: trafficListId(kind), row: null }));
        await publishChanges(transaction, trafficListFeed, changes);
        return removed.length > 0;
      });
    },
  };
}
