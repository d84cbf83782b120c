import { asc, inArray } from 'drizzle-orm';
import type { Transaction } from '../entities/database.ts';
import { columnNamed, type EntityTable } from '../entities/entityTable.ts';

/** The values of some fields before they are overwritten, by id. The rows are locked, in the order of their ids. */
export async function valuesBefore(
  transaction: Transaction,
  table: EntityTable,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Map<unknown, object>> {
  const id = columnNamed(table, 'id');
  const rows = await transaction
    .select(Object.fromEntries(['id', ...fields].map((field) => [field, columnNamed(table, field)])))
    .from(table.table)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update');
  return new Map(rows.map((row) => [row['id'], row]));
}
