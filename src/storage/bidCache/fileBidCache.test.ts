import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CachedValue } from './bidCache.ts';
import { readCacheId } from './cacheId.ts';
import { openFileBidCache } from './fileBidCache.ts';

const folder = mkdtempSync(join(tmpdir(), 'bidhouse-bid-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (slot: number) => openFileBidCache({ folder, slot, maxBytes: 1_000_000, now: () => Date.UTC(2026, 5, 1) });

test.each<[CachedValue['type'], number]>([
  ['json', 0xfe],
  ['xml', 0xff],
])('a %s value with an origin has the bytes of one without, which version 0.2.0 reads', async (type, typeByte) => {
  const cache = open(typeByte);
  for (const length of [1, 3, 19, 9000]) {
    const text = 'é'.repeat(length);
    const id = await cache.put({ type, text, origin: '{"account":1}' }, 60);
    const { place, secret } = readCacheId(id ?? '')!;
    const bytes = readFileSync(join(folder, `${place.period}-${typeByte}`)).subarray(place.block * 16);
    expect(bytes.subarray(0, 8)).toEqual(secret);
    expect([bytes.readUInt8(8), bytes.readUInt32LE(9)]).toEqual([typeByte, 2 * length]);
    expect(bytes.subarray(13, 13 + 2 * length).toString()).toBe(text);
  }
  await cache.close();
});

test('values with and without an origin are read as they were stored, whatever follows them', async () => {
  const cache = open(1);
  const values: CachedValue[] = [0, 1, 2, 3, 4, 8190, 20_000].flatMap((length) => [
    { type: 'json', text: 'x'.repeat(length), origin: `{"account":${length}}` },
    { type: 'xml', text: 'y'.repeat(length) },
    { type: 'xml', text: 'a\nb', origin: 'é'.repeat(length + 1) },
  ]);
  const ids = [];
  for (const value of values) ids.push(await cache.put(value, 60));
  for (const [index, value] of values.entries()) expect(await cache.get(ids[index] ?? '')).toEqual(value);
  await cache.close();
});

test('an origin is no value', async () => {
  const cache = open(2);
  const id = (await cache.put({ type: 'json', text: '{}', origin: '{"account":1}' }, 60)) ?? '';
  const next = (readCacheId(id)!.place.block + 1).toString(16).padStart(3, '0');
  expect(await cache.get(`${id.slice(0, 15)}${next}${id.slice(18)}`)).toBeNull();
  await cache.close();
});
