import { describe, expect, test } from 'vitest';
import { stringifySearch } from '../../lib/searchText.ts';
import { rangeOfSearch, searchOfRange } from '../../history/logRange.ts';
import { changedLogSearch, isLogFiltered, logQuery, logSearchSchema } from './logSearch.ts';

const today = '2026-03-31';
const read = (search: Record<string, unknown>) => logSearchSchema.parse(search);

describe('the URL of the log', () => {
  test('without valid values shows the last thirty days of everything', () => {
    const search = read({ range: 'forever', page: '0', userId: 'me', action: 'a b', from: 'soon', entity: '' });
    expect(isLogFiltered(search)).toBe(false);
    expect(rangeOfSearch(search, today)).toEqual({ preset: 'last30', from: '2026-03-02', to: today });
  });

  test('has the name or the ends of a range, without the default', () => {
    for (const range of [
      { preset: 'custom', from: '2026-01-05', to: '2026-01-09' },
      { preset: 'last7', from: '2026-03-25', to: today },
      { preset: 'last30', from: '2026-03-02', to: today },
    ] as const) {
      expect(rangeOfSearch(changedLogSearch({ range: 'today' }, searchOfRange(range)), today)).toEqual(range);
    }
    expect(changedLogSearch({}, searchOfRange({ preset: 'last30', from: '', to: '' }))).toEqual({});
    expect(rangeOfSearch(read({ from: '2026-02-02', to: '2026-02-01' }), today).preset).toBe('last30');
  });

  test('filters programs by user ID 0, and an empty user means all', () => {
    expect(stringifySearch(logQuery(read({ userId: '0' }), today, 0))).toContain('userId=0');
    expect(isLogFiltered(read({ userId: '0' }))).toBe(true);
    expect(isLogFiltered(read({ userId: '' }))).toBe(false);
  });

  test('filters objects by ID within their entity only', () => {
    expect(isLogFiltered(read({ rowId: '12' }))).toBe(false);
    expect(read({ rowId: '12', entity: 'tag' }).rowId).toBe(12);
  });

  test('returns to the first page for a new filter, but not when an entry is opened', () => {
    const search = read({ page: '3', entity: 'tag' });
    expect(changedLogSearch(search, { action: 'updated' })).toEqual({ entity: 'tag', action: 'updated' });
    expect(changedLogSearch(search, { open: 7 })).toEqual({ page: 3, entity: 'tag', open: 7 });
  });

  test('uses days of the user’s time zone', () => {
    const search = read({ from: '2026-03-01', to: '2026-03-02', userId: '4', rowId: '12', entity: 'tag' });
    expect(stringifySearch(logQuery(search, today, 3))).toBe(
      '?from=2026-02-28T21:00:00.000Z&to=2026-03-02T21:00:00.000Z&userId=4&entity=tag&rowId=12&isGrouped=false&size=50',
    );
  });
});
