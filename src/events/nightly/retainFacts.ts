import { rollups } from '#model/index.ts';
import { localTable } from '#storage/cluster/localTable.ts';
import type { FactStore } from '../load/factStore.ts';

/**
 * Sets the store's retention: raw facts, live and test, are deleted after `factsDays`, detailed roll-ups after
 * `rollupDays`, the sources of events after `sourceDays`. All other tables are permanent.
 */
export async function retainFacts(
  clickhouse: FactStore,
  { factsDays, rollupDays, sourceDays }: { factsDays: number; rollupDays: number; sourceDays: number },
): Promise<void> {
  for (const table of ['facts', 'test_facts']) {
    await retain(clickhouse, table, `toDateTime(at) + toIntervalDay(${factsDays})`);
  }
  await retain(clickhouse, 'event_sources', `toDateTime(at) + toIntervalDay(${sourceDays})`);
  for (const { table } of rollups.filter(({ isDetailed }) => isDetailed)) {
    await retain(clickhouse, table, `hour + toIntervalDay(${rollupDays})`);
  }
}

/** Leaves a table unchanged that already has this TTL. */
async function retain(clickhouse: FactStore, table: string, ttl: string): Promise<void> {
  const [found] = await clickhouse.query<{ engine_full: string }>(
    'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table: clickhouse.cluster === undefined ? table : localTable(table) },
  );
  if (found?.engine_full.includes(`TTL ${ttl} `)) return;
  await clickhouse.command(`ALTER TABLE ${table} MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0`);
}
