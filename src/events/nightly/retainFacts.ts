import { rollups } from '#model/index.ts';
import type { FactStore } from '../load/factStore.ts';

/** Makes the store drop raw facts older than some days, and detailed roll-ups older than some others; the rest stays. */
export async function retainFacts(
  clickhouse: FactStore,
  { factsDays, rollupDays }: { factsDays: number; rollupDays: number },
): Promise<void> {
  await retain(clickhouse, 'facts', `toDateTime(at) + toIntervalDay(${factsDays})`);
  for (const { table } of rollups.filter(({ isDetailed }) => isDetailed)) {
    await retain(clickhouse, table, `hour + toIntervalDay(${rollupDays})`);
  }
}

/** Does nothing to a table that drops its rows so already. */
async function retain(clickhouse: FactStore, table: string, ttl: string): Promise<void> {
  const [found] = await clickhouse.query<{ engine_full: string }>(
    'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  if (found?.engine_full.includes(`TTL ${ttl} `)) return;
  await clickhouse.command(`ALTER TABLE ${table} MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0`);
}
