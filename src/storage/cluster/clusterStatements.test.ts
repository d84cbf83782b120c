import { describe, expect, test } from 'vitest';
import { readMigrations } from '../clickhouseMigrations.ts';
import { clusterStatements } from './clusterStatements.ts';

const folder = new URL('../../../migrations/clickhouse', import.meta.url).pathname;

describe('a statement on a cluster', () => {
  test('is derived for every migration', async () => {
    for (const { name, statements } of await readMigrations(folder)) {
      const derived = statements.flatMap((sql) => clusterStatements(sql, 'main'));
      await expect(`${derived.join(';\n\n')};\n`).toMatchFileSnapshot(`./snapshots/${name}`);
    }
  });

  test('never names a local table without ON CLUSTER, and never a table of its own server', async () => {
    const derived = (await readMigrations(folder)).flatMap(({ statements }) =>
      statements.flatMap((sql) => clusterStatements(sql, 'main')),
    );
    for (const sql of derived.filter((each) => !each.startsWith('INSERT INTO')))
      expect(sql).toContain("ON CLUSTER 'main'");
    for (const sql of derived.filter((each) => each.includes('ENGINE = ') && !each.includes('Distributed('))) {
      expect(sql).toMatch(/ENGINE = Replicated\w*MergeTree/);
      expect(sql).toContain(' replicated_deduplication_window = 10000');
    }
  });

  test('rebuilds a roll-up: copies its table, and replaces a partition on each shard', () => {
    expect(clusterStatements('DROP TABLE IF EXISTS hourly_supply_rebuilt SYNC', 'main')).toEqual([
      "DROP TABLE IF EXISTS hourly_supply_rebuilt ON CLUSTER 'main' SYNC",
      "DROP TABLE IF EXISTS hourly_supply_rebuilt_local ON CLUSTER 'main' SYNC",
    ]);
    expect(clusterStatements('CREATE TABLE hourly_supply_rebuilt AS hourly_supply', 'main')).toEqual([
      "CREATE TABLE hourly_supply_rebuilt_local ON CLUSTER 'main' AS hourly_supply_local",
      "CREATE OR REPLACE TABLE hourly_supply_rebuilt ON CLUSTER 'main' AS hourly_supply_rebuilt_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_rebuilt_local, sipHash64(demandId, toDate(hour)))",
    ]);
    const replace = 'ALTER TABLE hourly_supply REPLACE PARTITION 202603 FROM hourly_supply_rebuilt';
    expect(clusterStatements(replace, 'main')).toEqual([
      "ALTER TABLE hourly_supply_local ON CLUSTER 'main' REPLACE PARTITION 202603 FROM hourly_supply_rebuilt_local",
    ]);
  });

  test('is refused if it has no form', () => {
    expect(() => clusterStatements('TRUNCATE TABLE facts', 'main')).toThrow('has no form on a cluster');
    expect(() =>
      clusterStatements('CREATE TABLE IF NOT EXISTS other\n(\n  id UInt64\n)\nENGINE = MergeTree', 'main'),
    ).toThrow('no sharding key');
  });
});
