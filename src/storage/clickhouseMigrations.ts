import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ClickHouse } from './clickhouse.ts';
import { identifierLiteral, localTable } from './cluster/localTable.ts';
import type { MigrationState } from './migrations/migrationState.ts';
import { noMerges, noMergesSettings } from './noMerges.ts';
import { conflictOfUnknown, oldestReleaseOf } from './migrations/oldestRelease.ts';

/** A migration file, split into statements. */
export interface Migration {
  /** The number at the start of its name. */
  version: number;
  name: string;
  /** SHA-256 of its text, hexadecimal. */
  checksum: string;
  statements: string[];
}

interface AppliedStatement {
  version: number;
  statement: number;
  name: string;
  checksum: string;
  /** The oldest release that can run after the migration; empty where an earlier release applied it. */
  oldestRelease: string;
}

/**
 * Applies the files `NNNN_name.sql` of `folder` that were not applied yet, in order, and returns their names. A
 * statement ends with `;` at the end of a line. Every finished statement is recorded, so that an interrupted run
 * continues where it stopped; the interrupted statement runs again and must tolerate that (IF NOT EXISTS). Throws when
 * an applied file was edited, or is missing and this release cannot run without knowing it, when a new file sorts before an applied one, and before the next statement
 * when the signal has fired. `through`: number of the last one to apply. One caller at a time: ClickHouse has no locks (`withServerLock`).
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  folder: string,
  signal?: AbortSignal,
  through = Infinity,
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ version }) => version <= through);
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
      version UInt32, statement UInt32, name String, checksum String, applied_at DateTime DEFAULT now()
    ) ENGINE = MergeTree ORDER BY (version, statement)`,
  );
  const columns = await historyColumns(clickhouse);
  // Earlier releases created the table without it.
  if (!columns.has('oldest_release'))
    await clickhouse.command('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_release String');
  const applied = await readApplied(clickhouse);
  const conflict = conflictOf(migrations, applied);
  if (conflict !== null) throw new Error(conflict);
  const done: string[] = [];
  for (const migration of migrations) {
    const count = applied.filter((each) => each.version === migration.version).length;
    if (count >= migration.statements.length) continue;
    for (const [at, sql] of [...migration.statements.entries()].slice(count)) {
      signal?.throwIfAborted();
      await run(clickhouse, migration, at, sql);
    }
    done.push(migration.name);
  }
  return done;
}

/** Compares a database with migrations. Reads only. */
export async function clickhouseMigrationState(
  clickhouse: Pick<ClickHouse, 'query'>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const columns = await historyColumns(clickhouse);
  const applied = columns.size === 0 ? [] : await readApplied(clickhouse, columns);
  return {
    expected: migrations.length,
    pending: migrations.flatMap(({ version, name, statements }) => {
      const missing = statements.slice(applied.filter((each) => each.version === version).length);
      return missing.length === 0 ? [] : [{ store: 'ClickHouse', name, statements: missing }];
    }),
    conflict: conflictOf(migrations, applied),
  };
}

