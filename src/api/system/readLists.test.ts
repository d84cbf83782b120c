import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import type { TrafficListState } from '#storage/trafficLists/trafficListStore.ts';
import { readLists } from './readLists.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-lists-'));
  await writeFile(join(folder, 'vendor-list.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true }));

const listOf = (publishedAt: string | null): VendorList => ({ version: 7, publishedAt, vendors: new Map() });

/** The rows of the Global Vendor List: of the file with some versions, beside one that was fetched. */
async function vendorRows(versions: VendorList[], fetched: Partial<TrafficListState> | null = null) {
  const source = { kind: 'vendors', url: '', digest: '', place: 'lists.example' } as const;
  const state = { digest: 'a', entries: 9, changedAt: null, fault: null, confirmedAt: now.toISOString(), ...fetched };
  const lists = await readLists({
    trafficLists: { states: async () => (fetched ? [{ source, state: state as TrafficListState }] : []) },
    databases: [],
    vendorFiles: () => versions,
    config: { GVL_FILE: join(folder, 'vendor-list.json'), IVT_LIST_MAX_DAYS: 7 },
    now: () => now,
  });
  return lists.filter(({ kind }) => kind === 'vendors');
}

test('the Global Vendor List in a file shows when it was published, and is old after 30 days', async () => {
  expect(await vendorRows([listOf('2026-11-19T16:00:00.000Z')])).toMatchObject([
    { origin: 'file', entries: 0, dataAt: '2026-11-19T16:00:00.000Z', fault: null, oldSince: null },
  ]);
  expect(await vendorRows([listOf(null)])).toMatchObject([{ dataAt: null, fault: null, oldSince: null }]);
  expect(await vendorRows([listOf('2026-10-19T16:00:00.000Z')])).toMatchObject([
    { oldSince: '2026-11-18T16:00:00.000Z' },
  ]);
  expect(await vendorRows([])).toMatchObject([{ origin: 'file', fault: 'not_a_list', oldSince: null }]);
});

test('a file is not old where a later version was fetched', async () => {
  const versions = [listOf('2026-10-19T16:00:00.000Z')];
  const later = { publishedAt: '2026-11-19T16:00:00.000Z' };
  expect((await vendorRows(versions, later)).map(({ oldSince }) => oldSince)).toEqual([null, null]);
  const earlier = { publishedAt: '2026-10-12T16:00:00.000Z' };
  expect((await vendorRows(versions, earlier)).map(({ oldSince }) => oldSince)).toEqual([
    '2026-11-11T16:00:00.000Z',
    '2026-11-18T16:00:00.000Z',
  ]);
});
