import type { ClickHouse } from '#storage/clickhouse.ts';

/** A roll-up, its share of all rows, and the contents of its rows: expressions over `number`. */
interface Filling {
  table: string;
  share: number;
  columns: Record<string, string>;
}

/** Rows of an hour are adjacent, as the loader writes them; accounts differ widely in size. */
const account = 'toUInt32(1 + intDiv(cityHash64(number, 1) % 100, 12))';
const channel = `toUInt32(${account} * 1000 + cityHash64(number, 2) % 150)`;
const tag = `toUInt32(${account} * 10000 + cityHash64(number, 3) % 400)`;
const place = {
  demandId: account,
  channelId: channel,
  subpublisherId: `toUInt32(${channel} % 40)`,
  environment: `['web', 'mobileWeb', 'app', 'ctv'][1 + cityHash64(number, 4) % 4]`,
  ivt: `['', 'valid', 'crawler'][1 + cityHash64(number, 5) % 3]`,
};
const counts = {
  imps: 'cityHash64(number, 6) % 40',
  starts: 'cityHash64(number, 6) % 38',
  completes: 'cityHash64(number, 6) % 30',
  clicks: 'cityHash64(number, 7) % 3',
  rev: 'toInt64(cityHash64(number, 8) % 400000000)',
  cost: 'toInt64(cityHash64(number, 8) % 250000000)',
  systemCost: 'toInt64(cityHash64(number, 9) % 9000000)',
};
const requests = {
  calls: '100 + cityHash64(number, 10) % 900',
  reqs: '100 + cityHash64(number, 10) % 800',
  opps: 'cityHash64(number, 6) % 60',
  reason: `['', 'no_answer', 'no_candidates', 'geo'][1 + cityHash64(number, 11) % 4]`,
};
const demand = { advertiserId: `toUInt32(${tag} % 90)`, tagId: tag };

const fillings: readonly Filling[] = [
  { table: 'hourly_supply', share: 0.1, columns: { ...place, ...counts, ...requests } },
  {
    table: 'hourly_demand',
    share: 0.4,
    columns: {
      ...place,
      ...demand,
      ...counts,
      tier: 'toUInt8(1 + cityHash64(number, 12) % 4)',
      marketplace: `['', 'Exchange A', 'Exchange B', 'Exchange C'][1 + cityHash64(number, 13) % 4]`,
      candidates: '100 + cityHash64(number, 10) % 900',
      sent: '100 + cityHash64(number, 10) % 500',
      answered: 'cityHash64(number, 6) % 60',
      timeouts: 'cityHash64(number, 14) % 9',
      reason: `['', 'timeout', 'outbid', 'floor'][1 + cityHash64(number, 15) % 4]`,
    },
  },
  {
    table: 'hourly_inventory',
    share: 0.4,
    columns: {
      ...place,
      ...counts,
      ...requests,
      site: `concat('site', toString(cityHash64(number, 16) % 2000), '.example')`,
      publisher: `concat('pub-', toString(cityHash64(number, 17) % 300))`,
    },
  },
  {
    table: 'hourly_creative',
    share: 0.1,
    columns: { ...place, ...demand, ...counts, creative: 'lower(hex(cityHash64(cityHash64(number, 18) % 5000)))' },
  },
];

const rowsAtOnce = 250_000;

/** Fills the roll-ups with this many rows in total, spread over the hours from `start`. */
export async function fillRollups(clickhouse: ClickHouse, rows: number, start: Date, hours: number): Promise<void> {
  const epoch = Math.floor(start.getTime() / 1000);
  for (const { table, share, columns } of fillings) {
    const count = Math.round(rows * share);
    for (let from = 0; from < count; from += rowsAtOnce) {
      const size = Math.min(rowsAtOnce, count - from);
      const hour = `toDateTime(${epoch} + 3600 * intDiv(number * ${hours}, ${count}), 'UTC')`;
      await clickhouse.command(
        `INSERT INTO ${table} (hour, ${Object.keys(columns).join(', ')})
         SELECT ${hour}, ${Object.values(columns).join(', ')} FROM numbers(${from}, ${size})`,
      );
    }
  }
}
