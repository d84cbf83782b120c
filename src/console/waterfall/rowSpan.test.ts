import { expect, test } from 'vitest';
import { partsOf, rowsIn } from './rowSpan.ts';

const rows = Array.from({ length: 6 }, (_, id) => ({ id }));
const shape = (first: number, last: number, pinnedId: number | null = null) =>
  partsOf(rows, { first, last }, pinnedId).map((part) => ('row' in part ? part.row.id : `-${part.skipped}`));

test('visible rows are rendered, the others are replaced by their count', () => {
  expect(shape(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(shape(2, 4)).toEqual(['-2', 2, 3, '-2']);
  expect(shape(6, 6)).toEqual(['-6']);
});

test('a pinned row is rendered wherever it is', () => {
  expect(shape(0, 2, 4)).toEqual([0, 1, '-2', 4, '-1']);
});

test('a span in pixels is a range of rows', () => {
  expect(rowsIn({ from: -Infinity, to: Infinity }, 74, 6)).toEqual({ first: 0, last: 6 });
  expect(rowsIn({ from: 74 + 44, to: 74 + 3 * 44 }, 74, 6)).toEqual({ first: 1, last: 3 });
  expect(rowsIn({ from: 1000, to: 2000 }, 74, 6)).toEqual({ first: 6, last: 6 });
  expect(rowsIn({ from: -2000, to: -1000 }, 74, 6)).toEqual({ first: 0, last: 0 });
});
