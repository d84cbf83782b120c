import { type SQL, sql } from 'drizzle-orm';
import type { EntityName, RowByName } from '#model/index.ts';
import type { Transaction } from './database.ts';
import type { Draft } from './draft.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { rowOf, visibleColumns } from './selection.ts';

const rowsPerStatement = 500;

/** Writes changed rows and returns them by id. Rows with the same changed fields share a statement. */
export async function writeDrafts<N extends EntityName>(
  transaction: Transaction,
  name: N,
  table: EntityTable,
  drafts: readonly Draft[],
): Promise<Map<number, RowByName[N]>> {
  const id = columnNamed(table, 'id');
  const written = new Map<number, RowByName[N]>();
  for (const [fields, group] of byFields(drafts)) {
    for (let start = 0; start < group.length; start += rowsPerStatement) {
      const part = group.slice(start, start + rowsPerStatement);
      const set = Object.fromEntries(fields.map((field, place) => [field, sql.raw(`v.v${place}`)]));
      const updated = await transaction
        .update(table.table)
        .set({ ...set, updatedAt: sql`now()`, version: sql`${columnNamed(table, 'version')} + 1` })
        .from(valuesOf(table, fields, part))
        .where(sql`${id} = v.id`)
        .returning(visibleColumns(table));
      for (const selected of updated) {
        const row = rowOf(name, selected);
        written.set(row.id, row);
      }
    }
  }
  return written;
}

function byFields(drafts: readonly Draft[]): [string[], Draft[]][] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = Object.keys(draft.stored).sort().join();
    const group = groups.get(key);
    if (group) group.push(draft);
    else groups.set(key, [draft]);
  }
  return [...groups].map(([key, group]) => [key.split(','), group]);
}

/** The new values of many rows as a table v(id, v0, v1 …). */
function valuesOf(table: EntityTable, fields: readonly string[], drafts: readonly Draft[]): SQL {
  const columns = fields.map((field) => columnNamed(table, field));
  const rows = drafts.map((draft) => {
    const values = columns.map((column, place) => {
      const value = draft.stored[fields[place] ?? ''];
      return sql`${value === null ? null : column.mapToDriverValue(value)}::${sql.raw(column.getSQLType())}`;
    });
    return sql`(${sql.join([sql`${draft.id}::integer`, ...values], sql`, `)})`;
  });
  const names = sql.raw(['id', ...fields.map((_, place) => `v${place}`)].join(', '));
  return sql`(values ${sql.join(rows, sql`, `)}) as v(${names})`;
}
