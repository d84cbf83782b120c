import { expect, test } from 'vitest';
import { readVendorVersions } from '#standards/privacy/vendorList.ts';
import { openVendorArchive } from './vendorArchive.ts';

const fileOf = (vendorListVersion: number, lastUpdated?: string, vendors = 1) =>
  JSON.stringify({
    gvlSpecificationVersion: 3,
    vendorListVersion,
    lastUpdated,
    vendors: Object.fromEntries(
      Array.from({ length: vendors }, (_, index) => [index, { id: index + 1, purposes: [2] }]),
    ),
  });
const versionsIn = async (text: string) =>
  (await readVendorVersions(text, () => undefined)).map(({ version, vendors }) => [version, vendors.size]);

test('versions are stored in their order, and a version that is added again replaces the one before', async () => {
  const first = openVendorArchive('');
  expect(first.latest()).toBeNull();
  first.add(fileOf(12, '2026-11-19T16:00:30Z'));
  first.add(fileOf(10));
  const second = openVendorArchive(first.text());
  expect(second.latest()).toMatchObject({ version: 12, publishedAt: '2026-11-19T16:00:30Z' });
  expect([10, 11, 12].map((version) => second.publication(version)?.version)).toEqual([10, undefined, 12]);
  second.add(fileOf(11, '2026-11-12T16:00:30Z', 2));
  second.add(fileOf(10, undefined, 3));
  expect(second.latest()?.version).toBe(12);
  expect(await versionsIn(second.text())).toEqual([
    [10, 3],
    [11, 2],
    [12, 1],
  ]);
  expect(openVendorArchive(second.text()).text()).toBe(second.text());
});

test('of versions that were published 450 days before the latest, the last is stored, and 120 at most', async () => {
  const archive = openVendorArchive('');
  archive.add(fileOf(200, '2026-11-19T16:00:00Z'));
  const ages = (publishedAt: string | null) => archive.isExpired({ version: 199, publishedAt });
  expect(['2025-08-26T16:00:00Z', '2025-08-26T15:59:59Z', null].map(ages)).toEqual([false, true, false]);
  expect([81, 80].map((version) => archive.isExpired({ version, publishedAt: null }))).toEqual([false, true]);
  archive.add(fileOf(81));
  archive.add(fileOf(80));
  archive.add(fileOf(198, '2025-01-01T00:00:00Z'));
  archive.add(fileOf(199, '2025-01-08T00:00:00Z'));
  expect(await versionsIn(archive.text())).toEqual([
    [81, 1],
    [199, 1],
    [200, 1],
  ]);
});

test('another file is not added', () => {
  const archive = openVendorArchive('');
  for (const file of ['{}', '<html>', fileOf(3).replace(':3,', ':2,')]) expect(() => archive.add(file)).toThrow(Error);
  expect(archive.text()).toBe('');
});
