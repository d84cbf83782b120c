import type { ClickHouse } from '#storage/clickhouse.ts';

/** What was bought. */
export interface Purchase {
  demandId: number;
  campaignId?: number;
  adexchangeId?: number;
  /** Nano-USD. */
  rev: number;
  imps: number;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Opens the roll-up of what is bought; the answer puts purchases into it. */
export async function openBuyingRollup(
  clickhouse: ClickHouse,
): Promise<(purchases: readonly Purchase[]) => Promise<void>> {
  await clickhouse.command(`CREATE TABLE IF NOT EXISTS hourly_buying
    (demandId UInt32, hour DateTime('UTC'), adexchangeId UInt32, campaignId UInt32, sent UInt64, imps UInt64, rev Int64)
    ENGINE = MergeTree ORDER BY (demandId, hour) SETTINGS non_replicated_deduplication_window = 1000`);
  let count = 0;
  return async (purchases) => {
    count += 1;
    const rows = purchases.map(({ at, ...row }) => JSON.stringify({ ...row, hour: Math.floor(at / 3_600_000) * 3600 }));
    await clickhouse.insertRows('hourly_buying', rows.map((row) => `${row}\n`).join(''), { token: `bought ${count}` });
  };
}
