import { expect, test } from 'vitest';
import { MAX_ROWS, windowOf } from './useRowWindow.ts';

test('the window covers the visible rows, with more at both ends', () => {
  expect(windowOf(0, 20, 1000)).toEqual({ start: 0, end: 32 });
  expect(windowOf(100, 20, 1000)).toEqual({ start: 92, end: 132 });
  expect(windowOf(980, 20, 1000)).toEqual({ start: 972, end: 1000 });
});

test('a list that became shorter than its scroll position still shows its end', () => {
  const { start, end } = windowOf(400, 20, 30);
  expect(end).toBe(30);
  expect(start).toBeLessThan(30);
});

test('at most the maximum of rows is rendered, as long as they fill the view', () => {
  for (let visible = 1; visible <= MAX_ROWS - 4; visible += 1) {
    const { start, end } = windowOf(400, visible, 1000);
    expect(end - start).toBeLessThanOrEqual(MAX_ROWS);
    // The first visible row can be up to four rows after the one the window was computed for.
    expect(end).toBeGreaterThanOrEqual(400 + visible + 4);
  }
});
