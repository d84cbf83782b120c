import { expect, test } from 'vitest';
import { ageText } from './ageText.ts';

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});
