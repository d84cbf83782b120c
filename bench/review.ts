import { noFetchedLists } from '#serving/ivt/fetchedLists.ts';
import { parseAgentList } from '#engine/ivt/agentList.ts';
import { buildAddressSet } from '#engine/lists/addressSet.ts';
import { reviewTraffic } from '#review/reviewTraffic.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnStore } from '../tests/stores/spawnStore.ts';

const events = 10_000_000;
const dayMs = 86_400_000;
/** Rows of one insert. */
const perInsert = 500_000;

/** An event of a household, or of the two in a hundred that robots in one network send, by `number`. */
const isRobot = 'cityHash64(number, 1) % 50 = 0';
const shared = {
  node: `'bench'`,
  seq: 'intDiv(number, 200000)',
  serveId: "leftPad(toString(number), 16, '0')",
  event: `'impression'`,
  demandId: 'toUInt32(1 + cityHash64(number, 2) % 600 % 12)',
  channelId: 'toUInt32(cityHash64(number, 2) % 600)',
  mediaType: `'video'`,
};
const sources = {
  ...shared,
  place: `concat('site-', toString(cityHash64(number, 4) % 5000), '.example')`,
  address: 'if(ROBOT, 1 + cityHash64(number, 5) % 200, 1000 + cityHash64(number, 5) % 2500000)',
  network: `if(ROBOT, '198.51.100.0/24', concat(toString(cityHash64(number, 5) % 200000), '.0/24'))`,
  agent: `concat('Mozilla/5.0 (Browser ', toString(cityHash64(number, 6) % 3000), ') AppleWebKit/537.36')`,
  device: 'if(cityHash64(number, 7) % 2 = 0, cityHash64(number, 5) % 2500000, 0)',
};
const facts = {
  ...shared,
  kind: `'event'`,
  verdict: `'counted'`,
  ivt: `'valid'`,
  imps: '1',
  rev: 'toInt64(1000000 + cityHash64(number, 8) % 9000000)',
  cost: 'toInt64(500000 + cityHash64(number, 8) % 4000000)',
  tagId: 'toUInt32(cityHash64(number, 9) % 5)',
  site: `concat('site-', toString(cityHash64(number, 2) % 600), '.example')`,
};

/** Reviews 10,000,000 impressions of one day in the embedded store, 2% of which come from a listed network. */
export async function benchReview(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  const store = await spawnStore({ dataDir, part: 'clickhouse' });
  const clickhouse = openClickHouse(store.urls.clickhouseUrl);
  try {
    await migrateClickHouse(clickhouse, migrationFolders.clickhouse);
    const midnight = Math.floor(Date.now() / dayMs) * dayMs;
    const at = `fromUnixTimestamp64Milli(toInt64(${midnight - dayMs} + number * ${dayMs / events}), 'UTC')`;
    for (const [table, columns] of Object.entries({ event_sources: sources, facts })) {
      const values = Object.values(columns).map((sql) => sql.replaceAll('ROBOT', isRobot));
      for (let from = 0; from < events; from += perInsert) {
        await clickhouse.command(
          `INSERT INTO ${table} (at, ${Object.keys(columns).join(', ')}) SELECT ${at}, ${values.join(', ')}
           FROM numbers(${from}, ${perInsert})`,
        );
      }
    }
    const options = {
      clickhouse,
      knowledge: async () => ({
        blockedIps: buildAddressSet(['198.51.100.0/24']),
        blockedAgents: parseAgentList(''),
        ...noFetchedLists,
        locate: () => null,
        maxPerMinute: 300,
      }),
      withoutInserts: <T>(work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal),
      days: 3,
    };
    console.log('The store is filled');
    const startedAt = performance.now();
    const [first] = await reviewTraffic({ ...options, now: midnight + 2 * 3_600_000 });
    const firstS = (performance.now() - startedAt) / 1000;
    await reviewTraffic({ ...options, days: 4, now: midnight + dayMs + 2 * 3_600_000 });
    const againS = (performance.now() - startedAt) / 1000 - firstS;
    const [size] = await clickhouse.query<{ bytes: string }>(
      "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'event_sources'",
    );
    const perRow = Number(size?.bytes) / events;
    return `${events} events: ${firstS.toFixed(0)} s, again by the lists ${againS.toFixed(0)} s; ${first?.adjustedImps} adjusted; ${perRow.toFixed(0)} bytes per source`;
  } finally {
    await clickhouse.close();
    await store.stop('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}
