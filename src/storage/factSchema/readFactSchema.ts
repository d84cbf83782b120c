import type { FactSchema, TableSchema } from './factSchema.ts';

interface OpenTable extends TableSchema {
  columns: Map<string, string>;
  sortingKey: string[];
}

interface OpenSchema extends FactSchema {
  tables: Map<string, OpenTable>;
  views: Map<string, string>;
}

/** The tables whose schema the model defines. */
const described = String.raw`((?:test_)?facts|hourly_(?:(?!_mv\b)\w)+)\b`;
const tablePattern = new RegExp(`^CREATE (?:OR REPLACE )?TABLE (?:IF NOT EXISTS )?${described}`);
const alterPattern = new RegExp(String.raw`^ALTER TABLE ${described}\s+([\s\S]+)$`);
const viewPattern = /^CREATE MATERIALIZED VIEW (?:IF NOT EXISTS )?(hourly_\w+_mv) TO hourly_\w+ AS\s+([\s\S]+)$/;
const queryPattern = /^ALTER TABLE (hourly_\w+_mv) MODIFY QUERY\s+([\s\S]+)$/;
const dropPattern = /^DROP VIEW IF EXISTS (hourly_\w+_mv)$/;
const mentionPattern = /^(?:CREATE|ALTER|DROP|RENAME|EXCHANGE)\b[^(]*?\b(?:(?:test_)?facts|hourly_\w+)\b/;

/**
 * The schema of facts and roll-ups that results from the statements of ClickHouse migrations, in order. They are parsed
 * in the migrations' format: one column or action per line. Throws an Error on a statement about these tables in
 * another format.
 */
export function readFactSchema(statements: readonly string[]): FactSchema {
  const schema: OpenSchema = { tables: new Map(), views: new Map() };
  for (const statement of statements) apply(schema, statement.replace(/^--.*\n/gm, '').trim());
  return schema;
}

function apply({ tables, views }: OpenSchema, sql: string): void {
  const [, made] = tablePattern.exec(sql) ?? [];
  const [, altered, actions] = alterPattern.exec(sql) ?? [];
  const [, view, query] = viewPattern.exec(sql) ?? queryPattern.exec(sql) ?? [];
  const [, dropped] = dropPattern.exec(sql) ?? [];
  const table = altered === undefined ? undefined : tables.get(altered);
  if (/^CREATE .*\bIF NOT EXISTS\b/.test(sql) && (tables.has(made ?? '') || views.has(view ?? ''))) return;
  if (made !== undefined) tables.set(made, readTable(sql));
  else if (dropped !== undefined) views.delete(dropped);
  else if (view !== undefined && query !== undefined) views.set(view, query);
  else if (table && actions !== undefined) for (const action of actions.split(/,\n\s*/)) alter(table, action);
  else if (mentionPattern.test(sql)) throw unreadable(sql);
}

function readTable(sql: string): OpenTable {
  const [, body = ''] = /\n\(\n([\s\S]*?)\n\)\n/.exec(sql) ?? [];
  const [, key] = /^ORDER BY \((.+)\)$/m.exec(sql) ?? [];
  const columns = body
    .split('\n')
    .map((line) => /^\s+(\w+)\s+(.+?),?$/.exec(line))
    .flatMap((match) =>
      match?.[1] === undefined || match[1] === 'INDEX' ? [] : [[match[1], match[2] ?? ''] as const],
    );
  if (columns.length === 0 || key === undefined) throw unreadable(sql);
  return { columns: new Map(columns), sortingKey: key.split(', ') };
}

function alter(table: OpenTable, action: string): void {
  if (action.startsWith('ADD CONSTRAINT IF NOT EXISTS ')) return;
  const [, name, type] = /^ADD COLUMN IF NOT EXISTS (\w+) (.+?)(?: AFTER \w+)?$/.exec(action) ?? [];
  const [, key] = /^MODIFY ORDER BY \((.+)\)$/.exec(action) ?? [];
  const [, from, to] = /^RENAME COLUMN IF EXISTS (\w+) TO (\w+)$/.exec(action) ?? [];
  if (from !== undefined && to !== undefined) renameColumn(table, from, to);
  else if (name !== undefined && type !== undefined) table.columns.set(name, table.columns.get(name) ?? type);
  else if (key !== undefined) table.sortingKey = key.split(', ');
  else throw unreadable(action);
}

/** Throws an Error on a column of the sorting key, which the engine does not rename. */
function renameColumn({ columns, sortingKey }: OpenTable, from: string, to: string): void {
  const type = columns.get(from);
  if (type === undefined) return;
  if (sortingKey.includes(from)) throw unreadable(`RENAME COLUMN ${from}`);
  columns.delete(from);
  columns.set(to, type);
}

function unreadable(sql: string): Error {
  return new Error(`A statement about facts or roll-ups cannot be read: ${sql.slice(0, 120)}`);
}
