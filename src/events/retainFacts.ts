import type { FactStore } from './factStore.ts';

/** Makes the store drop raw facts older than some days; roll-ups stay. Does nothing when it does so already. */
export async function retainFacts(clickhouse: FactStore, days: number): Promise<void> {
  const [table] = await clickhouse.query<{ engine_full: string }>(
    `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'facts'`,
  );
  const ttl = `toDateTime(at) + toIntervalDay(${days})`;
  if (table?.engine_full.includes(`TTL ${ttl} `)) return;
  await clickhouse.command(`ALTER TABLE facts MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0`);
}
