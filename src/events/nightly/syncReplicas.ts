import { rollups } from '#model/index.ts';
import type { FactStore } from '../load/factStore.ts';

/** On a cluster, waits until every replica has the rows that were inserted: any may answer the next query. */
export async function syncReplicas(clickhouse: FactStore): Promise<void> {
  if (clickhouse.cluster === undefined) return;
  for (const table of ['facts', 'event_sources', 'loaded_segments', ...rollups.map((rollup) => rollup.table)]) {
    await clickhouse.command(`SYSTEM SYNC REPLICA ${table}`);
  }
}
