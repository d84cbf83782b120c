import type { ClickHouse } from '#storage/clickhouse.ts';

/** Purchases of an hour. */
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

/** Adds purchases to the buying roll-up, as the loader's rows would. */
export function createBuyer(clickhouse: ClickHouse): (purchases: readonly Purchase[]) => Promise<void> {
  let count = 0;
  return async (purchases) => {
    count += 1;
    const rows = purchases.map(({ at, ...row }) => ({ ...row, hour: Math.floor(at / 3_600_000) * 3600 }));
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await clickhouse.insertRows('hourly_buying', lines, { token: `bought ${count}` });
  };
}
