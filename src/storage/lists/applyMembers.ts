import { type SQL, sql } from 'drizzle-orm';
import type { Fault } from '#model/index.ts';
import { maxMembers, type MemberMode, type MemberReport } from '#model/lists/listMembers.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Connection, Database, Scope, Transaction } from '../entities/database.ts';
import { listMemberChanges, listMembers } from '../tables.ts';
import { keyValues, type ListKey, ofList } from './listKey.ts';
import { finishChange, type LockedList, lockList, reserveEntry, type ChangeSink, tooManyFault } from './lockList.ts';
import { type MemberSums, noSums, selectSums, sumsOf } from './membersDigest.ts';
import { type StagedValues, withStagedValues } from './withStagedValues.ts';

/** The effect of a change of members, applied or expected. */
export type MemberCounts = Pick<MemberReport, 'duplicates' | 'added' | 'removed' | 'unchanged' | 'total' | 'entry'>;

/** The result of a change: done, rejected with its faults and nothing changed, or no such list in the scope. */
export type MembersOutcome<Done> =
  | { type: 'done'; counts: Done }
  | { type: 'faults'; faults: Fault[] }
  | { type: 'missing' };

/** A change of a list by values. */
export interface MembersChange {
  mode: MemberMode;
  /** Members in normalized form; duplicates are allowed. */
  chunks: AsyncIterable<readonly string[]>;
  isDryRun: boolean;
  author: Author;
  now: Date;
}

/** Merges values into a list in one transaction, all or nothing. Memory holds one chunk of them. */
export async function applyMembers(
  db: Database,
  key: ListKey,
  scope: Scope,
  { mode, chunks, isDryRun, author, now }: MembersChange,
): Promise<MembersOutcome<MemberCounts>> {
  return withStagedValues(db, chunks, now, (staged) =>
    db.transaction((transaction) => mergeValues(transaction, key, scope, { mode, staged, isDryRun, sink: { author } })),
  );
}

/** Merges staged values into a list, as part of a transaction. */
export async function mergeValues(
  transaction: Transaction,
  key: ListKey,
  scope: Scope,
  { mode, staged, isDryRun, sink }: { mode: MemberMode; staged: StagedValues; isDryRun: boolean; sink: ChangeSink },
): Promise<MembersOutcome<MemberCounts>> {
  const list = await lockList(transaction, key, scope);
  if (list === null) return { type: 'missing' };
  if ('code' in list) return { type: 'faults', faults: [list] };
  const expected = await expectedCounts(transaction, list, mode, staged);
  if (expected.total > maxMembers) return { type: 'faults', faults: [tooManyFault(expected.total)] };
  const counts = {
    ...expected,
    duplicates: staged.read - staged.distinct,
    unchanged: staged.distinct - (mode === 'remove' ? expected.removed : expected.added),
    entry: null,
  };
  if (isDryRun || expected.added + expected.removed === 0) return { type: 'done', counts };
  const entry = await reserveEntry(transaction);
  const removed = await removeValues(transaction, list, mode, { staged, entry });
  const added = mode === 'remove' ? noSums : await addValues(transaction, list, { staged, entry });
  const total = await finishChange(transaction, list, { entry, added, removed, revertOf: null }, sink);
  return { type: 'done', counts: { ...counts, added: added.count, removed: removed.count, total, entry } };
}

/**
 * The expected additions and removals. The row is locked, so that no other writer changes the members before they
 * happen.
 */
async function expectedCounts(
  connection: Connection,
  list: LockedList,
  mode: MemberMode,
  { table, distinct }: StagedValues,
): Promise<{ added: number; removed: number; total: number }> {
  const known = await countOf(
    connection,
    sql`select count(*) as count from ${table} staged where exists
      (select 1 from ${listMembers} where ${ofList(list)} and ${listMembers.value} = staged.value)`,
  );
  const added = mode === 'remove' ? 0 : distinct - known;
  const removed = mode === 'add' ? 0 : mode === 'remove' ? known : list.count - known;
  return { added, removed, total: list.count + added - removed };
}

async function countOf(connection: Connection, query: SQL): Promise<number> {
  const { rows } = await connection.execute(query);
  return Number(rows[0]?.['count']);
}

async function addValues(
  transaction: Transaction,
  list: LockedList,
  { staged, entry }: { staged: StagedValues; entry: number },
): Promise<MemberSums> {
  const { rows } = await transaction.execute(sql`
    with added as (
      insert into ${listMembers} (list_kind, list_id, value, added_by)
      select ${keyValues(list)}, value, ${entry}::bigint from ${staged.table} staged order by value
      on conflict do nothing returning value
    ) select ${selectSums} from added`);
  return sumsOf(rows[0]);
}

async function removeValues(
  transaction: Transaction,
  list: LockedList,
  mode: MemberMode,
  { staged, entry }: { staged: StagedValues; entry: number },
): Promise<MemberSums> {
  if (mode === 'add') return noSums;
  const isNamed = sql`exists (select 1 from ${staged.table} staged where staged.value = ${listMembers.value})`;
  const { rows } = await transaction.execute(sql`
    with gone as (
      delete from ${listMembers} where ${ofList(list)} and ${mode === 'remove' ? isNamed : sql`not ${isNamed}`}
      returning value, added_by
    ), recorded as (
      insert into ${listMemberChanges} (entry, value, is_added, added_by)
      select ${entry}::bigint, value, false, added_by from gone
    ) select ${selectSums} from gone`);
  return sumsOf(rows[0]);
}
