import { expect, test } from 'vitest';
import type { RowGroup } from '#api/entities/groupContract.ts';
import type { EntityRow } from '../useEntity.ts';
import { groupRowsOf, isGroupRow } from './groupRows.ts';
import { maxGroupedRows } from './maxGroupedRows.ts';

const at = '2026-01-01T00:00:00.000Z';
const buildRow = (id: number, partner: string): EntityRow => ({
  ...{ id, demandId: 1, createdAt: at, updatedAt: at, version: 1 },
  partner,
});
const groups: RowGroup[] = [
  { value: 'appnexus', label: 'Xandr', values: ['appnexus'], count: 1, metrics: { rev: '1.00' } },
  { value: 'pubmatic', label: 'PubMatic', values: ['pubmatic', 'pubmaticP'], count: 3, metrics: { rev: '9.00' } },
  { value: '', label: '', values: ['none'], count: 4, metrics: { rev: null } },
];
const rows = [buildRow(1, 'pubmatic'), buildRow(2, 'pubmaticP'), buildRow(3, 'appnexus')];
const groupOf = ({ partner }: EntityRow) => String(partner).replace(/P$/, '');

/** Groups by value, their rows by ID, rows for others as “more”. */
const shownOf = (opened: readonly string[], sort: { id: string; direction: 'asc' | 'desc' } | null) =>
  groupRowsOf(groups, rows, { opened, isLoaded: true, sort, groupOf }).map((row) =>
    isGroupRow(row) ? (row.isMore ? 'more' : row.group.value) : row.id,
  );

test('closed groups are single rows, in the order of the list where it is by a figure', () => {
  expect(shownOf([], null)).toEqual(['appnexus', 'pubmatic', '']);
  expect(shownOf([], { id: 'rev', direction: 'desc' })).toEqual(['pubmatic', 'appnexus', '']);
  expect(shownOf([], { id: 'rev', direction: 'asc' })).toEqual(['appnexus', 'pubmatic', '']);
  expect(shownOf([], { id: 'notes', direction: 'desc' })).toEqual(['appnexus', 'pubmatic', '']);
});

test('an open group is followed by its rows, and by a row for those that are not loaded', () => {
  expect(shownOf(['pubmatic', 'appnexus'], { id: 'rev', direction: 'desc' })).toEqual([
    ...['pubmatic', 1, 2, 'more'],
    ...['appnexus', 3],
    '',
  ]);
});

test('an open group of which no row is loaded has a row for all of them, but not while rows load', () => {
  const valuesOf = (isLoaded: boolean, loaded: EntityRow[]) =>
    groupRowsOf(groups, loaded, { opened: ['pubmatic', ''], isLoaded, sort: null, groupOf })
      .filter(isGroupRow)
      .map(({ group, isMore }) => (isMore ? `more of ${group.value}` : group.value));
  expect(valuesOf(true, rows)).toEqual(['appnexus', 'pubmatic', 'more of pubmatic', '', 'more of ']);
  expect(valuesOf(false, rows)).toEqual(['appnexus', 'pubmatic', '']);
  expect(valuesOf(false, [])).toEqual(['appnexus', 'pubmatic', '']);
  // The row for others stays while the rows of another group load.
  const full = Array.from({ length: maxGroupedRows }, (_, index) =>
    buildRow(index, index < 2 ? 'pubmatic' : 'appnexus'),
  );
  expect(valuesOf(false, full)).toEqual(['appnexus', 'pubmatic', 'more of pubmatic', '']);
});

test('rows for groups have IDs that no other row has', () => {
  const shown = groupRowsOf(groups, rows, { opened: ['pubmatic'], isLoaded: true, sort: null, groupOf });
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
});
