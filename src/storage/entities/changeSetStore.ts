import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { ChangeAction } from '#model/index.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import { changes, changeSets } from '../tables.ts';
import { applyChanges, type ChangeSetOutcome, type ChangeSetOptions, type PlannedChange } from './applyChanges.ts';
import type { LogEntry } from './changeLog.ts';
import { accountsInScope, type Database, type Scope } from './database.ts';

export interface StoredChangeSet {
  id: number;
  /** The set that reverted it; null while it is in force. */
  undoneBy: number | null;
  /** Its changes, in the order in which they were applied. */
  entries: LogEntry[];
}

/** The size of a set, and its actions by entity. */
export interface ChangeSetSummary {
  id: number;
  undoneBy: number | null;
  /** Number of its entries. */
  count: number;
  kinds: { entity: string; action: ChangeAction }[];
}

/** Changes of many rows that are applied and reverted together. */
export interface ChangeSetStore {
  apply(changes: readonly PlannedChange[], setting: ChangeSetOptions): Promise<ChangeSetOutcome>;
  /** A set with its entries; null when the scope has none with that id. */
  get(id: number, scope: Scope): Promise<StoredChangeSet | null>;
  /**
   * Sets by id, without their entries. Not checked against a scope: callers must be allowed to see an entry of the set.
   */
  summaries(ids: readonly number[]): Promise<Map<number, ChangeSetSummary>>;
  /** Applies the changes that revert a set, and records the reverting set in the same transaction. */
  undo(id: number, changes: readonly PlannedChange[], setting: ChangeSetOptions): Promise<ChangeSetOutcome>;
}

/** Opens the change sets. `sealer` encrypts the secrets of rows; null where no row has any. */
export function openChangeSets(db: Database, sealer: SecretSealer | null = null): ChangeSetStore {
  return {
    apply: (planned, setting) => applyChanges(db, planned, setting, sealer),
    async get(id, scope) {
      const accounts = accountsInScope(scope);
      const [set] = await db
        .select()
        .from(changeSets)
        .where(
          and(eq(changeSets.id, id), accounts === 'all' ? undefined : inArray(changeSets.demandId, [...accounts, 0])),
        );
      if (!set) return null;
      const entries = await db.select().from(changes).where(eq(changes.batch, id)).orderBy(asc(changes.id));
      return { id, undoneBy: set.undoneBy, entries: entries as LogEntry[] };
    },
    summaries: (ids) => readSummaries(db, ids),
    undo: (id, planned, setting) =>
      applyChanges(
        db,
        planned,
        {
          ...setting,
          finish: async (transaction, batch) => {
            await transaction.update(changeSets).set({ undoneBy: batch }).where(eq(changeSets.id, id));
          },
        },
        sealer,
      ),
  };
}

async function readSummaries(db: Database, ids: readonly number[]): Promise<Map<number, ChangeSetSummary>> {
  const found = new Map<number, ChangeSetSummary>();
  if (ids.length === 0) return found;
  const { batch, entity, action } = changes;
  const rows = await db
    .select({ id: changeSets.id, undoneBy: changeSets.undoneBy, entity, action, entries: count() })
    .from(changes)
    .innerJoin(changeSets, eq(changeSets.id, batch))
    .where(inArray(batch, [...new Set(ids)]))
    .groupBy(changeSets.id, changeSets.undoneBy, entity, action);
  for (const { id, undoneBy, entries, ...kind } of rows) {
    const set = found.get(id) ?? { id, undoneBy, count: 0, kinds: [] };
    set.count += entries;
    set.kinds.push({ entity: kind.entity, action: kind.action as ChangeAction });
    found.set(id, set);
  }
  return found;
}
