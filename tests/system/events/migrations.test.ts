import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollups } from '#events/rollups.ts';
import { retainFacts } from '#events/retainFacts.ts';
import { measures, moneyMeasures } from '#model/index.ts';
import { openFacts, type FactsFixture } from './openFacts.ts';

const factDimensions = [
  'demandId',
  'channelId',
  'subpublisherId',
  'advertiserId',
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
  facts = await openFacts();
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

  test('facts are kept for the days asked, and asking again changes nothing', async () => {
    await retainFacts(facts.clickhouse, 30);
    await retainFacts(facts.clickhouse, 30);
    await retainFacts(facts.clickhouse, 3650);
    const [row] = await facts.clickhouse.query<{ engine_full: string }>(
      `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'facts'`,
    );
    expect(row?.engine_full).toContain('TTL toDateTime(at) + toIntervalDay(3650)');
  });
});