/** The columns of the history; none before the first migration. */
async function historyColumns(clickhouse: Pick<ClickHouse, 'query'>): Promise<ReadonlySet<string>> {
  const columns = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'schema_migrations'`,
  );
  return new Set(columns.map(({ name }) => name));
}

function readApplied(
  clickhouse: Pick<ClickHouse, 'query'>,
  columns: ReadonlySet<string> = new Set(['oldest_release']),
): Promise<AppliedStatement[]> {
  const oldestRelease = columns.has('oldest_release') ? 'oldest_release' : `''`;
  return clickhouse.query<AppliedStatement>(
    `SELECT version, statement, name, checksum, ${oldestRelease} AS oldestRelease
     FROM schema_migrations ORDER BY version, statement`,
  );
}

async function run(clickhouse: ClickHouse, migration: Migration, at: number, sql: string): Promise<void> {
  try {
    await runStatement(clickhouse, sql);
  } catch (error) {
    throw new Error(`Migration ${migration.name}, statement ${at + 1}: ${String(error)}`, { cause: error });
  }
  const { version, name, checksum, statements } = migration;
  const row = {
    version,
    statement: at,
    name,
    checksum,
    oldest_release: oldestReleaseOf('ClickHouse', name, statements),
  };
  await clickhouse.insertRows('schema_migrations', `${JSON.stringify(row)}\n`, {
    token: `migration:${version}:${at}`,
  });
}

/**
 * Runs a statement. A view whose query was changed uses different block ids until the server reopens it, so that a
 * retry across a restart would count twice in its target (26.7); it is therefore reopened here. No inserts may run
 * meanwhile.
 */
async function runStatement(clickhouse: ClickHouse, sql: string): Promise<void> {
  const table = /^ALTER TABLE (\w+)\s+RENAME COLUMN\b/m.exec(sql)?.[1];
  if (table !== undefined) return renameColumns(clickhouse, table, sql);
  const view = /^ALTER TABLE (\w+) MODIFY QUERY\b/m.exec(sql)?.[1];
  // An interrupted run may have left it detached.
  if (view !== undefined) await clickhouse.command(`ATTACH TABLE IF NOT EXISTS ${view}`);
  await clickhouse.command(sql);
  if (view === undefined) return;
  await clickhouse.command(`DETACH TABLE ${view}`);
  await clickhouse.command(`ATTACH TABLE ${view}`);
}

const pollMs = 20;

/**
 * Renames columns while the table merges nothing. A merge that begins before every part is renamed writes the new name
 * into a part that counts as not renamed: renaming it then loses the column's values (26.7). A statement that was cut off
 * may still be at work, so the end is read from the server.
 */
async function renameColumns(clickhouse: ClickHouse, table: string, sql: string): Promise<void> {
  await clickhouse.command(`ALTER TABLE ${table} MODIFY SETTING ${noMerges}`);
  await clickhouse.command(sql);
  while (await isMutating(clickhouse, table)) await setTimeout(pollMs);
  await clickhouse.command(`ALTER TABLE ${table} RESET SETTING ${noMergesSettings}`);
}

async function isMutating(clickhouse: ClickHouse, table: string): Promise<boolean> {
  const { cluster } = clickhouse;
  const source =
    cluster === undefined ? 'system.mutations' : `clusterAllReplicas(${identifierLiteral(cluster)}, system.mutations)`;
  const mutations = await clickhouse.query(
    `SELECT 1 FROM ${source} WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done LIMIT 1`,
    { table: cluster === undefined ? table : localTable(table) },
  );
  return mutations.length > 0;
}

/** Why these migrations and the applied ones do not fit together; null if they do. */
function conflictOf(migrations: readonly Migration[], applied: readonly AppliedStatement[]): string | null {
  const last = Math.max(0, ...applied.map((each) => each.version));
  for (const { version, name, checksum, oldestRelease } of applied) {
    const file = migrations.find((each) => each.version === version);
    if (!file) {
      const conflict = conflictOfUnknown('ClickHouse', { name, oldestRelease });
      if (conflict !== null) return conflict;
    } else if (file.checksum !== checksum) return `Migration ${name} was edited after it had been applied`;
  }
  const early = migrations.find(({ version }) => version < last && !applied.some((each) => each.version === version));
  return early ? `Migration ${early.name} is new but sorts before one that is applied already` : null;
}

/**
 * The migrations of a folder in order. Throws an Error on a file that is not a migration, and on a duplicate number.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [at, migration] of migrations.entries()) {
    if (migration.version === migrations[at - 1]?.version)
      throw new Error(`Two migrations have the number ${migration.version}`);
  }
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1] ?? Number.NaN);
  if (!Number.isInteger(version)) throw new Error(`Migration ${name}: the name must be NNNN_name.sql`);
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  const statements = splitStatements(text);
  if (statements.length === 0) throw new Error(`Migration ${name} contains no statement`);
  return { version, name, statements, checksum: createHash('sha256').update(text).digest('hex') };
}

/** The statements of a migration file, without those that are only comments. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '');
}
