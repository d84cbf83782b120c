import { and, eq, sql } from 'drizzle-orm';
import type { Fault } from '#model/index.ts';
import { maxMembers, undoDays, type UndoReport } from '#model/lists/listMembers.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Database, Scope, Transaction } from '../entities/database.ts';
import { changes, listMemberChanges, listMembers } from '../tables.ts';
import type { MembersOutcome } from './applyMembers.ts';
import { keyValues, type ListKey, ofList } from './listKey.ts';
import { finishChange, type LockedList, lockList, reserveEntry, type ChangeSink, tooManyFault } from './lockList.ts';
import { type MemberSums, selectSums, sumsOf } from './membersDigest.ts';

/**
 * Reverts a change of members: added ones are removed, removed ones return, unless a later change did so already. That
 * is a change of its own, which can be reverted too.
 */
export async function undoMembers(
  db: Database,
  key: ListKey,
  scope: Scope,
  { entry, author, now }: { entry: number; author: Author; now: Date },
): Promise<MembersOutcome<UndoReport>> {
  try {
    return await db.transaction(async (transaction) => {
      const outcome = await undoWithin(transaction, key, scope, { entry, now, sink: { author } });
      if (outcome.type === 'faults') throw new RefusedChange(outcome.faults);
      return outcome;
    });
  } catch (error) {
    if (!(error instanceof RefusedChange)) throw error;
    return { type: 'faults', faults: error.faults };
  }
}

/** Reverts a change of members as part of a transaction, which must be rolled back when there are faults. */
export async function undoWithin(
  transaction: Transaction,
  key: ListKey,
  scope: Scope,
  { entry, now, sink }: { entry: number; now: Date; sink: ChangeSink },
): Promise<MembersOutcome<UndoReport>> {
  const list = await lockList(transaction, key, scope);
  if (list === null) return { type: 'missing' };
  if ('code' in list) return { type: 'faults', faults: [list] };
  const fault = await faultOfEntry(transaction, list, entry, now);
  if (fault) return { type: 'faults', faults: [fault] };
  const undoing = await reserveEntry(transaction);
  const removed = await takeAdded(transaction, list, entry, undoing);
  const added = await returnRemoved(transaction, list, entry, undoing);
  const total = list.count + added.count - removed.count;
  if (total > maxMembers) return { type: 'faults', faults: [tooManyFault(total)] };
  if (added.count + removed.count === 0) {
    return { type: 'done', counts: { added: 0, removed: 0, total, entry: null } };
  }
  await finishChange(transaction, list, { entry: undoing, added, removed, revertOf: entry }, sink);
  return { type: 'done', counts: { added: added.count, removed: removed.count, total, entry: undoing } };
}

/** Thrown to roll a transaction back. */
class RefusedChange extends Error {
  readonly faults: Fault[];

  constructor(faults: Fault[]) {
    super(faults.map(({ message }) => message).join());
    this.faults = faults;
  }
}

async function faultOfEntry(
  transaction: Transaction,
  list: LockedList,
  entry: number,
  now: Date,
): Promise<Fault | null> {
  const [found] = await transaction
    .select({ at: changes.at, fields: changes.fields })
    .from(changes)
    .where(and(eq(changes.id, entry), eq(changes.entity, list.entity), eq(changes.rowId, list.id)));
  const isOfMembers = Array.isArray(found?.fields) && found.fields.some((each) => each.field === 'members');
  if (!found || !isOfMembers) {
    return { code: 'unknown_entry', message: 'No member change of this list has this ID', path: 'entry' };
  }
  if (Date.parse(found.at) < now.getTime() - undoDays * 86_400_000) {
    const message = `Member changes can be undone for ${undoDays} days`;
    return { code: 'too_old', message, path: 'entry' };
  }
  const [undone] = await transaction.select({ id: changes.id }).from(changes).where(eq(changes.revertOf, entry));
  return undone ? { code: 'changed_since', message: 'This change has already been undone', path: 'entry' } : null;
}

async function takeAdded(
  transaction: Transaction,
  list: LockedList,
  entry: number,
  undoing: number,
): Promise<MemberSums> {
  const { rows } = await transaction.execute(sql`
    with gone as (
      delete from ${listMembers} where ${ofList(list)} and (${listMembers.addedBy} = ${entry} or ${listMembers.value} in
        (select value from ${listMemberChanges} where entry = ${entry} and is_added))
      returning value, added_by
    ), recorded as (
      insert into ${listMemberChanges} (entry, value, is_added, added_by)
      select ${undoing}::bigint, value, false, added_by from gone
    ) select ${selectSums} from gone`);
  return sumsOf(rows[0]);
}

/** Members return with the entry that first added them, so that earlier changes can still be reverted. */
async function returnRemoved(
  transaction: Transaction,
  list: LockedList,
  entry: number,
  undoing: number,
): Promise<MemberSums> {
  const { rows } = await transaction.execute(sql`
    with returned as (
      insert into ${listMembers} (list_kind, list_id, value, added_by)
      select ${keyValues(list)}, value, added_by from ${listMemberChanges}
      where entry = ${entry} and not is_added order by value
      on conflict do nothing returning value, added_by
    ), recorded as (
      insert into ${listMemberChanges} (entry, value, is_added, added_by)
      select ${undoing}::bigint, value, true, added_by from returned
    ) select ${selectSums} from returned`);
  return sumsOf(rows[0]);
}
