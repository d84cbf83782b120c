import { expect, test } from 'vitest';
import { isControlVersionKnown } from './controlVersion.ts';

test.each([
  [undefined, 1, true],
  [undefined, 2, false],
  ['1', 1, true],
  ['1', 2, false],
  // A newer process decides itself whether it understands the older one.
  ['3', 2, true],
  ['', 1, false],
  ['1.5', 1, false],
  ['x', 1, false],
])('a header %j is understood from version %i on: %s', (header, oldest, isKnown) => {
  expect(isControlVersionKnown(header, oldest)).toBe(isKnown);
});
