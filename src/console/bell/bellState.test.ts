import { describe, expect, test } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import {
  clickBell,
  clickEntry,
  removeEntry,
  markEntry,
  readMemory,
  receiveReports,
  type BellState,
} from './bellState.ts';

const report = (id: number): SavedReport => ({
  id,
  dt: '2026-11-21T10:00:00.000Z',
  name: `report ${id}`,
  file: false,
  kind: 'snapshot',
  format: null,
  byteCount: null,
  expiresAt: null,
  ivt: false,
  isArchived: false,
  rowCount: 1,
  from: null,
});
const newOnes = ({ entries }: BellState) => entries.filter(({ isNew }) => isNew).map(({ id }) => id);
const ids = ({ entries }: BellState) => entries.map(({ id }) => id);

describe('the bell', () => {
  test('the first load finds nothing new', () => {
    const bell = receiveReports(null, [report(2), report(1)], null);
    expect(newOnes(bell)).toEqual([]);
    expect(bell.memory).toEqual({ last: 2, unread: [], isLit: false });
  });

  test('[BELL-05] a report that arrives later is new until its entry is clicked', () => {
    const first = receiveReports(null, [report(1)], null);
    const second = receiveReports(first, [report(3), report(2)], first.memory);
    expect(second.polled).toBe(3);
    expect(newOnes(second)).toEqual([3, 2]);
    expect(newOnes(clickBell(second))).toEqual([3, 2]);
    expect(newOnes(clickEntry(second, 3))).toEqual([2]);
  });

  test('[BELL-04] it is lit from a new report until the bell, not the entry, is clicked', () => {
    const first = receiveReports(null, [report(1)], null);
    const lit = receiveReports(first, [report(2)], first.memory);
    expect(lit.memory.isLit).toBe(true);
    expect(clickEntry(lit, 2).memory.isLit).toBe(true);
    const clicked = clickBell(lit);
    expect(clicked.memory.isLit).toBe(false);
    expect(receiveReports(clicked, [], clicked.memory).memory.isLit).toBe(false);
    expect(receiveReports(clicked, [report(3)], clicked.memory).memory.isLit).toBe(true);
  });

  test('[BELL-01] it holds 20 reports, and a new one replaces the oldest', () => {
    const many = Array.from({ length: 25 }, (_, index) => report(25 - index));
    const bell = receiveReports(null, many, null);
    expect(ids(bell)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
    expect(ids(receiveReports(bell, [report(26)], bell.memory)).slice(0, 2)).toEqual([26, 25]);
    expect(ids(receiveReports(bell, [report(26)], bell.memory))).toHaveLength(20);
  });

  test('an opened entry can be marked as new, which does not light the bell', () => {
    const bell = receiveReports(null, [report(2), report(1)], null);
    const marked = markEntry(bell, 1);
    expect(newOnes(marked)).toEqual([1]);
    expect(marked.memory.isLit).toBe(false);
    expect(newOnes(clickEntry(marked, 1))).toEqual([]);
    expect(markEntry(bell, 7).memory.unread).toEqual([]);
  });

  test('after a reload unopened reports are still new, as are those that arrived while no page was open', () => {
    const first = receiveReports(null, [report(1)], null);
    const { memory } = clickBell(receiveReports(first, [report(2)], first.memory));
    const reloaded = receiveReports(
      null,
      [report(3), report(2), report(1)],
      readMemory(JSON.parse(JSON.stringify(memory))),
    );
    expect(newOnes(reloaded)).toEqual([3, 2]);
    expect(reloaded.memory.isLit).toBe(true);
  });

  test('an entry opened in one tab is no longer new in the other', () => {
    const first = receiveReports(null, [report(1)], null);
    const here = receiveReports(first, [report(2)], first.memory);
    const there = clickEntry(receiveReports(first, [report(2)], first.memory), 2);
    expect(newOnes(receiveReports(here, [], there.memory))).toEqual([]);
  });

  test('works from memory where storage is blocked', () => {
    const first = receiveReports(null, [report(1)], null);
    expect(newOnes(receiveReports(first, [report(2)], null))).toEqual([2]);
  });

  test('deleted and archived reports leave the bell with their marks and are not requested again', () => {
    const first = receiveReports(null, [report(1)], null);
    const dropped = removeEntry(receiveReports(first, [report(2)], first.memory), 2);
    expect(ids(dropped)).toEqual([1]);
    expect(dropped.memory.unread).toEqual([]);
    expect(dropped.polled).toBe(2);
  });

  test('a malformed stored state is ignored', () => {
    for (const bad of [null, 3, { last: '1', unread: [], isLit: false }, { last: 1 }])
      expect(readMemory(bad)).toBeNull();
  });
});
