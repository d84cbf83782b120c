import { describe, expect, test } from 'vitest';
import { filterRows, foldText, searchRows, sortRows } from './rows.ts';

type Tag = { id: number; name: string; rate: number | null };

function buildTag(overrides: Partial<Tag> = {}): Tag {
  return { id: 1, name: 'Tag', rate: 1, ...overrides };
}

const names = (rows: readonly Tag[]) => rows.map((row) => row.name);

describe('search', () => {
  const rows = [buildTag({ id: 12, name: 'Zoë TV' }), buildTag({ id: 7, name: 'Orchard App' })];
  const text = (tag: Tag) => foldText(`${tag.id} ${tag.name}`);

  test('every word must be found, in any order, without case or accents', () => {
    expect(names(searchRows(rows, 'tv ZOE', text))).toEqual(['Zoë TV']);
    expect(names(searchRows(rows, '7 app', text))).toEqual(['Orchard App']);
    expect(searchRows(rows, 'tv app', text)).toEqual([]);
  });
  test('an empty query returns the same array', () => {
    expect(searchRows(rows, '  ', text)).toBe(rows);
  });
});

test('a row passes when every test does', () => {
  const rows = [buildTag({ id: 1, rate: 5 }), buildTag({ id: 2, rate: 1 })];
  expect(filterRows(rows, [(row) => row.id > 0, (row) => (row.rate ?? 0) > 2]).map((row) => row.id)).toEqual([1]);
  expect(filterRows(rows, [])).toBe(rows);
});

describe('sorting', () => {
  test('text with numbers sorts naturally', () => {
    const rows = ['Tag 10', 'tag 2', 'Tag 1'].map((name) => buildTag({ name }));
    expect(names(sortRows(rows, (row) => row.name, 'asc'))).toEqual(['Tag 1', 'tag 2', 'Tag 10']);
  });
  test('empty values come last in both directions', () => {
    const rows = [null, 2, 1].map((rate, id) => buildTag({ id, rate }));
    expect(sortRows(rows, (row) => row.rate, 'asc').map((row) => row.rate)).toEqual([1, 2, null]);
    expect(sortRows(rows, (row) => row.rate, 'desc').map((row) => row.rate)).toEqual([2, 1, null]);
  });
  test('the sort is stable and leaves the input unchanged', () => {
    const rows = [3, 1, 2].map((id) => buildTag({ id }));
    expect(sortRows(rows, (row) => row.name, 'desc').map((row) => row.id)).toEqual([3, 1, 2]);
    expect(rows.map((row) => row.id)).toEqual([3, 1, 2]);
  });
});
