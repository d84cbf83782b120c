import { expect, test } from 'vitest';
import { findSellers, pageOfSeller, sellersOnPage } from './sellerPages.ts';

const sellers = [
  { id: 'p-1', domain: 'first.example', name: 'First' },
  { id: 'p-2', domain: 'second.example', name: 'Zoë' },
];

test('a seller is found by its ID, domain or name, with its index in the whole list', () => {
  expect(findSellers(sellers, 'P-2').map(({ index }) => index)).toEqual([1]);
  expect(findSellers(sellers, 'first.ex').map(({ index }) => index)).toEqual([0]);
  expect(findSellers(sellers, ' zoe ').map(({ index }) => index)).toEqual([1]);
  expect(findSellers(sellers, '')).toHaveLength(2);
});

test('an index in the whole list is on one page', () => {
  expect(pageOfSeller(0)).toBe(1);
  expect(pageOfSeller(sellersOnPage - 1)).toBe(1);
  expect(pageOfSeller(sellersOnPage)).toBe(2);
});
