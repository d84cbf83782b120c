import { expect, test } from 'vitest';
import { isSeatAllowed } from './isSeatAllowed.ts';

test.each([
  [undefined, '', true],
  [[], 'a', true],
  [['a', 'b'], 'b', true],
  [['a'], 'A', false],
  [['a'], '', false],
  [['a'], undefined, false],
  [[''], '', false],
])('where %j are named, %j may bid: %j', (wseat, seat, may) => {
  expect(isSeatAllowed(wseat, seat)).toBe(may);
});
