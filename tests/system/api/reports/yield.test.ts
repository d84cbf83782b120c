import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enforceVerificationLimit } from '#api/verification/enforceVerificationLimit.ts';
import { createFloorOptimizer } from '#api/yield/floorOptimizer.ts';
import { updateTagRanks } from '#api/yield/updateTagRanks.ts';
import { pruneCreatives } from '#events/nightly/pruneCreatives.ts';
import type { EntityName } from '#model/index.ts';
import { openFloors } from '#storage/entities/floorStore.ts';
import { accountsWithCreativePruning } from '#storage/entities/accountsWithCreativePruning.ts';
import { openRanks } from '#storage/entities/rankStore.ts';
import { openVerificationPause } from '#storage/entities/verificationPauseStore.ts';
import { buildFact, type Fact } from '../../reports/buildFacts.ts';
import { openTestStores, type TestStores } from './openTestStores.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = Date.parse('2026-03-10T12:00:00Z');

let stores: TestStores;
let facts: TestStores['facts'];
let postgres: TestStores['postgres'];
let rows: TestStores['rows'];
let demandId: number;
let tagIds: number[];
let clock = start;
const now = () => new Date(clock);

beforeAll(async () => {
  stores = await openTestStores();
  ({ facts, postgres, rows } = stores);
  demandId = (await create('demand', { name: 'Account', showPostbidPix: true }, null)).id;
  const { id: advertiserId } = await create('advertiser', { name: 'Advertiser' });
  tagIds = [];
  for (const name of ['A', 'B', 'C']) {
    const tag = { name, advertiserId, source: 'url', url: 'https://tag.example/', rate: '1.00' };
    tagIds.push((await create('tag', tag)).id);
  }
});

afterAll(() => stores.close());

const create = <N extends EntityName>(name: N, values: object, account: number | null = demandId) =>
  stores.create(name, values, account);

describe('the order of tiers', () => {
  test('is measured by channel, published with its rows, and ends with the option', async () => {
    const [a = 0, b = 0, c = 0] = tagIds;
    const channel = await create('channel', { name: 'Ordered', optimizeBy: 'fill', optimizeMinutes: '30' });
    const other = await create('channel', { name: 'Plain' });
    const rowIds = new Map<number, number[]>([
      [channel.id, []],
      [other.id, []],
    ]);
    for (const [channelId, ids] of rowIds) {
      for (const tagId of tagIds) ids.push((await create('waterfallRow', { channelId, tagId })).id);
    }
    const at = (tagId: number, ago: number) => ({ at: start - ago, demandId, channelId: channel.id, tagId });
    const did = (tagId: number, won: number, ago = 5 * minuteMs): Fact[] => [
      buildFact({ ...at(tagId, ago), kind: 'candidate', sent: won, answered: won }),
      buildFact({ ...at(tagId, ago), kind: 'candidate', sent: 100 - won, reason: 'empty' }),
      buildFact({ ...at(tagId, ago), kind: 'event', event: 'impression', imps: won, rev: won }),
    ];
    // C performed well, but too long ago.
    await stores.insert([...did(a, 30), ...did(b, 60), ...did(c, 90, 31 * minuteMs)]);
    const deps = { ranks: openRanks(postgres.db), facts: facts.clickhouse, now };
    const version = await rows.version();
    expect(await updateTagRanks(deps)).toBe(true);
    const placesOf = async (channelId: number) => {
      const found = await rows.getMany('waterfallRow', rowIds.get(channelId) ?? [], 'all');
      return Object.fromEntries(found.map(({ tagId, place }) => [tagId, place]));
    };
    expect(await placesOf(channel.id)).toEqual({ [a]: 2, [b]: 1, [c]: null });
    expect(await placesOf(other.id)).toEqual({ [a]: null, [b]: null, [c]: null });
    expect(await rows.version()).toBe(version + 2);
    expect(await updateTagRanks(deps)).toBe(false);

    await rows.update('channel', channel.id, { optimizeBy: 'none' }, 'all');
    expect(await updateTagRanks(deps)).toBe(true);
    expect(await placesOf(channel.id)).toEqual({ [a]: null, [b]: null, [c]: null });
  });
});

