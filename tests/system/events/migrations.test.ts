import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retainFacts } from '#events/nightly/retainFacts.ts';
import { rollups } from '#model/index.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse, readMigrations } from '#storage/clickhouseMigrations.ts';
import { describeFactSchema, type FactSchema } from '#storage/factSchema/factSchema.ts';
import { readFactSchema } from '#storage/factSchema/readFactSchema.ts';
import { writeFactMigration } from '#storage/factSchema/writeFactMigration.ts';
import { schemaAt } from '../../support/events/formerFactNames.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { buildFact, factLines } from '../reports/buildFacts.ts';
import { dropConnectionOnce } from './dropConnectionOnce.ts';
import { migrationsDir, type FactsFixture } from './factsFixture.ts';
import { openOwnFacts } from './openOwnFacts.ts';

let facts: FactsFixture;
beforeAll(async () => {
  facts = await openOwnFacts();
});
afterAll(() => facts.close());

/** A statement as the engine formats it. */
async function formatted(sql: string): Promise<string> {
  const [row] = await facts.clickhouse.query<{ text: string }>('SELECT formatQuerySingleLine({sql:String}) AS text', {
    sql,
  });
  return row?.text ?? '';
}

/**
 * Columns and sorting keys of a store's fact and roll-up tables, and the views that fill the roll-ups, as the engine
 * has them.
 */
async function schemaOf(clickhouse: ClickHouse): Promise<FactSchema> {
  const isOurs = (column: string) =>
    `database = currentDatabase() AND (${column} IN ('facts', 'test_facts') OR startsWith(${column}, 'hourly_'))`;
  const columns = await clickhouse.query<{ table: string; name: string; type: string }>(
    `SELECT table, name, type FROM system.columns WHERE ${isOurs('table')}`,
  );
  const tables = await clickhouse.query<{ name: string; engine: string; sorting_key: string; query: string }>(
    `SELECT name, engine, sorting_key, replaceAll(as_select, concat(currentDatabase(), '.'), '') AS query
     FROM system.tables WHERE ${isOurs('name')}`,
  );
  const views = tables.filter(({ engine }) => engine === 'MaterializedView');
  return {
    tables: new Map(
      tables
        .filter((each) => !views.includes(each))
        .map(({ name, sorting_key }) => {
          const own = columns.filter(({ table }) => table === name);
          return [
            name,
            { columns: new Map(own.map((each) => [each.name, each.type])), sortingKey: sorting_key.split(', ') },
          ];
        }),
    ),
    views: new Map(views.map(({ name, query }) => [name, query])),
  };
}

/** A schema with its queries as the engine writes them. */
async function asWritten({ tables, views }: FactSchema): Promise<FactSchema> {
  const queries = await Promise.all([...views].map(async ([name, sql]) => [name, await formatted(sql)] as const));
  return { tables, views: new Map(queries) };
}

describe('the tables of facts', () => {
  test('have the columns, types, keys and views of the model', async () => {
    expect(await schemaOf(facts.clickhouse)).toEqual(await asWritten(describeFactSchema()));
  });

  test.each(rollups.map(({ table }) => table))('%s sums every number that is not in its key', async (table) => {
    const [row] = await facts.clickhouse.query<{ engine_full: string }>(
      `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
      { table },
    );
    // Without a list of columns: the measures are those that are not in the key.
    expect(row?.engine_full).toMatch(/^SummingMergeTree PARTITION BY/);
    expect(row?.engine_full).toContain('non_replicated_deduplication_window = 10000');
  });

  test('a generated migration upgrades an earlier schema to that of the model, even when interrupted', async () => {
    const store = await openTestClickHouse();
    const clickhouse = openClickHouse(store.url);
    const root = mkdtempSync(join(tmpdir(), 'written-'));
    try {
      // Before the roll-ups of audiences and buying, and some keys.
      const earlier = (await readMigrations(migrationsDir)).filter(({ version }) => version <= 7);
      for (const { name } of earlier) cpSync(join(migrationsDir, name), join(root, name));
      await migrateClickHouse(clickhouse, root);
      const landed = readFactSchema(earlier.flatMap(({ statements }) => statements));
      // No migration that is written renames: the names are those of then.
      const target = schemaAt(7, describeFactSchema());
      const written = writeFactMigration(landed, target);
      writeFileSync(join(root, `0008_${written?.name}.sql`), written?.text ?? '');
      const cutOff = dropConnectionOnce(clickhouse);
      await cutOff.untilDone(() => migrateClickHouse(cutOff.clickhouse, root));
      expect(cutOff.cuts()).toBeGreaterThan(20);
      expect(await schemaOf(clickhouse)).toEqual(await asWritten(target));
    } finally {
      rmSync(root, { recursive: true });
      await clickhouse.close();
      await store.close();
    }
  });

  test('facts and detailed roll-ups expire after the configured days, the others never; repeating it changes nothing', async () => {
    await retainFacts(facts.clickhouse, { factsDays: 30, rollupDays: 400, sourceDays: 3 });
    await retainFacts(facts.clickhouse, { factsDays: 30, rollupDays: 400, sourceDays: 3 });
    await retainFacts(facts.clickhouse, { factsDays: 3650, rollupDays: 400, sourceDays: 3 });
    const rows = await facts.clickhouse.query<{ name: string; ttl: string }>(
      `SELECT name, extract(engine_full, 'TTL (.*) SETTINGS') AS ttl FROM system.tables
       WHERE database = currentDatabase() AND (name IN ('facts', 'test_facts') OR startsWith(name, 'hourly_')) AND engine != 'MaterializedView'
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
      { name: 'test_facts', ttl: 'toDateTime(at) + toIntervalDay(3650)' },
    ]);
  });

  test('rows beyond their retention are removed by a merge, and those that caps and finance depend on stay', async () => {
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
