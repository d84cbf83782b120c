import { expect, test } from 'vitest';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import { mergeVendorLists } from './mergeVendorLists.ts';

const listOf = (version: number): VendorList => ({ version, publishedAt: null, vendors: new Map() });

test('versions of files and fetched ones are used in their order, and one of both as in the files', () => {
  let files = [listOf(3), listOf(5)];
  let fetched: VendorList[] = [];
  const lists = mergeVendorLists(
    () => files,
    () => fetched,
  );
  expect(lists()).toEqual(files);
  fetched = [listOf(4), listOf(5), listOf(6)];
  expect(lists().map(({ version }) => version)).toEqual([3, 4, 5, 6]);
  expect(lists()[2]).toBe(files[1]);
  expect(lists()).toBe(lists());
  files = [];
  expect(lists()).toEqual(fetched);
});
