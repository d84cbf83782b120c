import { expect, test } from 'vitest';
import { compactVendorList, createVendorListReader, readVendorList, shownVendors } from './vendorList.ts';

const vendor = { id: 7, purposes: [1, 3], legIntPurposes: [2], flexiblePurposes: [2], specialFeatures: [1] };
const listOf = (...vendors: object[]) =>
  JSON.stringify({
    gvlSpecificationVersion: 3,
    vendorListVersion: 90,
    vendors: Object.fromEntries(vendors.map((each, index) => [index, each])),
  });

test('Global Vendor List 3: vendors declare purposes and special features', () => {
  const { version, vendors: list } = readVendorList(
    listOf(vendor, { ...vendor, id: 9, deletedDate: '2025-01-01T00:00:00Z' }, { id: 'x' }, {}),
  );
  expect(version).toBe(90);
  expect([...list.keys()]).toEqual([7, 9]);
  expect(list.get(7)).toEqual({
    consentPurposes: new Set([1, 3]),
    interestPurposes: new Set([2]),
    flexiblePurposes: new Set([2]),
    specialFeatures: new Set([1]),
  });
  expect(list.get(9)?.consentPurposes.size).toBe(0);
});

test.each([
  ['2026-11-19T16:00:30Z', '2026-11-19T16:00:30Z'],
  ['2026-13-19T16:00:30Z', null],
  ['yesterday', null],
  [undefined, null],
])('Global Vendor List 3, lastUpdated: %s is read as %s', (lastUpdated, publishedAt) => {
  const file = { ...(JSON.parse(listOf(vendor)) as object), lastUpdated };
  expect(readVendorList(JSON.stringify(file)).publishedAt).toBe(publishedAt);
});

test('Global Vendor List 3: a compact version is read like its file', () => {
  const file = {
    ...(JSON.parse(listOf({ ...vendor, name: 'Vendor', urls: [] }, { id: 9, deletedDate: '2025-01-01' })) as object),
    lastUpdated: '2026-11-19T16:00:30Z',
    purposes: { 1: { id: 1, description: 'Store' } },
  };
  const compact = compactVendorList(JSON.stringify(file));
  expect(compact).not.toMatch(/Vendor"|Store|\n/);
  expect(readVendorList(compact)).toEqual(readVendorList(JSON.stringify(file)));
});

test('Global Vendor List 3: vendors of several versions that declare the same share one object', () => {
  const read = createVendorListReader();
  const first = read(listOf(vendor, { ...vendor, id: 8, purposes: [1] }));
  const second = read(listOf(vendor, { ...vendor, id: 8 }));
  expect(second.vendors.get(7)).toBe(first.vendors.get(7));
  expect(second.vendors.get(8)).toBe(first.vendors.get(7));
  expect(first.vendors.get(8)).not.toBe(first.vendors.get(7));
});

test.each([
  'null',
  '{}',
  '[]',
  '{"gvlSpecificationVersion":2,"vendors":{"1":{"id":1}}}',
  listOf(),
  listOf({ id: 'x' }),
])('other files are rejected: %s', (text) => expect(() => readVendorList(text)).toThrow(TypeError));

test('TCF, Vendors using the GVL: the list is the one that the string names, else the next later one, else the latest', () => {
  const lists = [80, 90, 100].map((version) => ({ version, publishedAt: null, vendors: new Map() }));
  const indexFor = (listVersion: number, policyVersion = 5) => {
    const shown = shownVendors(lists, { listVersion, policyVersion });
    return lists.findIndex(({ vendors }) => vendors === shown);
  };
  expect([79, 80, 81, 90, 91, 100, 101].map((version) => indexFor(version))).toEqual([0, 0, 1, 1, 2, 2, 2]);
  // Strings of earlier policies name versions of another list.
  expect(indexFor(80, 3)).toBe(2);
  expect(shownVendors(lists, null)).toBe(lists[2]?.vendors);
  expect(shownVendors([], { listVersion: 80, policyVersion: 5 })).toBeUndefined();
});
