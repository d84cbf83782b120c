import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { canBeEmpty, hasNone } from '#model/field/filterFields.ts';
import { type Entity, type EntityName, type Field, maxId, type RowByName, type Status } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Scope } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { hasStatus, listedColumns, nameField, type Purpose, rowOf, visibleColumns, within } from './selection.ts';

/** A filter of an entity's rows. */
export interface RowFilter {
  scope: Scope;
  /** Part of the name or login, or a whole id or uid. */
  q?: string | undefined;
  /** Absent = all but archived. */
  status?: readonly Status[] | undefined;
  /** Values by field, demandId too; fields that can be empty also take 'none' and 'any'. */
  filters?: Readonly<Record<string, readonly (string | number | boolean)[]>> | undefined;
}

export interface ListRequest extends RowFilter {
  /** A field, 'id', 'createdAt' or 'updatedAt'; '-' in front for descending. */
  sort?: string | undefined;
  /** From 1. */
  page: number;
  size: number;
}

/** The rows of a page, without markup fields, and the number of matches on all pages. */
export async function listRows<N extends EntityName>(
  connection: Connection,
  name: N,
  request: ListRequest,
): Promise<{ rows: RowByName[N][]; total: number }> {
  const table = tableOf(name);
  const where = matching(table, request);
  const [counted, selected] = await Promise.all([
    connection.select({ total: count() }).from(table.table).where(where),
    connection
      .select(listedColumns(table))
      .from(table.table)
      .where(where)
      .orderBy(...ordering(table, request.sort))
      .limit(request.size)
      .offset((request.page - 1) * request.size),
  ]);
  return { rows: selected.map((row) => rowOf(name, row)), total: counted[0]?.total ?? 0 };
}

/** The ids of all matching rows, in the requested order. */
export async function listIds(
  connection: Connection,
  name: EntityName,
  request: RowFilter & Pick<ListRequest, 'sort'>,
): Promise<number[]> {
  const table = tableOf(name);
  const ids = connection
    .select({ id: columnNamed(table, 'id') })
    .from(table.table)
    .where(matching(table, request))
    .orderBy(...ordering(table, request.sort));
  // As one text: ten thousand rows of one number each take five times as long.
  const { rows } = await connection.execute<{ ids: string }>(sql`select array_to_string(array(${ids}), ',') as ids`);
  const text = rows[0]?.ids ?? '';
  return text === '' ? [] : text.split(',').map(Number);
}

/** The rows of a scope with these ids, in the order of the ids, without markup fields unless they are requested. */
export async function listRowsById<N extends EntityName>(
  connection: Connection,
  name: N,
  ids: readonly number[],
  { scope, isComplete = false }: { scope: Scope; isComplete?: boolean },
): Promise<RowByName[N][]> {
  if (ids.length === 0) return [];
  const table = tableOf(name);
  const selected = await connection
    .select(isComplete ? visibleColumns(table) : listedColumns(table))
    .from(table.table)
    .where(and(sql`${columnNamed(table, 'id')} = any(${`{${ids.join(',')}}`}::int[])`, within(table, scope)));
  const byId = new Map(selected.map((row) => [Number(row['id']), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [rowOf(name, row)] : [];
  });
}

/** Number of an account's rows, without archived ones. */
export async function countRows(connection: Connection, name: EntityName, demandId: number): Promise<number> {
  const table = tableOf(name);
  const [counted] = await connection
    .select({ total: count() })
    .from(table.table)
    .where(matching(table, { scope: [demandId] }));
  return counted?.total ?? 0;
}

/** The SQL condition of a filter. */
export function matching(table: EntityTable, filter: RowFilter, purpose: Purpose = 'read'): SQL | undefined {
  const conditions: (SQL | undefined)[] = [within(table, filter.scope, purpose)];
  if (hasStatus(table.entity)) {
    const status = columnNamed(table, 'status');
    conditions.push(filter.status ? anyOf(status, filter.status) : ne(status, 2));
  }
  for (const [field, values] of Object.entries(filter.filters ?? {})) {
    conditions.push(valueCondition(table, field, values));
  }
  if (filter.q) conditions.push(searching(table, filter.q));
  return and(...conditions);
}

/** The condition that a field has one of the values. */
function valueCondition(
  table: EntityTable,
  name: string,
  values: readonly (string | number | boolean)[],
): SQL | undefined {
  const column = columnNamed(table, name);
  const field = table.entity.fields[name];
  if (!canBeEmpty(field)) return anyOf(column, values);
  const isMany = field?.kind === 'references';
  if (hasNone(field)) {
    const of = (value: unknown) =>
      value === 'none' ? eq(column, '') : value === 'any' ? ne(column, '') : eq(column, value);
    return values.length === 0 ? sql`false` : or(...values.map(of));
  }
  const conditions = values.map((value): SQL => {
    if (value === 'none') return isMany ? sql`${column} = '[]'::jsonb` : isNull(column);
    if (value === 'any') return isMany ? sql`${column} <> '[]'::jsonb` : isNotNull(column);
    return isMany ? sql`${column} @> ${JSON.stringify([value])}::jsonb` : eq(column, value);
  });
  return conditions.length === 0 ? sql`false` : or(...conditions);
}

function anyOf(column: ReturnType<typeof columnNamed>, values: readonly unknown[]): SQL {
  return values.length === 0 ? sql`false` : inArray(column, [...values]);
}

function searching(table: EntityTable, q: string): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const conditions: SQL[] = [];
  for (const [name, field] of Object.entries(table.entity.fields)) {
    if (field.kind === 'uid') conditions.push(eq(columnNamed(table, name), q));
    if (name === nameField(table.entity) || (isKeyField(table.entity, name) && field.kind === 'text')) {
      conditions.push(ilike(columnNamed(table, name), pattern));
    }
  }
  if (/^[1-9]\d{0,9}$/.test(q) && Number(q) <= maxId) conditions.push(eq(columnNamed(table, 'id'), Number(q)));
  return conditions.length === 0 ? sql`false` : or(...conditions);
}

/** Whether rows are identified by a field, alone or with others. */
function isKeyField({ fields, uniqueTogether = [] }: Entity, name: string): boolean {
  return fields[name]?.unique !== undefined || uniqueTogether.some((set) => set.includes(name));
}

/** The values of a choice in the order of their labels, none last, as an array literal. */
function valuesByLabel({ choices = [] }: Field): string {
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return JSON.stringify(sorted.flatMap(({ value }) => (value === '' ? [] : [String(value)]))).replace(
    /^\[(.*)\]$/,
    '{$1}',
  );
}

/**
 * Sorts by the displayed value: texts case-insensitively, choices by their labels, references by the name of their row;
 * ties by id.
 */
function ordering(table: EntityTable, sort = nameField(table.entity) ?? 'id'): SQL[] {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const column = columnNamed(table, name);
  const field = table.entity.fields[name];
  let key: SQL = sql`${column}`;
  if (field?.kind === 'text' || field?.kind === 'url') key = sql`lower(${column})`;
  if (field?.kind === 'choice') key = sql`array_position(${valuesByLabel(field)}::text[], ${column})`;
  if (field?.kind === 'reference' && field.target) {
    const target = tableOf(field.target as EntityName);
    const label = nameField(target.entity);
    if (label) {
      key = sql`(select lower(${columnNamed(target, label)}) from ${target.table} where ${columnNamed(target, 'id')} = ${column})`;
    }
  }
  const direction = isDescending ? desc : asc;
  return [isDescending ? sql`${key} desc nulls last` : sql`${key} asc nulls last`, direction(columnNamed(table, 'id'))];
}