describe('dynamic floors', () => {
  test('rise market by market while no fill is lost, fall when fill falls, and end with the option', async () => {
    const dynamic = { floor: '1.00', floorMode: 'dynamic', floorUplift: 50 };
    const channel = await create('channel', { name: 'Dynamic', ...dynamic });
    const optimizer = createFloorOptimizer({ floors: openFloors(postgres.db), facts: facts.clickhouse, now });
    const second = createFloorOptimizer({ floors: openFloors(postgres.db), facts: facts.clickhouse, now });
    const floorsOf = async () => (await rows.get('channel', channel.id, 'all'))?.dynamicFloors;
    /** Adds requests of a market in the last ten minutes, and how many of them were filled at 2.00 CPM. */
    const traffic = (market: string, reqs: number, filled: number): Fact[] => {
      const place = { demandId, channelId: channel.id, market };
      const at = (index: number) => clock - 2 * minuteMs - (index % 8) * minuteMs;
      return [
        ...Array.from({ length: reqs }, (_, index) => buildFact({ ...place, at: at(index), calls: 1, reqs: 1 })),
        ...Array.from({ length: filled }, (_, index) =>
          buildFact({ ...place, at: at(index), kind: 'event', event: 'impression', imps: 1, rev: 2_000_000 }),
        ),
      ];
    };
    clock = start;
    expect(await optimizer.optimize()).toBe(false);
    expect(await second.optimize()).toBe(false);
    await stores.insert([
      ...traffic('US SmartTV', 800, 400),
      ...traffic('US SmartTV =', 200, 100),
      ...traffic('DE Mobile', 50, 5),
    ]);
    expect(await optimizer.optimize()).toBe(true);
    expect(await floorsOf()).toEqual({ 'US SmartTV': '1.10' });
    // Traffic before the change is no evidence about it, nor for another process.
    clock += minuteMs;
    expect(await optimizer.optimize()).toBe(false);
    expect(await second.optimize()).toBe(false);

    clock += 20 * minuteMs;
    await stores.insert([...traffic('US SmartTV', 800, 200), ...traffic('US SmartTV =', 200, 100)]);
    expect(await optimizer.optimize()).toBe(true);
    expect(await floorsOf()).toEqual({});
    // The next change is not tried so soon.
    clock += 3 * minuteMs;
    await stores.insert([...traffic('US SmartTV', 800, 400), ...traffic('US SmartTV =', 200, 100)]);
    expect(await optimizer.optimize()).toBe(false);

    clock += 60 * minuteMs;
    await stores.insert([...traffic('US SmartTV', 800, 400), ...traffic('US SmartTV =', 200, 100)]);
    expect(await optimizer.optimize()).toBe(true);
    expect(await floorsOf()).toEqual({ 'US SmartTV': '1.10' });
    await rows.update('channel', channel.id, { floorMode: 'static' }, 'all');
    expect(await optimizer.optimize()).toBe(true);
    expect(await floorsOf()).toEqual({});
  });
});

describe('post-bid verification', () => {
  test('is paused for accounts while their month is used up, and resumes with a higher limit or the next month', async () => {
    clock = start;
    let postbidMaxImps = 3;
    const deps = {
      verification: openVerificationPause(postgres.db),
      platform: { read: () => Promise.resolve({ postbidMaxImps, postbidMaxReps: 0 }) },
      facts: facts.clickhouse,
      now,
    };
    const plain = await create('demand', { name: 'Plain' }, null);
    const readPausedUntil = async (id: number) => (await rows.get('demand', id, 'all'))?.verificationPausedUntil;
    const measuredImpression = (at: number) =>
      buildFact({ at, demandId, kind: 'event', event: 'impression', imps: 1, scanned: 1 });
    await stores.insert([measuredImpression(start - 20 * dayMs), measuredImpression(start), measuredImpression(start)]);
    expect(await enforceVerificationLimit(deps)).toBe(false);
    await stores.insert([measuredImpression(start - minuteMs)]);
    expect(await enforceVerificationLimit(deps)).toBe(true);
    expect(await readPausedUntil(demandId)).toBe('2026-04-01T00:00:00.000Z');
    expect(await readPausedUntil(plain.id)).toBeNull();
    expect(await enforceVerificationLimit(deps)).toBe(false);
    postbidMaxImps = 4;
    expect(await enforceVerificationLimit(deps)).toBe(true);
    expect(await readPausedUntil(demandId)).toBeNull();
    postbidMaxImps = 3;
    await enforceVerificationLimit(deps);
    clock = Date.parse('2026-04-01T00:00:01Z');
    expect(await enforceVerificationLimit(deps)).toBe(true);
    expect(await readPausedUntil(demandId)).toBeNull();
    postbidMaxImps = 0;
    expect(await enforceVerificationLimit(deps)).toBe(false);
  });
});

describe('old creatives', () => {
  test('are pruned for accounts that want it, and only those that were not observed again', async () => {
    clock = start;
    const cleanedAccount = await create('demand', { name: 'Tidy' }, null);
    await rows.update('demand', cleanedAccount.id, { delOldCreatives: true }, 'all');
    expect(await accountsWithCreativePruning(postgres.db)).toEqual([cleanedAccount.id]);
    const seen = (account: number, creative: string, days: number) =>
      buildFact({
        at: start - days * dayMs,
        demandId: account,
        creative,
        site: 'old.example',
        observations: JSON.stringify({ creative: { title: creative }, site: { declared: 'old.example' } }),
      });
    await stores.insert([
      seen(cleanedAccount.id, 'aaaaaaaaaaaaaaaa', 16),
      seen(cleanedAccount.id, 'bbbbbbbbbbbbbbbb', 16),
      seen(cleanedAccount.id, 'bbbbbbbbbbbbbbbb', 14),
      seen(demandId, 'aaaaaaaaaaaaaaaa', 16),
    ]);
    const demandIds = await accountsWithCreativePruning(postgres.db);
    expect(await pruneCreatives(facts.clickhouse, { demandIds, now: start })).toBe(1);
    const left = await facts.clickhouse.query<{ demandId: number; inventory: string; key: string }>(
      'SELECT DISTINCT demandId, inventory, key FROM observed ORDER BY demandId, inventory, key',
    );
    expect(left).toEqual([
      { demandId, inventory: 'creative', key: 'aaaaaaaaaaaaaaaa' },
      { demandId, inventory: 'site', key: 'old.example' },
      { demandId: cleanedAccount.id, inventory: 'creative', key: 'bbbbbbbbbbbbbbbb' },
      { demandId: cleanedAccount.id, inventory: 'site', key: 'old.example' },
    ]);
    expect(await pruneCreatives(facts.clickhouse, { demandIds, now: start })).toBe(0);
    expect(await pruneCreatives(facts.clickhouse, { demandIds: [], now: start })).toBe(0);
  });
});
