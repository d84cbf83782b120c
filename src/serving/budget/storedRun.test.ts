import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeRun, takeStoredRun } from './storedRun.ts';

const reservation = {
  ...{ adId: 'a', campaignId: 7, price: 1_000_000, state: 'won', bidAt: 1, endsAt: 2, until: 3, billedAt: 0 },
} as const;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-run-'));
  path = join(folder, 'run.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a run is taken once by the next one', async () => {
  await storeRun(path, { node: 'east-1', reservations: [reservation] as never });
  expect(await takeStoredRun(path)).toEqual({ node: 'east-1', reservations: [reservation] });
  expect(await takeStoredRun(path)).toBeNull();
});

test('the file of the previous release is read, where reservations were called holds', async () => {
  await writeFile(path, JSON.stringify({ node: 'east-1', holds: [reservation] }));
  expect(await takeStoredRun(path)).toEqual({ node: 'east-1', reservations: [reservation] });
  expect(existsSync(path)).toBe(false);
});

test('a file that is not whole counts as none', async () => {
  await writeFile(path, '{"node":"east-1","reserv');
  expect(await takeStoredRun(path)).toBeNull();
});
