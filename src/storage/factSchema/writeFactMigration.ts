import { rollups, type Rollup } from '#model/index.ts';
import { viewOf, type FactSchema, type TableSchema } from './factSchema.ts';

/** A new ClickHouse migration: its file name after the number, and its contents. */
export interface FactMigration {
  name: string;
  text: string;
}

/**
 * The migration from one schema of facts and roll-ups to another; null when they are equal. Every statement can run
 * twice, as an interrupted upgrade needs: columns and new tables of facts first, then new roll-ups, filled from existing facts before their
 * view sums new ones, then the queries of views. No data is rewritten. Throws an Error on a change that is not an
 * addition: such a migration is written by hand.
 */
export function writeFactMigration(from: FactSchema, to: FactSchema): FactMigration | null {
  const droppedNames = [...from.tables.keys(), ...from.views.keys()].filter(
    (name) => !to.tables.has(name) && !to.views.has(name),
  );
  if (droppedNames.length > 0) throw byHand(`${droppedNames.join(', ')} would be dropped`);
  const added: string[] = [];
  const statements = [...to.tables].flatMap(([table, schema]) => {
    const known = from.tables.get(table);
    if (!known) return [];
    const columns = addedColumns(table, known, schema);
    added.push(...columns);
    return columns.length === 0 ? [] : [alterTable(table, known, schema, columns)];
  });
  for (const [table, schema] of to.tables) {
    if (from.tables.has(table) || rollups.some((rollup) => rollup.table === table)) continue;
    added.push(table);
    statements.push(createFacts(table, schema));
  }
  for (const rollup of rollups) {
    const view = viewOf(rollup);
    const schema = to.tables.get(rollup.table);
    const query = to.views.get(view);
    if (!schema || query === undefined) continue;
    if (!from.tables.has(rollup.table)) {
      added.push(rollup.table);
      statements.push(...createRollup(rollup, schema, query));
    } else if (from.views.get(view) !== query) {
      statements.push(`ALTER TABLE ${view} MODIFY QUERY\n${query}`);
    }
  }
  if (statements.length === 0) return null;
  const [first = 'views', ...others] = new Set(added);
  const name = `${snakeCase(first)}${others.length === 0 ? '' : `_and_${others.length}_more`}`;
  const header = '-- Written by `npm run migrations` from the measures, dimensions and roll-ups of the model.';
  return { name, text: `${header}\n${statements.map((each) => `${each};\n`).join('\n')}` };
}

/** The columns that a table lacks, in order. */
function addedColumns(table: string, from: TableSchema, to: TableSchema): string[] {
  for (const [name, type] of from.columns) {
    const wanted = to.columns.get(name);
    if (wanted === undefined) throw byHand(`${table}.${name} would be dropped`);
    if (wanted !== type) throw byHand(`${table}.${name} would become ${wanted}`);
  }
  const added = [...to.columns.keys()].filter((name) => !from.columns.has(name));
  const isSorted = from.sortingKey.every((name, index) => to.sortingKey[index] === name);
  const isNew = to.sortingKey.slice(from.sortingKey.length).every((name) => added.includes(name));
  if (!isSorted || !isNew) throw byHand(`the sorting key of ${table} would change before its end`);
  return added;
}

function alterTable(table: string, from: TableSchema, to: TableSchema, added: readonly string[]): string {
  const names = [...to.columns.keys()];
  const actions = added.map((name) => {
    const before = names[names.indexOf(name) - 1];
    return `ADD COLUMN IF NOT EXISTS ${name} ${to.columns.get(name)}${before === undefined ? '' : ` AFTER ${before}`}`;
  });
  if (to.sortingKey.length > from.sortingKey.length) actions.push(`MODIFY ORDER BY (${to.sortingKey.join(', ')})`);
  return `ALTER TABLE ${table}\n  ${actions.join(',\n  ')}`;
}

/** An empty table of facts. */
function createFacts(table: string, { columns, sortingKey }: TableSchema): string {
  const lines = [...columns].map(([name, type]) => `  ${name} ${type}`);
  return [
    `CREATE TABLE IF NOT EXISTS ${table}`,
    `(\n${lines.join(',\n')}\n)`,
    'ENGINE = MergeTree',
    'PARTITION BY toYYYYMM(at)',
    `ORDER BY (${sortingKey.join(', ')})`,
    'SETTINGS non_replicated_deduplication_window = 10000',
  ].join('\n');
}

/** A table that starts with the sums of existing facts, and then its view. */
function createRollup(rollup: Rollup, { columns, sortingKey }: TableSchema, query: string): string[] {
  const lines = [...columns].map(([name, type]) => `  ${name} ${type}`);
  const table = [
    `CREATE OR REPLACE TABLE ${rollup.table}`,
    `(\n${lines.join(',\n')}\n)`,
    'ENGINE = SummingMergeTree',
    'PARTITION BY toYYYYMM(hour)',
    `ORDER BY (${sortingKey.join(', ')})`,
    'SETTINGS non_replicated_deduplication_window = 10000',
    `AS ${query}`,
  ];
  return [table.join('\n'), `CREATE MATERIALIZED VIEW IF NOT EXISTS ${viewOf(rollup)} TO ${rollup.table} AS\n${query}`];
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function byHand(cause: string): Error {
  return new Error(`${cause[0]?.toUpperCase()}${cause.slice(1)}: write this migration by hand`);
}
