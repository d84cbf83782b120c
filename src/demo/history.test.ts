import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSpoolFile } from '#tests/support/events/readSpoolFile.ts';
import { seededRandom } from './seededRandom.ts';
import { backfillHistory, historyPaths, type HistoryPaths } from './history.ts';
import { demoNetwork } from './demoNetwork.ts';
import type { SeededNetwork } from './seed.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-03-10T15:20:00Z');
const start = Date.parse('2026-03-07T15:00:00Z');
const network = {
  account: { id: 1, priceReq: '0.0000', priceImp: '0.0000', priceDsp: '0.00' },
  channels: demoNetwork.channels.map(({ name }, index) => ({ id: index + 1, name, environment: 'web' })),
  tags: [],
  buying: { suppliers: [], adexchanges: [], campaigns: [], creatives: [], deals: [] },
} as unknown as SeededNetwork;

let folder: string;
let place: HistoryPaths;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-history-'));
  place = historyPaths(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (signal = new AbortController().signal) =>
  backfillHistory({ network, paths: place, days: 3, now, signal, random: seededRandom(1) });

/** The times of the spooled records, in the order in which they were written. */
const times = () =>
  readdirSync(place.spoolDir)
    .toSorted()
    .flatMap((name) => [...readSpoolFile(join(place.spoolDir, name))])
    .map((record) => (record.type === 'test' ? record.record.at : record.at));

test('the newest day is written first, and every hour up to now has requests', async () => {
  await write();
  const all = times();
  expect(all[0]).toBeGreaterThanOrEqual(now - dayMs);
  expect(all.at(-1)).toBeLessThan(start + dayMs);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(start);
  expect(Math.max(...all)).toBeLessThan(now);
  const hours = new Set(all.map((at) => Math.floor(at / 3_600_000)));
  expect(hours.size).toBe(3 * 24 + 1);
});

test('an aborted backfill continues at the next start, and nothing is written twice', async () => {
  const closing = new AbortController();
  const writing = write(closing.signal);
  closing.abort();
  await writing;
  const first = times();
  expect(first.length).toBeGreaterThan(0);
  expect(Math.min(...first)).toBeGreaterThanOrEqual(now - dayMs);
  await write();
  const second = times().slice(first.length);
  expect(Math.max(...second)).toBeLessThan(Math.min(...first));
  await write();
  expect(times()).toHaveLength(first.length + second.length);
});
