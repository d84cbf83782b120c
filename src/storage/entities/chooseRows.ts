import { and, asc, sql } from 'drizzle-orm';
import type { EntityName, RowByName } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Scope } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { matching, type RowFilter } from './listRows.ts';
import { rowOf, visibleColumns, within } from './selection.ts';

/** The rows that are meant: those named, as far as they lie in the scope, or all that match the filter. */
export type RowChoice = { ids: readonly number[]; scope: Scope } | { filter: RowFilter };

/** Chosen rows, whole, in the order of their ids. Of shared rows only those that the scope may change. */
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
