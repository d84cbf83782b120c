import type { FactStore } from '../load/factStore.ts';

/** How the store calls a table that it fills to put it in the place of another. */
const draftName = /^_tmp_replace_\w+$/;

/**
 * Drops the tables that a migration was filling when the store died: it fills new ones when it is run again, and nothing
 * else would ever look at these. No migration may run meanwhile. Returns how many there were.
 */
export async function dropAbandoned(clickhouse: FactStore): Promise<number> {
  const tables = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '_tmp_replace_')`,
  );
  const names = tables.map(({ name }) => name).filter((name) => draftName.test(name));
  for (const name of names) await clickhouse.command(`DROP TABLE IF EXISTS ${name} SYNC`);
  return names.length;
}
