import { type SQL, sql } from 'drizzle-orm';
import { canBeEmpty, hasNone } from '#model/field/filterFields.ts';
import type { EntityName } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { matching, type RowFilter } from './listRows.ts';

/** Number of rows with a value: 'none' and 'any' stand for empty and non-empty fields. */
export interface ValueCount {
  field: string;
  value: string;
  count: number;
}

/** Maximum values per field, the most frequent first. */
const maxValues = 200;

/**
 * Numbers of matching rows by field and value. The filter of a field itself is ignored for its own counts, so that they
 * show the result of another choice.
 */
export async function countValues(
  connection: Connection,
  name: EntityName,
  fields: readonly string[],
  filter: RowFilter,
): Promise<ValueCount[]> {
  if (fields.length === 0) return [];
  const table = tableOf(name);
  const parts = fields.map((field) => countsOf(table, field, filter));
  const { rows } = await connection.execute<{ field: string; value: string; count: number }>(
    sql.join(parts, sql` union all `),
  );
  return rows;
}

function countsOf(table: EntityTable, name: string, filter: RowFilter): SQL {
  const column = columnNamed(table, name);
  const { [name]: _own, ...filters } = filter.filters ?? {};
  const where = matching(table, name === 'status' ? { ...filter, status: [0, 1, 2] } : { ...filter, filters });
  const field = table.entity.fields[name];
  const counted = (value: SQL, from: SQL = sql`${table.table}`) =>
    sql`(select ${name}::text as field, ${value} as value, count(*)::int as count from ${from}
      where ${where ?? sql`true`} group by 2 order by 3 desc, 2 limit ${maxValues})`;
  if (field?.kind === 'references') {
    const isEmpty = counted(sql`case when ${column} = '[]'::jsonb then 'none' else 'any' end`);
    const items = sql`${table.table} cross join lateral jsonb_array_elements_text(${column}) as item(id)`;
    return sql`${isEmpty} union all ${counted(sql`item.id`, items)}`;
  }
  if (field?.kind === 'reference') return counted(sql`coalesce(${column}::text, 'none')`);
  if (hasNone(field)) return counted(sql`coalesce(nullif(${column}, ''), 'none')`);
  if (canBeEmpty(field)) return counted(sql`case when ${column} is null then 'none' else 'any' end`);
  return counted(sql`${column}::text`);
}
