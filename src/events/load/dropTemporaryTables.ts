import type { FactStore } from './factStore.ts';

/** Names of the store's temporary tables that replace another table once filled. */
const draftName = /^_tmp_replace_\w+$/;

/**
 * Drops the tables that a migration was filling when the store died: a repeated migration fills new ones, and nothing
 * else uses these. No migration may run in the meantime. Returns the number of tables.
 */
export async function dropTemporaryTables(clickhouse: FactStore): Promise<number> {
  const tables = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '_tmp_replace_')`,
  );
  const names = tables.map(({ name }) => name).filter((name) => draftName.test(name));
  for (const name of names) await clickhouse.command(`DROP TABLE IF EXISTS ${name} SYNC`);
  return names.length;
}
