import { expect, test } from 'vitest';
import { tag, targeting, type Entity } from '#model/index.ts';
import { stringifySearch } from '../../lib/searchText.ts';
import { filtersOf } from './listFilters.ts';
import { exportQuery } from './exportQuery.ts';
import { bulkFilter, listQuery } from './listQuery.ts';

const entity = tag as unknown as Entity;
const view = { sort: 'name', size: 50, figures: [], period: 'today' } as const;
const today = '2026-11-21';

test('the default list requests active rows', () => {
  expect(stringifySearch(listQuery(entity, {}, view, today))).toBe('?status=1&sort=name&size=50&figures=later');
});

test('every filter of the address is sent', () => {
  const search = { q: 'a&b', status: 'all', page: 2, advertiserId: '4,7', state: 'ended,no_channel' } as const;
  expect(stringifySearch(listQuery(entity, search, view, today))).toBe(
    '?q=a%26b&status=0,1,2&sort=name&page=2&size=50&state=ended,no_channel&advertiserId=4,7&figures=later',
  );
});

test('figures are requested with their days; without figures no days are sent', () => {
  const shown = { ...view, figures: ['reqs', 'rev'], period: 'last7' } as const;
  expect(stringifySearch(listQuery(entity, {}, shown, today))).toContain(
    '&metrics=reqs,rev&from=2026-11-15&to=2026-11-21',
  );
  expect(stringifySearch(listQuery(entity, { having: 'imps:max:0' }, view, today))).toContain(
    '&having=imps:max:0&from=2026-11-21&to=2026-11-21',
  );
});

test('unknown and invalid filters are not sent', () => {
  expect(stringifySearch(listQuery(entity, { subpublisherId: '4' }, view, today))).toBe(
    '?status=1&sort=name&size=50&figures=later',
  );
  const nonsense = { advertiserId: 'x,none', source: 'magic', state: 'asleep', having: 'speed:min:3' };
  expect(stringifySearch(listQuery(entity, nonsense, view, today))).toBe('?status=1&sort=name&size=50&figures=later');
});

test('fields that can be empty can be filtered by empty and non-empty', () => {
  expect(filtersOf(entity, { impsPerDay: 'any', targetingIds: 'none,3' })).toEqual({
    impsPerDay: ['any'],
    targetingIds: ['none', 3],
  });
});

test('a filter of an earlier version is read with the value of now', () => {
  expect(filtersOf(targeting as unknown as Entity, { usPrivacy: 'sale,told,other' })).toEqual({
    usPrivacy: ['sale', 'declared'],
  });
});

test('an export has the filters, the order and the columns of the list', () => {
  const columns = ['status', 'name', 'id', 'rev'];
  expect(stringifySearch(exportQuery(entity, { q: 'x', page: 3 }, { ...view, figures: ['rev'], columns }, today))).toBe(
    '?q=x&status=1&sort=name&from=2026-11-21&to=2026-11-21&columns=status,name,rev',
  );
});

test('a bulk action on all matching rows has the list’s filter, without page and order', () => {
  const search = { q: 'x', status: 'paused', page: 3, advertiserId: '4' } as const;
  expect(bulkFilter(entity, search, 'last7', today)).toEqual({ q: 'x', status: [0], filters: { advertiserId: [4] } });
});

test('states and bounds narrow a bulk action too, over the days of the list', () => {
  expect(bulkFilter(entity, { state: 'ended,asleep', having: 'imps:max:0' }, 'yesterday', today)).toEqual({
    status: [1],
    filters: {},
    state: ['ended'],
    having: ['imps:max:0'],
    from: '2026-11-20',
    to: '2026-11-20',
  });
});
