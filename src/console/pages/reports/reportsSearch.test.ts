import { expect, test } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { bareSearch, reportsSearchSchema, shownReports, writeReportsSearch } from './reportsSearch.ts';

const report = (id: number, part: Partial<SavedReport> = {}): SavedReport => ({
  id,
  dt: `2026-11-${String(id).padStart(2, '0')}T10:00:00.000Z`,
  name: `Report ${id}`,
  file: part.kind === 'file',
  kind: 'snapshot',
  format: null,
  byteCount: null,
  expiresAt: null,
  ivt: false,
  isArchived: false,
  rowCount: id * 10,
  from: null,
  ...part,
});
const reports = [
  report(2, { name: 'Été' }),
  report(10, { ivt: true }),
  report(3, { kind: 'file' }),
  report(4, { isArchived: true }),
  report(5, { kind: 'file', ivt: true }),
  report(6, { kind: 'definition', isArchived: true }),
];
const ids = (part: object) => shownReports(reports, { ...bareSearch, ...part }).map(({ id }) => id);

test('an empty URL shows unarchived reports, the newest first', () => {
  expect(ids({})).toEqual([10, 5, 3, 2]);
  expect(ids({ show: 'archived' })).toEqual([6, 4]);
  expect(ids({ show: 'all', sort: 'rowCount' })).toEqual([2, 3, 4, 5, 6, 10]);
});

test('a file of a verification report is found as both types', () => {
  expect(ids({ type: 'file' })).toEqual([5, 3]);
  expect(ids({ type: 'postbid' })).toEqual([10, 5]);
  expect(ids({ type: 'result' })).toEqual([2]);
});

test('names match without accents, and use natural order', () => {
  expect(ids({ q: 'ete' })).toEqual([2]);
  expect(ids({ q: 'report', sort: 'name' })).toEqual([3, 5, 10]);
});

test('an invalid URL is an empty one, and a state round-trips', () => {
  expect(reportsSearchSchema.parse({ q: 3, show: 'x', type: '', sort: 'secret' })).toEqual(bareSearch);
  expect(writeReportsSearch(bareSearch)).toEqual({});
  const state = { ...bareSearch, q: 'a', sort: '-name' };
  expect(reportsSearchSchema.parse(JSON.parse(JSON.stringify(writeReportsSearch(state))))).toEqual(state);
});
