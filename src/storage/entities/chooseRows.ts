import { and, asc, sql } from 'drizzle-orm';
import type { EntityName, RowByName } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Scope } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { matching, type RowFilter } from './listRows.ts';
import { rowOf, visibleColumns, within } from './selection.ts';

/** A choice of rows: ids, as far as they are in the scope, or all rows that match a filter. */
export type RowChoice = { ids: readonly number[]; scope: Scope } | { filter: RowFilter };

/** The chosen rows with all fields, in the order of their ids. Shared rows only where the scope may change them. */
export async function chooseRows<N extends EntityName>(
  connection: Connection,
  name: N,
  choice: RowChoice,
): Promise<RowByName[N][]> {
  const table = tableOf(name);
  const id = columnNamed(table, 'id');
  const where =
    'filter' in choice
      ? matching(table, choice.filter, 'write')
      : and(sql`${id} = any(${sql.param([...choice.ids])}::integer[])`, within(table, choice.scope, 'write'));
  const rows = await connection.select(visibleColumns(table)).from(table.table).where(where).orderBy(asc(id));
  return rows.map((row) => rowOf(name, row));
}
