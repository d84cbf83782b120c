import { expect, test } from 'vitest';
import { readVendorList, shownVendors } from './vendorList.ts';

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
  'null',
  '{}',
  '[]',
  '{"gvlSpecificationVersion":2,"vendors":{"1":{"id":1}}}',
  listOf(),
  listOf({ id: 'x' }),
])('other files are rejected: %s', (text) => expect(() => readVendorList(text)).toThrow(TypeError));

test('TCF, Vendors using the GVL: the list is the one that the string names, else the next later one, else the latest', () => {
  const lists = [80, 90, 100].map((version) => ({ version, vendors: new Map() }));
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
