import { expect, test } from 'vitest';
import { marketLabel } from './marketLabel.ts';

test.each([
  ['DE Desktop', 'DE · Desktop'],
  ['- SmartTV', 'Unknown country · SmartTV'],
  ['US -', 'US · unknown device'],
  ['- -', 'Unknown country · unknown device'],
])('%s is labeled %s', (market, words) => {
  expect(marketLabel(market)).toBe(words);
});
