import type { ClickHouse } from '../clickhouse.ts';

/** A table of ClickHouse with rows of its own. */
export interface FactTable {
  name: string;
  /** Whether its rows stay as they were inserted; others are combined by their key. */
  isPlain: boolean;
  columns: { name: string; type: string; isKey: boolean }[];
}

/** Start of the names of copies that a backup reads, and of tables that a restore fills. */
export const copyPrefix = '_backup_';
export const draftPrefix = '_restore_';

/** All tables with rows, without the history of migrations, what is stored for days only, and tables for a time. */
export async function readFactTables(clickhouse: Pick<ClickHouse, 'query'>): Promise<FactTable[]> {
  const rows = await clickhouse.query<{ table: string; engine: string; name: string; type: string; isKey: number }>(
    `SELECT c.table AS table, t.engine AS engine, c.name AS name, c.type AS type, c.is_in_sorting_key AS isKey
     FROM system.columns AS c JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = currentDatabase() AND t.engine LIKE '%MergeTree' AND NOT startsWith(c.table, '_')
       AND c.table NOT IN ('schema_migrations', 'event_sources') AND c.default_kind NOT IN ('ALIAS', 'EPHEMERAL', 'MATERIALIZED')
     ORDER BY c.table, c.position`,
  );
  const tables = new Map<string, FactTable>();
  for (const { table, engine, name, type, isKey } of rows) {
    let found = tables.get(table);
    if (!found)
      tables.set(table, (found = { name: table, isPlain: /^(?:Replicated)?MergeTree$/.test(engine), columns: [] }));
    found.columns.push({ name, type, isKey: isKey === 1 });
  }
  return [...tables.values()];
}

/** Number of the last migration; 0 when there is none. */
export async function readFactMigration(clickhouse: Pick<ClickHouse, 'query'>): Promise<number> {
  const [row] = await clickhouse.query<{ version: number }>('SELECT max(version) AS version FROM schema_migrations');
  return row?.version ?? 0;
}

/** Drops the tables for a time that a backup or a restore left. */
export async function dropTablesOf(clickhouse: Pick<ClickHouse, 'query' | 'command'>, prefix: string): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})',
    { prefix },
  );
  for (const { name } of tables) await clickhouse.command(`DROP TABLE IF EXISTS ${name} SYNC`);
}
