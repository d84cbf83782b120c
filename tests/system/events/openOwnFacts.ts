import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { openTestClickHouse } from '../../stores/openTestClickHouse.ts';
import { factsFixture, migrationsDir, type FactsFixture } from './factsFixture.ts';

/** Opens a store of its own and brings its tables up to date: for what changes the tables themselves. */
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
