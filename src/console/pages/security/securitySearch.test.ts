import { expect, test } from 'vitest';
import { stringifySearch } from '../../lib/searchText.ts';
import { changedSecuritySearch, isSecurityFiltered, securityFilter, securitySearchSchema } from './securitySearch.ts';

const read = (search: Record<string, unknown>) => securitySearchSchema.parse(search);

test('invalid values of the address are dropped', () => {
  const search = read({ type: 'x', category: 'y', outcome: 'z', userId: 'me', page: '0', ip: ' ', from: 'soon' });
  expect(isSecurityFiltered(search)).toBe(false);
  expect(isSecurityFiltered(read({ ip: '192.0.2.1' }))).toBe(true);
});

test('the filters of the list and of its export are the same, with days as instants', () => {
  const search = read({ category: 'token', outcome: 'failed', from: '2026-03-01', to: '2026-03-02', page: 2, open: 5 });
  expect(stringifySearch(securityFilter(search, '2026-03-31', 1))).toBe(
    '?from=2026-02-28T23:00:00.000Z&to=2026-03-02T23:00:00.000Z&category=token&outcome=failed',
  );
});

test('a change of the filters returns to the first page, opening an event does not', () => {
  expect(changedSecuritySearch({ page: 3, q: 'x' }, { q: undefined })).toEqual({});
  expect(changedSecuritySearch({ page: 3 }, { open: 5 })).toEqual({ page: 3, open: 5 });
});
