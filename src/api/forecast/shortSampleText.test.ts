import { expect, test } from 'vitest';
import { shortSampleText } from './shortSampleText.ts';

const minute = 60_000;

test.each([
  ['no time', 0, 'one minute, counted as one hour'],
  ['nine minutes', 9 * minute, '9 minutes, counted as one hour'],
  ['almost an hour', 59.8 * minute, 'one hour'],
  ['an hour', 60 * minute, 'one hour'],
  ['five hours', 300 * minute, '5 hours'],
])('a sample of %s says its length', (_name, ms, length) => {
  expect(shortSampleText(ms)).toBe(`The sample covers only ${length}. The rest of the day is assumed to be the same.`);
});

test('a sample of a day needs no note', () => {
  expect(shortSampleText(24 * 60 * minute)).toBeNull();
});
