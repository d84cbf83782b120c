import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BidCache } from '#storage/bidCache/bidCache.ts';
import { newCacheId, readCacheId } from '#storage/bidCache/cacheId.ts';
import { openFileBidCache } from '#storage/bidCache/fileBidCache.ts';
import { openRedisBidCache } from '#storage/bidCache/redisBidCache.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import { freePort } from '../../e2e/freePort.ts';
import { redisServers } from '../../stores/startRedis.ts';

let folder: string;
let now = Date.now();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-bids-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const openFiles = (slot: number, maxBytes = 1_000_000) =>
  openFileBidCache({ folder: join(folder, 'files'), slot, maxBytes, now: () => now });

/** Caches of two processes that share their values. */
const caches: { name: string; open: () => Promise<[BidCache, BidCache, () => Promise<void>]> }[] = [
  { name: 'files', open: async () => [openFiles(0), openFiles(1), async () => undefined] },
  ...redisServers.map(({ name, start }) => ({
    name,
    async open(): Promise<[BidCache, BidCache, () => Promise<void>]> {
      const server = await start();
      const connections = [openRedis(server.url), openRedis(server.url)] as const;
      const [one, other] = connections.map((each) => openRedisBidCache(each, 60_000)) as [BidCache, BidCache];
      const close = async () => {
        for (const connection of connections) await connection.close();
        await server.close();
      };
      return [one, other, close];
    },
  })),
];

describe.each(caches)('a cache of bids in $name', ({ open }) => {
  let one: BidCache;
  let other: BidCache;
  let closeServer: () => Promise<void>;
  beforeAll(async () => {
    [one, other, closeServer] = await open();
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await closeServer();
  });

  test('each process reads what another has stored, whatever its characters and length', async () => {
    const values = [
      { type: 'json', text: '{"adm":"<b>é\u2028🎬</b>"}' },
      { type: 'xml', text: '<VAST version="4.2"/>' },
      { type: 'xml', text: `<VAST>${'wrapper é'.repeat(5000)}</VAST>` },
      { type: 'json', text: '""' },
      { type: 'json', text: '{"adm":"a\nb"}', origin: '{"account":1,"domains":["é.example"]}' },
      { type: 'xml', text: `<VAST>${'line\n'.repeat(5000)}</VAST>`, origin: '{"account":2}' },
    ] as const;
    const ids = await Promise.all(values.map((value, index) => (index % 2 ? other : one).put(value, 60)));
    for (const [index, value] of values.entries()) {
      expect(await one.get(ids[index] ?? '')).toEqual(value);
      expect(await other.get(ids[index] ?? '')).toEqual(value);
    }
  });

  test('finds nothing with another ID', async () => {
    const id = (await one.put({ type: 'json', text: '{}' }, 60)) ?? '';
    const guessed = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
    for (const unknown of [guessed, '', 'x', '../secret', id.replaceAll('-', '')]) {
      expect(await one.get(unknown)).toBeNull();
    }
  });
});

test('values in files survive a restart of their process, and are deleted when they have expired', async () => {
  const path = join(folder, 'files');
  const first = openFiles(2);
  const value = { type: 'xml', text: '<VAST/>' } as const;
  const id = (await first.put(value, 300)) ?? '';
  await first.close();

  const second = openFiles(2);
  const laterId = (await second.put(value, 300)) ?? '';
  expect(await second.get(id)).toEqual(value);
  expect(await second.get(laterId)).toEqual(value);

  now += 299_000;
  expect(await second.get(id)).toEqual(value);
  now += 301_000;
  expect(await second.get(id)).toBeNull();
  await second.deleteExpired();
  expect(readdirSync(path)).toEqual([]);
  await second.close();
});

test('a cache in files that is full stores nothing, and the values of its last run count', async () => {
  const text = 'x'.repeat(1000);
  const first = openFiles(3, 3000);
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push(await first.put({ type: 'json', text }, 300));
  expect(ids.map((id) => id !== null)).toEqual([true, true, false]);
  await first.close();
  const second = openFiles(3, 3000);
  expect(await second.put({ type: 'json', text }, 300)).toBeNull();
  expect(await second.put({ type: 'json', text: '{}' }, 300)).not.toBeNull();
  await second.close();
});

test('a text cannot contain a value of its own', async () => {
  const cache = openFiles(4);
  // Its bytes from the next block on are a secret of our form, a length and a type, as they would be read.
  for (const type of ['\u0000', '\u0001', '\u00fe', '\u00ff']) {
    for (const head of [`éABCDEFG${type}\u0020\u0000\u0000\u0000`, `éABCDEFG\u0020\u0000\u0000\u0000${type}`]) {
      const text = `ab${head}${'x'.repeat(100)}`;
      const id = (await cache.put({ type: 'xml', text }, 300)) ?? '';
      const found = readCacheId(id);
      if (!found) throw new Error('no ID');
      const secret = Buffer.from(text).subarray(3, 11).toString('hex');
      const { slot, period, block } = found.place;
      const next = newCacheId({ slot, period, block: block + 1 }).id;
      const forged = `${next.slice(0, 19)}${secret.slice(0, 4)}-${secret.slice(4)}`;
      expect(readCacheId(forged)?.secret.toString('hex')).toBe(secret);
      expect(await cache.get(forged)).toBeNull();
    }
  }
  await cache.close();
});

test('a folder that is deleted or cannot be opened prevents no later values, and is reported', async () => {
  const path = join(folder, 'deleted');
  const failures: unknown[] = [];
  const cache = openFileBidCache({
    folder: path,
    slot: 0,
    maxBytes: 1000,
    now: () => now,
    onFailure: (error) => failures.push(error),
  });
  const value = { type: 'json', text: '{}' } as const;
  await cache.put(value, 300);
  rmSync(path, { recursive: true });
  const id = (await cache.put(value, 300)) ?? '';
  expect(await cache.get(id)).toEqual(value);
  expect(failures).toEqual([]);

  rmSync(path, { recursive: true });
  writeFileSync(path, '');
  expect(await cache.put(value, 300)).toBeNull();
  const second = openFileBidCache({
    folder: path,
    slot: 1,
    maxBytes: 1000,
    now: () => now,
    onFailure: () => undefined,
  });
  expect(await second.put(value, 300)).toBeNull();
  expect(failures).toHaveLength(1);
  await cache.close();
  await second.close();
});

test.each([-1000, 0, 1e12, Infinity])(
  'a validity of %s seconds is limited to what a file may have',
  async (seconds) => {
    const cache = openFiles(5);
    const value = { type: 'json', text: '{}' } as const;
    const id = (await cache.put(value, seconds)) ?? '';
    expect(await cache.get(id.toUpperCase())).toEqual(value);
    await cache.close();
  },
);

test('without its server, a cache in Redis stores nothing and cannot be read', async () => {
  const connection = openRedis(`redis://127.0.0.1:${await freePort()}`);
  const cache = openRedisBidCache(connection);
  expect(await cache.put({ type: 'json', text: '{}' }, 60)).toBeNull();
  await expect(cache.get('00000000-0000-4000-8000-000000000000')).rejects.toThrow();
  await connection.close();
});
