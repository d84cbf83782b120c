import { expect, test } from 'vitest';
import { isBadData } from './isBadData.ts';

test.each([
  [true, { code: '27', message: 'Cannot parse input' }],
  [true, { code: '252', message: 'Too many partitions for single INSERT block' }],
  [false, { code: '252', message: 'Too many parts. Merges are processing significantly slower than inserts' }],
  [false, { code: '60', message: 'Unknown table' }],
  [false, { code: '241', message: 'Memory limit exceeded' }],
  [false, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  [false, new Error('socket hang up')],
])('bad data is %s for %j', (expected, error) => {
  expect(isBadData(error)).toBe(expected);
});
