import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/searchText.ts';
import { isFiltered, listSearchSchema, changedSearch } from './listSearch.ts';

const read = (text: string) => listSearchSchema.parse(parseSearch(text));

describe('the address of a list', () => {
  test('a bare address is the default list', () => {
    expect(read('')).toEqual({});
    expect(isFiltered(read(''))).toBe(false);
  });

  test('every parameter is parsed', () => {
    expect(
      read('?q=sport&status=all&sort=-name&page=3&size=20&cols=name,rate&open=12&tab=price&advertiserId=4'),
    ).toEqual({
      q: 'sport',
      status: 'all',
      sort: '-name',
      page: 3,
      size: 20,
      cols: 'name,rate',
      open: 12,
      tab: 'price',
      advertiserId: '4',
    });
  });

  test('a number in the search box stays text', () => {
    expect(read('?q=12').q).toBe('12');
  });

  test('open=new opens the form of a new row', () => {
    expect(read('?open=new').open).toBe('new');
  });

  test.each([
    '?page=0',
    '?page=x',
    '?size=33',
    '?status=gone',
    '?sort=a;drop',
    '?open=-1',
    '?cols=,,',
    '?period=decade',
    '?advertiserId=a%20b',
    '?constructor[x]=1',
  ])('invalid values fall back to the default: %s', (text) => {
    expect(Object.values(read(text)).filter((value) => value !== undefined)).toEqual([]);
  });

  test('every field can be a filter, with several values', () => {
    expect(read('?source=stored&targetingIds=none,3&having=fill:max:0.05,imps:min:1')).toEqual({
      source: 'stored',
      targetingIds: 'none,3',
      having: 'fill:max:0.05,imps:min:1',
    });
    expect(isFiltered(read('?source=stored&period=last7'))).toBe(true);
    expect(isFiltered(read('?period=last7&sort=-rev'))).toBe(false);
    expect(isFiltered(read('?status=all'))).toBe(false);
    expect(isFiltered(read('?status=paused'))).toBe(true);
  });

  test('a number in a link is the same filter as its text', () => {
    expect(listSearchSchema.parse({ advertiserId: 4 })).toEqual({ advertiserId: '4' });
  });

  test('a filter change goes back to the first page and removes empty values', () => {
    expect(changedSearch({ page: 4, q: 'x', status: 'all' }, { q: '' })).toEqual({ status: 'all' });
    expect(changedSearch({ page: 4 }, { page: 5 })).toEqual({ page: 5 });
    expect(changedSearch({ page: 4 }, { page: 1 })).toEqual({ page: 1 });
  });

  test('opening a row stays on the page', () => {
    expect(changedSearch({ page: 4 }, { open: 12 })).toEqual({ page: 4, open: 12 });
    expect(changedSearch({ page: 4, open: 12, tab: 'price' }, { open: undefined, tab: undefined })).toEqual({
      page: 4,
    });
  });

  test('it survives a round trip through the address bar', () => {
    const search = { q: 'a & b=c', status: 'all' as const, open: 7, cols: 'name,rate' };
    expect(read(stringifySearch(search))).toEqual(search);
    expect(stringifySearch(search)).toContain('cols=name,rate');
  });
});
