import { identifierLiteral, localTable } from './localTable.ts';
import { shardingKeys } from './shardingKeys.ts';

/** Tokens are remembered for a week: as long as a worker’s segment may wait for a shard. */
const deduplication = 'replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800';
const copySettings =
  'insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0';

type Rewrite = (match: readonly string[], cluster: string) => string[];

/** The forms of statements that migrations and workers run, each with its form on a cluster. */
const rewrites: readonly (readonly [form: RegExp, rewrite: Rewrite])[] = [
  [/^CREATE TABLE IF NOT EXISTS (\w+)\s+(\((?:(?!\nAS SELECT\b)[\s\S])+)$/, createTable],
  [/^CREATE OR REPLACE TABLE (\w+)\s+(\([\s\S]+?)\nAS (SELECT\b[\s\S]+)$/, replaceTable],
  [/^CREATE TABLE (\w+) AS (\w+)$/, createTableAs],
  [/^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+) AS\s+(SELECT\b[\s\S]+)$/, createView],
  [/^ALTER TABLE ((\w+)_mv) MODIFY QUERY\s+(SELECT\b[\s\S]+)$/, replaceView],
  [/^ALTER TABLE (\w+)\s+REPLACE PARTITION (\w+) FROM (\w+)$/, replacePartition],
  [/^ALTER TABLE (\w+)\s+((?:UPDATE|DELETE|MODIFY TTL|MODIFY SETTING|RESET SETTING)\b[\s\S]+)$/, alterRows],
  [/^ALTER TABLE (\w+)\s+((?:ADD|RENAME|MODIFY) (?:COLUMN|CONSTRAINT|INDEX|ORDER BY)\b[\s\S]+)$/, alterColumns],
  [/^RENAME TABLE IF EXISTS (\w+) TO (\w+)$/, renameTable],
  [/^DROP VIEW IF EXISTS (\w+)$/, dropView],
  [/^DROP TABLE (?:IF EXISTS )?(\w+)(?: SYNC)?$/, dropTable],
  [/^INSERT INTO \w+\s[\s\S]*\bSELECT\b[\s\S]+$/, ([sql]) => [sql ?? '']],
  [/^SYSTEM SYNC REPLICA (\w+)$/, syncReplica],
  // Views are recreated instead of reopened.
  [/^(?:ATTACH TABLE IF NOT EXISTS|DETACH TABLE|ATTACH TABLE) \w+_mv$/, () => []],
];

/**
 * The statements that do on a cluster what a statement does on a single server, in order; doing them again after an
 * interruption changes nothing more than doing the statement again. A table `t` becomes `t_local`, replicated within
 * each shard, and `t`, which distributes over the shards: queries and inserts name `t`. Views sum on each shard from
 * local to local. Throws an Error on a statement of another form.
 */
export function clusterStatements(sql: string, cluster: string): string[] {
  const statement = sql.replaceAll(/^\s*--[^\n]*\n/gm, '').trim();
  for (const [form, rewrite] of rewrites) {
    const match = form.exec(statement);
    if (match) return rewrite(match, cluster);
  }
  throw new Error(`This statement has no form on a cluster: ${statement.slice(0, 120)}`);
}

function createTable([, table = '', definition = '']: readonly string[], cluster: string): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${localTable(table)} ${on(cluster)}\n${replicated(definition)}`,
    distributed(table, cluster),
  ];
}

/** Fills a second table, which replaces the first in one step: nothing reads half a copy. */
function replaceTable([, table = '', definition = '', select = '']: readonly string[], cluster: string): string[] {
  const copy = `${table}_copy`;
  const source = /^FROM (\w+)/m.exec(select)?.[1] ?? '';
  const query = select.replace(/\nSETTINGS [^\n]+$/, '');
  return [
    ...dropTable(['', copy], cluster),
    `CREATE TABLE ${localTable(copy)} ${on(cluster)}\n${replicated(definition)}`,
    distributed(copy, cluster, table),
    ...syncReplica(['', source], cluster),
    `INSERT INTO ${copy} SETTINGS ${copySettings}\n${query}`,
    `CREATE TABLE IF NOT EXISTS ${localTable(table)} ${on(cluster)}\n${replicated(definition)}`,
    `EXCHANGE TABLES ${localTable(table)} AND ${localTable(copy)} ${on(cluster)}`,
    distributed(table, cluster),
    ...dropTable(['', copy], cluster),
  ];
}

function createTableAs([, table = '', model = '']: readonly string[], cluster: string): string[] {
  return [
    `CREATE TABLE ${localTable(table)} ${on(cluster)} AS ${localTable(model)}`,
    distributed(table, cluster, model),
  ];
}

function createView([, view = '', target = '', query = '']: readonly string[], cluster: string): string[] {
  const local = query.replace(/^FROM (\w+)/m, (_, table: string) => `FROM ${localTable(table)} AS ${table}`);
  return [`CREATE MATERIALIZED VIEW IF NOT EXISTS ${view} ${on(cluster)} TO ${localTable(target)} AS\n${local}`];
}

/** A view is on every server: altered as a replicated table, one per shard would be. */
function replaceView([, view = '', target = '', query = '']: readonly string[], cluster: string): string[] {
  return [...dropView(['', view], cluster), ...createView(['', view, target, query], cluster)];
}

function replacePartition([, table = '', partition = '', from = '']: readonly string[], cluster: string): string[] {
  return [`ALTER TABLE ${localTable(table)} ${on(cluster)} REPLACE PARTITION ${partition} FROM ${localTable(from)}`];
}

function alterRows([, table = '', action = '']: readonly string[], cluster: string): string[] {
  return [`ALTER TABLE ${localTable(table)} ${on(cluster)} ${action}`];
}

function alterColumns([, table = '', action = '']: readonly string[], cluster: string): string[] {
  return [
    `ALTER TABLE ${localTable(table)} ${on(cluster)}\n  ${action} SETTINGS alter_sync = 2`,
    distributed(table, cluster),
  ];
}

function renameTable([, from = '', to = '']: readonly string[], cluster: string): string[] {
  return [
    `RENAME TABLE IF EXISTS ${localTable(from)} TO ${localTable(to)} ${on(cluster)}`,
    `DROP TABLE IF EXISTS ${from} ${on(cluster)} SYNC`,
    distributed(to, cluster),
  ];
}

function dropView([, view = '']: readonly string[], cluster: string): string[] {
  return [`DROP VIEW IF EXISTS ${view} ${on(cluster)} SYNC`];
}

function dropTable([, table = '']: readonly string[], cluster: string): string[] {
  return [
    `DROP TABLE IF EXISTS ${table} ${on(cluster)} SYNC`,
    `DROP TABLE IF EXISTS ${localTable(table)} ${on(cluster)} SYNC`,
  ];
}

function syncReplica([, table = '']: readonly string[], cluster: string): string[] {
  return [`SYSTEM SYNC REPLICA ${on(cluster)} ${localTable(table)}`];
}

/** The distributing table, recreated with the columns of the local one: it has no rows of its own. */
function distributed(table: string, cluster: string, keyOf = table): string {
  // Two tables had other names in early migrations.
  const key = shardingKeys[keyOf.replace(/^scan_/, 'verification_')];
  if (key === undefined) throw new Error(`The table ${keyOf} has no sharding key`);
  const engine = `Distributed(${identifierLiteral(cluster)}, currentDatabase(), ${localTable(table)}, ${key})`;
  return `CREATE OR REPLACE TABLE ${table} ${on(cluster)} AS ${localTable(table)} ENGINE = ${engine}`;
}

/** Columns and engine of a replicated table. Its path in Keeper is the server’s default. */
function replicated(definition: string): string {
  const engine = definition.replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1');
  if (!/\bSETTINGS\b/.test(engine)) return `${engine}\nSETTINGS ${deduplication}`;
  return engine.replace(/\bnon_replicated_deduplication_window = \d+/, deduplication);
}

function on(cluster: string): string {
  return `ON CLUSTER ${identifierLiteral(cluster)}`;
}
