import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAdPerformance } from '#api/adPerformance/readAdPerformance.ts';
import { openTestStores, type TestStores } from './openTestStores.ts';

const now = Date.parse('2026-03-20T12:00:00Z');
const dayMs = 86_400_000;
const counts = { imps: 300, clicks: 3, completes: 210 };

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const insert = (table: string, rows: readonly object[]) =>
  stores.facts.clickhouse.insertRows(table, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { token: table });

test('ad performance covers two weeks by creative, and one by site or app', async () => {
  const hour = (daysAgo: number) => Math.floor((now - daysAgo * dayMs) / 3_600_000) * 3600;
  await insert('hourly_buying', [
    { demandId: 1, campaignId: 5, creativeId: 50, hour: hour(1), ...counts },
    { demandId: 1, campaignId: 5, creativeId: 50, hour: hour(13), ...counts },
    { demandId: 1, campaignId: 5, creativeId: 51, hour: hour(15), ...counts },
    { demandId: 1, campaignId: 6, creativeId: 60, hour: hour(1), ...counts },
  ]);
  const at = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, -1);
  const fact = { demandId: 1, campaignId: 5, kind: 'event', ...counts };
  await insert('facts', [
    { ...fact, at: at(1), site: 'news.example' },
    { ...fact, at: at(2), app: 'com.game' },
    { ...fact, at: at(2), site: 'small.example', imps: 10 },
    { ...fact, at: at(8), site: 'old.example' },
    { ...fact, at: at(1) },
  ]);
  const { creatives, places } = await readAdPerformance(stores.facts.clickhouse, [5], now);
  expect(creatives).toEqual([{ campaignId: 5, creativeId: 50, imps: 600, clicks: 6, completes: 420 }]);
  expect(places.toSorted((a, b) => a.place.localeCompare(b.place))).toEqual([
    { campaignId: 5, place: 'com.game', ...counts },
    { campaignId: 5, place: 'news.example', ...counts },
  ]);
  expect(await readAdPerformance(stores.facts.clickhouse, [], now)).toEqual({ creatives: [], places: [] });
});
