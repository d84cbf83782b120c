import { expect, test } from 'vitest';
import { campaign, type Entity } from '#model/index.ts';
import { searchOfView, viewSearch } from './viewSearch.ts';

const entity = campaign as unknown as Entity;

test('a view has filters, order and columns, but neither page nor open row', () => {
  const search = { q: 'spring sale', status: 'all', page: 3, open: 7, advertiserId: '4' } as const;
  const text = viewSearch(entity, search, { sort: '-startDate', cols: 'status,name,startDate' });
  expect(text).toBe('q=spring+sale&status=all&advertiserId=4&sort=-startDate&cols=status,name,startDate');
  expect(searchOfView(text)).toEqual({
    q: 'spring sale',
    status: 'all',
    advertiserId: '4',
    sort: '-startDate',
    cols: 'status,name,startDate',
  });
});

test('a view names its columns even when they are the default', () => {
  expect(viewSearch(entity, {}, { sort: '-id', cols: undefined })).toContain('cols=status,name,');
});

test('invalid parts of a view are ignored', () => {
  expect(searchOfView('status=odd&sort=!&open=x&q=a')).toEqual({ q: 'a' });
});
