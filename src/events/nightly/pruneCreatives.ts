import type { FactStore } from '../load/factStore.ts';

/** Days after which an observed creative is pruned if it was not observed again. */
const oldAfterDays = 15;

const dayMs = 86_400_000;

/**
 * Deletes the old creatives from some accounts' observed inventory and returns their number. Their metrics stay; a
 * creative that is observed again reappears.
 */
export async function pruneCreatives(
  clickhouse: FactStore,
  { demandIds, now }: { demandIds: readonly number[]; now: number },
): Promise<number> {
  if (demandIds.length === 0) return 0;
  const accountCondition = `inventory = 'creative' AND demandId IN (${demandIds.map(Math.trunc).join(', ')})`;
  const before = Math.floor((now - oldAfterDays * dayMs) / 1000);
  // A creative has a row for each time that it was recorded, until they are merged.
  const old = `SELECT demandId, key FROM observed WHERE ${accountCondition}
    GROUP BY demandId, key HAVING max(observed.lastSeen) < toDateTime(${before})`;
  const [found] = await clickhouse.query<{ total: string }>(`SELECT count() AS total FROM (${old})`);
  const total = Number(found?.total ?? 0);
  if (total === 0) return 0;
  await clickhouse.command(
    `ALTER TABLE observed DELETE WHERE ${accountCondition} AND (demandId, key) IN (${old}) SETTINGS mutations_sync = 1`,
  );
  return total;
}
