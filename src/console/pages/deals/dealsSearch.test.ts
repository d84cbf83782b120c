import { expect, test } from 'vitest';
import { stringifySearch } from '../../lib/searchText.ts';
import { changedOfferedSearch, offeredDealsQuery, offeredSearchSchema } from './dealsSearch.ts';

const search = offeredSearchSchema.parse({
  view: 'observed',
  q: ' D ',
  page: '3',
  size: '20',
  sort: '-week',
  colour: 'red',
});

test('invalid values in the URL are dropped', () => {
  expect(search).toEqual({ view: 'observed', q: 'D', page: 3, size: 20, sort: '-week' });
  expect(offeredSearchSchema.parse({ view: 'all', sort: 'floor', page: '-1', size: '7', open: '5' })).toEqual({
    size: 50,
  });
});

test('addresses of the previous release show the same list', () => {
  expect(offeredSearchSchema.parse({ view: 'seen' })).toMatchObject({ view: 'observed' });
});

test('changing the rows goes to the first page; opening the form does not', () => {
  expect(changedOfferedSearch(search, { supplierId: 7 })).toEqual({
    view: 'observed',
    q: 'D',
    size: 20,
    sort: '-week',
    supplierId: 7,
  });
  expect(changedOfferedSearch(search, { open: 'new' })).toMatchObject({ page: 3, open: 'new' });
  expect(changedOfferedSearch(search, { page: 1, size: 50, q: undefined })).toEqual({
    view: 'observed',
    sort: '-week',
  });
});

test('the API query has the filters, the order and the page', () => {
  expect(stringifySearch(offeredDealsQuery({ ...search, open: 'new' }))).toBe('?q=D&sort=-week&page=3&size=20');
});
