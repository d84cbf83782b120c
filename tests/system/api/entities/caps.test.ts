import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateCaps } from '#api/delivery/startCapUpdates.ts';
import { createPacing } from '#api/delivery/pacing.ts';
import { openDelivered } from '#api/delivery/readDelivered.ts';
import { keyOfLimit } from '#engine/delivery/limits.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { limitMetrics, limitPeriods, type EntityName, type Limit } from '#model/index.ts';
import { openCaps, type CapStore } from '#storage/entities/capStore.ts';
import { createBuyer } from '../../events/buyingRollup.ts';
import { buildFact, seededRandomInt, type Fact } from '../../reports/buildFacts.ts';
import { openTestStores, type TestStores } from '../reports/openTestStores.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let stores: TestStores;
let facts: TestStores['facts'];
let postgres: TestStores['postgres'];
let rows: TestStores['rows'];
let caps: CapStore;
let advertiserId: number;
let demandId: number;
let clock: number;

beforeAll(async () => {
  stores = await openTestStores();
  ({ facts, postgres, rows } = stores);
  caps = openCaps(postgres.db);
  demandId = (await create('demand', { name: 'Account', timezone: 3 }, null)).id;
  advertiserId = (await create('advertiser', { name: 'Advertiser' })).id;
});

afterAll(() => stores.close());

const create = <N extends EntityName>(name: N, values: object, account: number | null = demandId) =>
  stores.create(name, values, account);

describe('the delivery of a tag or a channel', () => {
  test('is the sum of its facts of the current periods, in every time zone', async () => {
    const randomInt = seededRandomInt(11);
    const account = 900;
    const now = Date.parse('2026-03-02T01:17:42Z');
    const given: Fact[] = Array.from({ length: 3000 }, () => {
      // Half of them within minutes, the others within months.
      const at = now - (randomInt(2) === 0 ? randomInt(3 * minuteMs) : randomInt(50) * dayMs + randomInt(dayMs));
      const place = { at, demandId: account, tagId: 1 + randomInt(3), channelId: 1 + randomInt(3) };
      const verdict = randomInt(8) === 0 ? 'duplicate' : 'counted';
      if (randomInt(2) === 0) return buildFact({ ...place, kind: 'candidate', sent: randomInt(9) });
      if (randomInt(2) === 0) return buildFact({ ...place, kind: 'serve', tagId: 0, calls: 1, reqs: randomInt(2) });
      const counts = verdict === 'counted' ? { imps: 1, rev: 1 + randomInt(3_000_000) } : {};
      return buildFact({ ...place, kind: 'event', event: 'impression', verdict, ...counts });
    });
    await stores.insert(given);
    const limits = limitMetrics.flatMap((metric) =>
      limitPeriods.map((period): Limit => ({ metric, period, value: 1, pacing: 'asap' })),
    );
    const measures = {
      tag: { requests: 'sent', impressions: 'imps', spend: 'rev' },
      channel: { requests: 'reqs', impressions: 'imps', spend: 'rev' },
    } as const;
    for (let zone = -12; zone <= 12; zone += 1) {
      for (const [name, column] of [['tag', 'tagId'] as const, ['channel', 'channelId'] as const]) {
        const cappedObjects = [1, 2, 3].map((id) => ({ id, demandId: account, timezone: zone, limits }));
        const found = await openDelivered(facts.clickhouse).read(name, cappedObjects, now);
        for (const { id } of cappedObjects) {
          for (const limit of limits) {
            const { start } = spanOf(limit.period, now, zone);
            const sum = given
              .filter((fact) => fact[column] === id && fact.at >= start)
              .reduce((total, fact) => total + fact[measures[name][limit.metric]], 0);
            expect(found.get(id)?.get(keyOfLimit(limit)), `${name} ${id} ${keyOfLimit(limit)} in ${zone}`).toBe(sum);
          }
        }
      }
    }
  });

  test('of past days is refreshed once a minute, and immediately for a cap with a longer period', async () => {
    const account = 901;
    const now = Date.parse('2026-03-04T12:00:00Z');
    const reader = openDelivered(facts.clickhouse);
    const week: Limit = { metric: 'impressions', period: 'week', value: 1, pacing: 'asap' };
    const seen = async (period: Limit['period'], at: number) => {
      const cappedObjects = [{ id: 1, demandId: account, timezone: 0, limits: [{ ...week, period }] }];
      return (await reader.read('tag', cappedObjects, at)).get(1)?.get(`impressions ${period}`);
    };
    const imps = (at: number) =>
      buildFact({ at, demandId: account, tagId: 1, kind: 'event', event: 'impression', imps: 1 });
    expect(await seen('week', now)).toBe(0);
    // One of today, one of Monday that arrives late, one of last year.
    await stores.insert([imps(now - hourMs), imps(now - 2 * dayMs), imps(now - 200 * dayMs)]);
    expect(await seen('week', now + 2000)).toBe(1);
    expect(await seen('week', now + minuteMs)).toBe(2);
    expect(await seen('lifetime', now + minuteMs + 2000)).toBe(3);
    // After midnight, and after Sunday.
    expect(await seen('week', now + 12 * hourMs)).toBe(2);
    expect(await seen('week', now + 5 * dayMs)).toBe(0);
  });
});

