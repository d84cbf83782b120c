import { expect, test } from 'vitest';
import { areCountsUnchanged } from './whatIfText.ts';

const by = (difference: string) => ({ before: '33', after: '33', difference, margin: '0' });

test.each([
  ['0', '-0.01', true],
  ['0', '1', false],
  ['-1', '0', false],
])('opportunities by %s and impressions by %s: counts unchanged is %s', (opps, imps, areUnchanged) => {
  expect(areCountsUnchanged({ opps: by(opps), imps: by(imps) })).toBe(areUnchanged);
});
