import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecentInventory } from '#crawler/recentInventory.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';

let facts: FactsFixture;

beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());

async function observe(demandId: number, inventory: string, key: string, { daysAgo = 0, declared = {} } = {}) {
  const at = `subtractDays(now64(3, 'UTC'), ${daysAgo})`;
  await facts.clickhouse.command(
    `INSERT INTO observed SELECT ${demandId}, '${inventory}', '${key}', ${at}, ${at},
       argMaxState(materialize('${JSON.stringify(declared)}'), ${at})`,
  );
}

test('the crawler covers the observed inventory of the last 30 days, over all accounts, latest first', async () => {
  await observe(1, 'site', 'news.example', { daysAgo: 2 });
  await observe(2, 'site', 'news.example');
  await observe(1, 'site', 'weather.example', { daysAgo: 1 });
  await observe(1, 'site', 'gone.example', { daysAgo: 40 });
  await observe(1, 'publisher', 'pub-7', { declared: { name: 'House', domain: 'house.example', hops: 0 } });
  await observe(1, 'app', 'com.game', {
    daysAgo: 3,
    declared: { storeUrl: 'https://old.example', publisher: 'pub-6' },
  });
  await observe(1, 'app', 'com.game', {
    declared: { storeUrl: 'https://store.example/?id=com.game', publisher: 'pub-7' },
  });
  await observe(1, 'app', 'com.untold', { daysAgo: 1 });
  await observe(1, 'creative', 'film');
  expect(await readRecentInventory(facts.clickhouse)).toEqual({
    sites: ['news.example', 'weather.example'],
    apps: [
      { bundle: 'com.game', storeUrl: 'https://store.example/?id=com.game', publisherDomain: 'house.example' },
      { bundle: 'com.untold', storeUrl: '', publisherDomain: '' },
    ],
  });
});
