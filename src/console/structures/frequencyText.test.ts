import { expect, test } from 'vitest';
import { frequencyText } from './frequencyText.ts';

test('a frequency cap is formatted as text', () => {
  expect(frequencyText({ imps: 3, per: 24, unit: 'hours', by: 'device' })).toBe(
    '3 impressions per 24 hours per device',
  );
  expect(frequencyText({ imps: 1, per: 1, unit: 'hours', by: 'address' })).toBe('1 impression per hour per IP address');
});
