import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { factsFixture, migrationsDir, type FactsFixture } from './factsFixture.ts';

/** Opens a separate store and migrates its tables: for tests that change the tables themselves. */
export async function openOwnFacts(): Promise<FactsFixture> {
  const store = await openTestClickHouse();
  const clickhouse = openClickHouse(store.url);
  await migrateClickHouse(clickhouse, migrationsDir);
  return factsFixture({
    url: store.url,
    clickhouse,
    async close() {
      await clickhouse.close();
      await store.close();
    },
  });
}
