import { eq, sql } from 'drizzle-orm';
import { entities, type Fault } from '#model/index.ts';
import { countFieldOf, maxMembers } from '#model/lists/listMembers.ts';
import { usedElsewhere, usedOutside } from '../entities/checkScope.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Scope, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { oneWithin, rowOf, visibleColumns } from '../entities/selection.ts';
import { noEffects, flushEffects, type WriteEffects } from '../entities/writeEffects.ts';
import { tableOf } from '../tableOf.ts';
import type { ListKey } from './listKey.ts';
import { type MemberSums, nextDigest } from './membersDigest.ts';

/** A list whose row is locked until the transaction ends. */
export interface LockedList extends ListKey {
  name: string;
  demandId: number | null;
  count: number;
  digest: string;
}

/** Locks the row of a list that a scope may change; else null, or the fault of one that it may only see. */
export async function lockList(
  transaction: Transaction,
  key: ListKey,
  scope: Scope,
): Promise<LockedList | Fault | null> {
  const table = tableOf(key.entity);
  const [locked] = await transaction
    .select(visibleColumns(table))
    .from(table.table)
    .where(oneWithin(table, key.id, scope, 'write'))
    .for('no key update');
  if (locked) {
    const used = await usedOutside(transaction, key.entity, [key.id], scope);
    if (used.has(key.id)) return usedElsewhere(entities[key.entity]);
    const row = rowOf(key.entity, locked);
    const { name, demandId, membersHash } = row;
    return { ...key, name, demandId, count: Number(Reflect.get(row, countFieldOf(key.entity))), digest: membersHash };
  }
  const [seen] = await transaction
    .select({ id: columnNamed(table, 'id') })
    .from(table.table)
    .where(oneWithin(table, key.id, scope));
  const message = `This ${entities[key.entity].label.toLowerCase()} belongs to the platform and can only be changed by its operator`;
  return seen ? { code: 'read_only', message, path: '' } : null;
}

/** The fault of more members than a list may have. */
export function tooManyFault(count: number): Fault {
  const message = `The list would have ${count.toLocaleString('en-US')} members; the maximum is ${maxMembers.toLocaleString('en-US')}`;
  return { code: 'too_many_members', message, path: '' };
}

/** Reserves the id of a log entry to be written. */
export async function reserveEntry(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.execute(sql`select nextval(pg_get_serial_sequence('changes', 'id')) as id`);
  return Number(rows[0]?.['id']);
}

/** Where to publish a change of members: at once, by its author, or with the other effects of a larger transaction. */
export type ChangeSink = { author: Author } | { effects: WriteEffects };

/**
 * Updates the row for its new members, and publishes to the log and serving: the last step of the transaction, unless
 * that publishes later.
 */
export async function finishChange(
  transaction: Transaction,
  list: LockedList,
  {
    entry,
    added,
    removed,
    revertOf,
  }: { entry: number; added: MemberSums; removed: MemberSums; revertOf: number | null },
  sink: ChangeSink,
): Promise<number> {
  const table = tableOf(list.entity);
  const total = list.count + added.count - removed.count;
  const [updated] = await transaction
    .update(table.table)
    .set({
      [countFieldOf(list.entity)]: total,
      membersHash: nextDigest(list, added, removed),
      updatedAt: sql`now()`,
      version: sql`${columnNamed(table, 'version')} + 1`,
    })
    .where(eq(columnNamed(table, 'id'), list.id))
    .returning(visibleColumns(table));
  if (!updated) throw new Error(`${list.entity} ${list.id} was locked but no longer exists`);
  const effects = 'effects' in sink ? sink.effects : noEffects();
  effects.entries.push({
    id: entry,
    action: 'updated',
    entity: list.entity,
    rowId: list.id,
    name: list.name,
    demandId: list.demandId,
    fields: [
      {
        field: 'members',
        from: { count: list.count },
        to: { count: total, added: added.count, removed: removed.count },
      },
    ],
    revertOf,
  });
  effects.published.push({
    entity: entities[list.entity],
    change: { id: list.id, row: rowOf(list.entity, updated) },
  });
  if ('author' in sink) await flushEffects(transaction, sink.author, effects);
  return total;
}
