import { expect, test } from 'vitest';
import { campaign, type Entity } from '#model/index.ts';
import { searchOfView, viewSearch, widthsOfView } from './viewSearch.ts';

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

test('a view has the widths of its resized columns, apart from the state in the address', () => {
  const text = viewSearch(entity, {}, { sort: 'name', cols: 'status,name' }, { name: 320, startDate: 90 });
  expect(text).toBe('sort=name&cols=status,name&widths=name:320');
  expect(widthsOfView(text)).toEqual({ name: 320 });
  expect(searchOfView(text)).toEqual({ sort: 'name', cols: 'status,name' });
  expect(widthsOfView('sort=name')).toEqual({});
  expect(widthsOfView('widths=name:9,status:5000,x,:7')).toEqual({ name: 48, status: 900 });
});

test('invalid parts of a view are ignored', () => {
  expect(searchOfView('status=odd&sort=!&open=x&q=a')).toEqual({ q: 'a' });
});
