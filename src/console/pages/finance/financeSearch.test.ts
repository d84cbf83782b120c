import { expect, test } from 'vitest';
import { readFinanceSearch, writeFinanceSearch } from './financeSearch.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

test('an empty URL is the current month of all accounts, and stays empty', () => {
  const search = readFinanceSearch({ account: 'x', by: 'moon', month: '2027-01' }, now);
  expect(search).toEqual({
    month: '2026-11',
    account: null,
    by: 'day',
    partners: 'advertiser',
    items: 'advertiser',
    isAllMonths: false,
    isSettings: false,
    card: null,
    sort: '-rev',
  });
  expect(Object.values(writeFinanceSearch(search, now)).filter((value) => value !== undefined)).toEqual([]);
});

test('the page state round-trips through its URL', () => {
  const search = {
    month: '2026-03',
    account: 7,
    by: 'tag' as const,
    partners: 'channel' as const,
    items: 'subpublisher' as const,
    isAllMonths: true,
    isSettings: true,
    card: 'items' as const,
    sort: 'name',
  };
  expect(readFinanceSearch(writeFinanceSearch(search, now), now)).toEqual(search);
});
