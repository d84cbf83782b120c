import { expect, test } from 'vitest';
import { isAmongSeats } from './isAmongSeats.ts';

test.each([
  [undefined, '', true],
  [[], 'a', true],
  [['a', 'b'], 'b', true],
  [['a'], 'A', false],
  [['a'], '', false],
  [['a'], undefined, false],
  [[''], '', false],
])('where %j are named, %j may bid: %j', (wseat, seat, may) => {
  expect(isAmongSeats(wseat, seat)).toBe(may);
});