describe('measuring the delivery', () => {
  let nudges = 0;
  let measured: Parameters<typeof updateCaps>[1];

  beforeEach(() => {
    nudges = 0;
    measured = { delivered: openDelivered(facts.clickhouse), pacing: createPacing() };
  });

  const measure = async (at: number) => {
    clock = at;
    if (await updateCaps({ caps, now: () => new Date(clock) }, measured)) nudges += 1;
  };
  const tagOf = async (id: number) => {
    const row = await rows.get('tag', id, 'all');
    if (!row) throw new Error('no such tag');
    return row;
  };
  const changesSince = async (version: number) => {
    const changes = await rows.readChangesSince(version);
    if (changes.type !== 'changes') throw new Error('more than is retained');
    return changes.rows;
  };
  const newTag = (name: string, values: object) =>
    create('tag', { name, advertiserId, url: 'https://ads.example/vast', ...values });
  const delivered = (tagId: number, at: number, counts: Partial<Fact>) =>
    buildFact({ at, demandId, tagId, kind: 'event', event: 'impression', ...counts });

  test('a tag is paused for the periods whose caps it has used up, and serving is notified', async () => {
    const at = Date.parse('2026-05-06T10:20:30Z');
    const { id } = await newTag('limited', {
      limits: [
        { metric: 'impressions', period: 'minute', value: 2 },
        { metric: 'spend', period: 'hour', value: 0.5 },
        { metric: 'requests', period: 'week', value: 50 },
      ],
    });
    const version = await rows.version();
    await measure(at);
    expect([(await tagOf(id)).cappedUntil, nudges]).toEqual([null, 0]);
    await stores.insert([delivered(id, at - 1000, { imps: 2, rev: 1000 })]);
    await measure(at + 2000);
    expect((await tagOf(id)).cappedUntil).toBe('2026-05-06T10:21:00.000Z');
    expect((await tagOf(id)).version).toBe(1);
    expect(nudges).toBe(1);
    expect(await changesSince(version)).toMatchObject([
      { entity: 'tag', id, row: { cappedUntil: '2026-05-06T10:21:00.000Z' } },
    ]);
    // The next minute starts from zero.
    await measure(at + minuteMs);
    expect((await tagOf(id)).cappedUntil).toBeNull();
    await stores.insert([delivered(id, at + minuteMs, { imps: 1, rev: 500_000_000 })]);
    await measure(at + minuteMs + 2000);
    expect((await tagOf(id)).cappedUntil).toBe('2026-05-06T11:00:00.000Z');
    // Three hours east of UTC, Monday begins at 21:00 on Sunday.
    await stores.insert([buildFact({ at: at - dayMs, demandId, tagId: id, kind: 'candidate', sent: 50 })]);
    await measure(at + 2 * minuteMs);
    expect((await tagOf(id)).cappedUntil).toBe('2026-05-10T21:00:00.000Z');
    await rows.update('tag', id, { limits: [] }, 'all');
    await measure(at + 2 * minuteMs + 2000);
    expect((await tagOf(id)).cappedUntil).toBeNull();
  });

  test('an evenly paced tag slows down while it is ahead, and is at full pace again without its cap', async () => {
    const at = Date.parse('2026-06-01T10:00:00Z');
    const { id } = await newTag('even', {
      limits: [{ metric: 'impressions', period: 'day', value: 1000, pacing: 'even' }],
    });
    await measure(at);
    expect((await tagOf(id)).pace).toBe(2);
    await measure(at + 2000);
    expect((await tagOf(id)).pace).toBe(4);
    const version = await rows.version();
    await stores.insert([delivered(id, at + 2000, { imps: 400 })]);
    await measure(at + 4000);
    const { pace } = await tagOf(id);
    expect(pace).toBeLessThan(0.1);
    expect(pace).toBeGreaterThan(0);
    expect(await changesSince(version)).toMatchObject([{ id, row: { pace } }]);
    await stores.insert([delivered(id, at + 4000, { imps: 600 })]);
    await measure(at + 6000);
    expect(await tagOf(id)).toMatchObject({ pace: 0, cappedUntil: '2026-06-01T21:00:00.000Z' });
    await rows.update('tag', id, { limits: [] }, 'all');
    await measure(at + 8000);
    expect(await tagOf(id)).toMatchObject({ pace: 100, cappedUntil: null });
  });

  test('unchanged values are not written again', async () => {
    const at = Date.parse('2026-06-02T10:00:00Z');
    const { id } = await newTag('steady', { impsTotal: 1 });
    await stores.insert([delivered(id, at - 90 * dayMs, { imps: 1 })]);
    await measure(at);
    expect((await tagOf(id)).cappedUntil).toBe('9999-12-31T00:00:00.000Z');
    const version = await rows.version();
    await measure(at + 2000);
    expect(await rows.version()).toBe(version);
    expect(nudges).toBe(1);
  });

  test('a channel is paused until midnight once it has had its requests of the day', async () => {
    const at = Date.parse('2026-06-03T10:00:00Z');
    const { id } = await create('channel', { name: 'Channel', reqsPerDay: 5 });
    await stores.insert([buildFact({ at, demandId, channelId: id, kind: 'serve', calls: 5, reqs: 5 })]);
    await measure(at + 2000);
    expect((await rows.get('channel', id, 'all'))?.cappedUntil).toBe('2026-06-03T21:00:00.000Z');
  });

  test('an ad exchange is paused until midnight once it has spent its revenue of the day', async () => {
    const at = Date.parse('2026-06-04T10:00:00Z');
    const { id } = await create('adexchange', { name: 'Exchange', endpoint: 'https://x.example', spendPerDay: '2.00' });
    const buy = createBuyer(facts.clickhouse);
    const bought = { demandId, adexchangeId: id, imps: 1 };
    await buy([
      { ...bought, rev: 5_000_000_000, at: at - dayMs },
      { ...bought, rev: 1_500_000_000, at: at - hourMs },
    ]);
    await measure(at);
    expect((await rows.get('adexchange', id, 'all'))?.cappedUntil).toBeNull();
    await buy([{ ...bought, rev: 500_000_000, at }]);
    await measure(at + 2000);
    expect((await rows.get('adexchange', id, 'all'))?.cappedUntil).toBe('2026-06-04T21:00:00.000Z');
  });
});
