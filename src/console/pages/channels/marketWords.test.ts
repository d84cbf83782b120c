import { expect, test } from 'vitest';
import { marketWords } from './marketWords.ts';

test.each([
  ['DE Desktop', 'DE · Desktop'],
  ['- SmartTV', 'Unknown country · SmartTV'],
  ['US -', 'US · unknown device'],
  ['- -', 'Unknown country · unknown device'],
])('%s is told as %s', (market, words) => {
  expect(marketWords(market)).toBe(words);
});
