import { expect, test } from 'vitest';
import { createBreaks } from './createBreaks.ts';

test('the pre-roll comes once, unless the page turns it off', () => {
  const breaks = createBreaks({});
  expect([breaks.takePreRoll(), breaks.takePreRoll(), breaks.takePostRoll()]).toEqual([true, false, false]);
  expect(createBreaks({ preRoll: false }).takePreRoll()).toBe(false);
});

test('the post-roll comes once, if the page turns it on', () => {
  const breaks = createBreaks({ postRoll: true });
  expect([breaks.takePostRoll(), breaks.takePostRoll()]).toEqual([true, false]);
});

test('mid-rolls come at their seconds, one for all that are passed at once', () => {
  const breaks = createBreaks({ midRolls: [30, 10, 20, 0] });
  expect([5, 10, 11, 35, 40].map((time) => breaks.takeMidRoll(time))).toEqual([false, true, false, true, false]);
});
