import { lte, sql } from 'drizzle-orm';
import { type MemberList, undoDays, type UndoReport } from '#model/lists/listMembers.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Database, Scope } from '../entities/database.ts';
import { changes, listMemberChanges, listMembers } from '../tables.ts';
import { applyMembers, type MemberCounts, type MembersChange, type MembersOutcome } from './applyMembers.ts';
import type { ListKey } from './listKey.ts';
import { type MembersRequest, readListsNaming, readMembersPage, streamMembers } from './readMembersPage.ts';
import { undoMembers } from './undoMembers.ts';
import { dropAbandonedValues } from './withStagedValues.ts';

/** The members of lists. Reads are not checked against a scope: find the list's row in the reader's scope first. */
export interface ListMemberStore {
  page(key: ListKey, request: MembersRequest): Promise<{ members: string[]; total: number }>;
  /** All members in order, in chunks. */
  stream(key: ListKey): AsyncIterable<string[]>;
  /** Which of these lists contain which of these values. */
  listsNaming(
    entity: MemberList,
    listIds: readonly number[],
    values: readonly string[],
  ): Promise<{ listId: number; value: string }[]>;
  apply(key: ListKey, scope: Scope, change: MembersChange): Promise<MembersOutcome<MemberCounts>>;
  /** Reverts the change of a log entry. */
  undo(
    key: ListKey,
    scope: Scope,
    change: { entry: number; author: Author; now: Date },
  ): Promise<MembersOutcome<UndoReport>>;
  /** Prunes data of changes that can no longer be reverted, and what interrupted imports have left. */
  prune(now: Date): Promise<number>;
}

/** Maximum duration of an import, in hours. */
const importHours = 24;

export function openListMembers(db: Database): ListMemberStore {
  return {
    page: (key, request) => readMembersPage(db, key, request),
    stream: (key) => streamMembers(db, key),
    listsNaming: (entity, listIds, values) => readListsNaming(db, entity, listIds, values),
    apply: (key, scope, change) => vacuumAfter(db, applyMembers(db, key, scope, change)),
    undo: (key, scope, change) => vacuumAfter(db, undoMembers(db, key, scope, change)),
    async prune(now) {
      const before = new Date(now.getTime() - undoDays * 86_400_000).toISOString();
      const lastExpiredEntry = sql`(select id from ${changes} where at < ${before} order by id desc limit 1)`;
      const pruned = await db.delete(listMemberChanges).where(lte(listMemberChanges.entry, lastExpiredEntry));
      await dropAbandonedValues(db, new Date(now.getTime() - importHours * 3_600_000));
      return pruned.rowCount ?? 0;
    },
  };
}

/** Number of changed members after which the tables are vacuumed. */
const vacuumThreshold = 10_000;

/** Vacuums the tables after a large change: the embedded store has no autovacuum. */
async function vacuumAfter<Outcome extends MembersOutcome<UndoReport>>(
  db: Database,
  changing: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await changing;
  const { added, removed, entry } = outcome.type === 'done' ? outcome.counts : { added: 0, removed: 0, entry: null };
  if (entry !== null && added + removed >= vacuumThreshold) {
    // The change stands even if this fails; the next one vacuums again.
    await db.execute(sql`vacuum (analyze) ${listMembers}, ${listMemberChanges}`).catch(() => undefined);
  }
  return outcome;
}
