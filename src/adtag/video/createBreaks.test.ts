import { expect, test } from 'vitest';
import { createBreaks } from './createBreaks.ts';

test('a break before the content comes once, unless the page wants none', () => {
  const breaks = createBreaks({});
  expect([breaks.takePreRoll(), breaks.takePreRoll(), breaks.takePostRoll()]).toEqual([true, false, false]);
  expect(createBreaks({ preRoll: false }).takePreRoll()).toBe(false);
});

test('a break after the content comes once, where the page wants one', () => {
  const breaks = createBreaks({ postRoll: true });
  expect([breaks.takePostRoll(), breaks.takePostRoll()]).toEqual([true, false]);
});

test('breaks within the content come at their seconds, and one for all that were passed at once', () => {
  const breaks = createBreaks({ midRolls: [30, 10, 20, 0] });
  expect([5, 10, 11, 35, 40].map((time) => breaks.takeMidRoll(time))).toEqual([false, true, false, true, false]);
});
