import { expect, test } from 'vitest';
import { tag, type Entity } from '#model/index.ts';
import { bulkFilter, listQuery } from './listQuery.ts';

const entity = tag as unknown as Entity;
const view = { sort: 'name', size: 50 as const };

test('the default list asks for active rows', () => {
  expect(listQuery(entity, {}, view)).toBe('?status=1&sort=name&size=50');
});

test('every filter of the address reaches the server', () => {
  expect(listQuery(entity, { q: 'a&b', status: 'all', page: 2, advertiserId: 4 }, view)).toBe(
    '?q=a%26b&status=0,1,2&sort=name&page=2&size=50&advertiserId=4',
  );
});

test('a filter that the entity does not have is not sent', () => {
  expect(listQuery(entity, { subpublisherId: 4 }, view)).not.toContain('subpublisherId');
});

test('a bulk action on all matching rows carries the filter of the list, without page and order', () => {
  expect(bulkFilter(entity, { q: 'x', status: 'paused', page: 3, advertiserId: 4 })).toEqual({
    q: 'x',
    status: [0],
    filters: { advertiserId: [4] },
  });
});
