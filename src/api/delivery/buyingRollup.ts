import type { ClickHouse } from '#storage/clickhouse.ts';

/** Whether there is the roll-up of what campaigns and ad exchanges buy: without it they have delivered nothing. */
export async function hasBuyingRollup(facts: Pick<ClickHouse, 'query'>): Promise<boolean> {
  const found = await facts.query(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'hourly_buying'`,
  );
  return found.length > 0;
}
