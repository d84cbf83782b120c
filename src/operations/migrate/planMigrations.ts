import { identifierLiteral, localTable } from '#storage/cluster/localTable.ts';
import { describeStatement, type StatementEffect } from '#storage/migrations/describeStatement.ts';
import type { PendingMigration } from '#storage/migrations/migrationState.ts';
import type { Servers } from './openServers.ts';
import { pendingMigrations } from './pendingMigrations.ts';

/** The size of a table. PostgreSQL's number of rows is its own estimate. */
interface TableSize {
  rows: number;
  bytes: number;
}

/** A statement of a plan. */
export interface PlannedStatement extends StatementEffect {
  sql: string;
  rows: number;
  bytes: number;
  /** From the rows and the rate at which the store read a sample; 0 for what takes a moment. */
  seconds: number;
}

/** Effect and duration of applying the pending migrations. */
export interface MigrationPlan {
  migrations: (Omit<PendingMigration, 'statements'> & { statements: PlannedStatement[] })[];
  /** Rows per second that each store read, at which a statement is estimated; null where none is estimated. */
  rates: Record<PendingMigration['store'], number | null>;
  seconds: number;
  pausesInserts: boolean;
}

const sampleRows = 200_000;
/** Rows are read, written, and merged or indexed: assumed to take three times as long as reading them. */
const writeFactor = 3;

/** Plans the pending migrations. Reads sizes and a sample of the largest table that is copied. */
export async function planMigrations(servers: Servers): Promise<MigrationPlan> {
  const pending = await pendingMigrations(servers);
  const sizes = { PostgreSQL: await postgresSizes(servers), ClickHouse: await clickhouseSizes(servers) };
  const described = pending.map((migration) => ({
    ...migration,
    statements: migration.statements.map((sql) => {
      const effect = describeStatement(migration.store, sql);
      const known = effect.tables.flatMap((table) => sizes[migration.store].get(table) ?? []);
      const largest = known.toSorted((a, b) => b.rows - a.rows)[0] ?? { rows: 0, bytes: 0 };
      return { ...effect, sql, ...largest };
    }),
  }));
  const rates = {
    PostgreSQL: await rateOf('PostgreSQL', described, (table) => readPostgres(servers, table)),
    ClickHouse: await rateOf('ClickHouse', described, (table) => readClickHouse(servers, table)),
  };
  const migrations = described.map((migration) => ({
    ...migration,
    statements: migration.statements.map((each) => ({
      ...each,
      seconds: writesRows(each.kind) ? (each.rows * writeFactor) / (rates[migration.store] ?? Infinity) : 0,
    })),
  }));
  const all = migrations.flatMap(({ statements }) => statements);
  return {
    migrations,
    rates,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    // Without facts there is nothing to wait for.
    pausesInserts: (sizes.ClickHouse.get('facts')?.rows ?? 0) > 0 && all.some((each) => each.pausesInserts),
  };
}

function writesRows(kind: StatementEffect['kind']): boolean {
  return kind === 'copy' || kind === 'rewrite' || kind === 'index';
}

async function postgresSizes({ postgres }: Servers): Promise<Map<string, TableSize>> {
  if (postgres === null) return new Map();
  const { rows } = await postgres.pool.query<{ name: string; rows: string; bytes: string }>(
    `SELECT relname AS name, greatest(reltuples, 0)::bigint AS rows, pg_total_relation_size(oid) AS bytes
     FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, rows: count, bytes }) => [name, { rows: Number(count), bytes: Number(bytes) }]));
}

/** Sizes by the names that statements use; on a cluster, of all shards. */
async function clickhouseSizes({ clickhouse }: Servers): Promise<Map<string, TableSize>> {
  if (clickhouse === null) return new Map();
  const { cluster } = clickhouse;
  const parts = cluster === undefined ? 'system.parts' : `cluster(${identifierLiteral(cluster)}, system.parts)`;
  const rows = await clickhouse.query<{ name: string; rows: string; bytes: string }>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM ${parts}
     WHERE active AND database = currentDatabase() GROUP BY name`,
  );
  const suffix = cluster === undefined ? '' : localTable('');
  return new Map(
    rows.map(({ name, ...size }) => [
      name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name,
      { rows: Number(size.rows), bytes: Number(size.bytes) },
    ]),
  );
}

/** Rows per second of reading a sample of the largest table that a statement writes anew. */
async function rateOf(
  store: PendingMigration['store'],
  migrations: readonly { store: string; statements: readonly (StatementEffect & TableSize)[] }[],
  read: (table: string) => Promise<number>,
): Promise<number | null> {
  const largest = migrations
    .filter((each) => each.store === store)
    .flatMap(({ statements }) => statements)
    .filter(({ kind, rows }) => writesRows(kind) && rows > 0)
    .toSorted((a, b) => b.rows - a.rows)[0];
  if (!largest) return null;
  const startedAt = performance.now();
  let rows = 0;
  for (const table of largest.tables) rows += await read(table).catch(() => 0);
  return rows === 0 ? null : rows / ((performance.now() - startedAt) / 1000);
}

async function readPostgres({ postgres }: Servers, table: string): Promise<number> {
  const { rows } = (await postgres?.pool.query<{ found: number; bytes: string }>(
    `SELECT count(*)::int AS found, sum(length(sample::text)) AS bytes FROM (SELECT * FROM "${table}" LIMIT ${sampleRows}) AS sample`,
  )) ?? { rows: [] };
  return rows[0]?.found ?? 0;
}

async function readClickHouse({ clickhouse }: Servers, table: string): Promise<number> {
  const rows = await clickhouse?.query<{ found: string }>(
    `SELECT count() AS found, sum(ignore(*)) FROM (SELECT * FROM ${table} LIMIT ${sampleRows})`,
  );
  return Number(rows?.[0]?.found ?? 0);
}
