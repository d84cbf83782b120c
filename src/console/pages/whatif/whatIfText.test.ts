import { expect, test } from 'vitest';
import { areCountsUnchanged, basisText } from './whatIfText.ts';

const by = (difference: string) => ({ before: '33', after: '33', difference, margin: '0' });

test.each([
  ['0', '-0.01', true],
  ['0', '1', false],
  ['-1', '0', false],
])('opportunities by %s and impressions by %s: counts unchanged is %s', (opps, imps, areUnchanged) => {
  expect(areCountsUnchanged({ opps: by(opps), imps: by(imps) })).toBe(areUnchanged);
});

test('a result says from which time its auctions are, in minutes, hours or days', () => {
  const after = (ms: number) => basisText(new Date(0).toISOString(), new Date(ms).toISOString());
  const minute = 60_000;
  expect([0.5, 35, 119.5].map((minutes) => after(minutes * minute))).toEqual([
    'the last minute',
    'the last 35 minutes',
    'the last 120 minutes',
  ]);
  expect([2, 47.4].map((hours) => after(hours * 60 * minute))).toEqual(['the last 2 hours', 'the last 47 hours']);
  expect(after(6.8 * 24 * 60 * minute)).toBe('the last 7 days');
  expect(basisText(null, new Date(0).toISOString())).toBe('this period');
});
