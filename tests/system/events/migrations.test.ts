import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollups } from '#events/rollups.ts';
import { retainFacts } from '#events/retainFacts.ts';
import { measures, moneyMeasures } from '#model/index.ts';
import { buildFact, factLines } from '../reports/buildFacts.ts';
import type { FactsFixture } from './factsFixture.ts';
import { openOwnFacts } from './openOwnFacts.ts';

const factDimensions = [
  'demandId',
  'channelId',
  'subpublisherId',
  'supplierId',
  'adexchangeId',
  'advertiserId',
  'campaignId',
  'creativeId',
  'deal',
  'tagId',
  'tier',
  'marketplace',
  'environment',
  'site',
  'app',
  'publisher',
  'creative',
  'reason',
  'errorCode',
  'ivt',
  'country',
  'deviceKind',
  'os',
  'browser',
  'mediaType',
  'door',
  'consent',
];
const rowColumns = [
  'node',
  'seq',
  'at',
  'kind',
  'serveId',
  'event',
  'verdict',
  'sightings',
  'params',
  'market',
  'floor',
  'device',
  'tookMs',
];

let facts: FactsFixture;
beforeAll(async () => {
  facts = await openOwnFacts();
});
afterAll(() => facts.close());

async function columnsOf(table: string): Promise<Map<string, string>> {
  const rows = await facts.clickhouse.query<{ name: string; type: string }>(
    `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String}`,
    { table },
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

const isMoney = (measure: string) => (moneyMeasures as readonly string[]).includes(measure);

describe('the tables of facts', () => {
  test('facts have every dimension and every measure', async () => {
    const columns = await columnsOf('facts');
    expect([...columns.keys()].toSorted()).toEqual([...rowColumns, ...factDimensions, ...measures].toSorted());
    for (const measure of measures) expect(columns.get(measure)).toBe(isMoney(measure) ? 'Int64' : 'UInt32');
  });

  test.each(rollups.map((rollup) => [rollup.table, rollup] as const))(
    '%s has its key and every measure',
    async (table, rollup) => {
      const columns = await columnsOf(table);
      const keys = ['hour', ...rollup.dimensions];
      const states = rollup.countsDevices ? ['devices'] : [];
      expect([...columns.keys()].toSorted()).toEqual([...keys, ...measures, ...states].toSorted());
      for (const measure of measures) expect(columns.get(measure)).toBe(isMoney(measure) ? 'Int64' : 'UInt64');
      const [row] = await facts.clickhouse.query<{ sorting_key: string; engine_full: string }>(
        `SELECT sorting_key, engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
        { table },
      );
      expect(row?.sorting_key.split(', ').toSorted()).toEqual(keys.toSorted());
      // Without a list of its own it sums every number that is not in the key: the measures.
      expect(row?.engine_full).toMatch(/^SummingMergeTree PARTITION BY/);
      expect(row?.engine_full).toContain('non_replicated_deduplication_window = 10000');
    },
  );

  test('facts and detailed roll-ups are kept for the days asked, the others for good; asking again changes nothing', async () => {
    await retainFacts(facts.clickhouse, { factsDays: 30, rollupDays: 400 });
    await retainFacts(facts.clickhouse, { factsDays: 30, rollupDays: 400 });
    await retainFacts(facts.clickhouse, { factsDays: 3650, rollupDays: 400 });
    const rows = await facts.clickhouse.query<{ name: string; ttl: string }>(
      `SELECT name, extract(engine_full, 'TTL (.*) SETTINGS') AS ttl FROM system.tables
       WHERE database = currentDatabase() AND (name = 'facts' OR startsWith(name, 'hourly_')) AND engine != 'MaterializedView'
       ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'facts', ttl: 'toDateTime(at) + toIntervalDay(3650)' },
      { name: 'hourly_audience', ttl: 'hour + toIntervalDay(400)' },
      { name: 'hourly_buying', ttl: '' },
      { name: 'hourly_creative', ttl: 'hour + toIntervalDay(400)' },
      { name: 'hourly_demand', ttl: '' },
      { name: 'hourly_inventory', ttl: 'hour + toIntervalDay(400)' },
      { name: 'hourly_supply', ttl: '' },
    ]);
  });

  test('what is older than its days goes with a merge, and what caps and finance are reckoned by stays', async () => {
    const at = Date.now() - 401 * 86_400_000;
    const row = { kind: 'event' as const, event: 'impression', imps: 1, site: 'old.example', creative: '1' };
    const days = [at, Date.now()].map((each) => buildFact({ ...row, at: each }));
    await facts.clickhouse.insertRows('facts', factLines(days), { token: 'old and new' });
    const impsOf = async (table: string) => {
      const [found] = await facts.clickhouse.query<{ sum: string }>(`SELECT sum(${table}.imps) AS sum FROM ${table}`);
      return Number(found?.sum);
    };
    await facts.clickhouse.command('OPTIMIZE TABLE hourly_inventory FINAL');
    await facts.clickhouse.command('OPTIMIZE TABLE hourly_supply FINAL');
    expect([await impsOf('hourly_inventory'), await impsOf('hourly_supply')]).toEqual([1, 2]);
  });
});
