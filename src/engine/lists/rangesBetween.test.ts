import { expect, test } from 'vitest';
import { parseAddressRange } from './addressSet.ts';
import { formatAddressRange } from './formatAddressRange.ts';
import { rangesBetween } from './rangesBetween.ts';

const between = (from: string, to: string) =>
  rangesBetween(parseAddressRange(from)!, parseAddressRange(to)!)?.map(formatAddressRange) ?? null;

test.each([
  ['203.0.113.0', '203.0.113.255', ['203.0.113.0/24']],
  ['203.0.113.5', '203.0.113.5', ['203.0.113.5']],
  ['203.0.113.1', '203.0.113.6', ['203.0.113.1', '203.0.113.2/31', '203.0.113.4/31', '203.0.113.6']],
  ['203.0.113.128', '203.0.114.255', ['203.0.113.128/25', '203.0.114.0/24']],
  ['2001:db8::', '2001:db8::ffff', ['2001:db8::/112']],
])('from %s to %s', (from, to, ranges) => {
  expect(between(from, to)).toEqual(ranges);
});

test('reversed ranges and those of two versions are none', () => {
  expect(between('203.0.113.9', '203.0.113.1')).toBe(null);
  expect(between('203.0.113.9', '2001:db8::')).toBe(null);
});
