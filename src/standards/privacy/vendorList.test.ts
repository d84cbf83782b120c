import { expect, test } from 'vitest';
import { readVendorList } from './vendorList.ts';

const vendor = { id: 7, purposes: [1, 3], legIntPurposes: [2], flexiblePurposes: [2], specialFeatures: [1] };
const listOf = (...vendors: object[]) =>
  JSON.stringify({
    gvlSpecificationVersion: 3,
    vendorListVersion: 90,
    vendors: Object.fromEntries(vendors.map((each, index) => [index, each])),
  });

test('Global Vendor List 3: vendors declare purposes and special features', () => {
  const list = readVendorList(
    listOf(vendor, { ...vendor, id: 9, deletedDate: '2025-01-01T00:00:00Z' }, { id: 'x' }, {}),
  );
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
