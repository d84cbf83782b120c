import { expect, test } from 'vitest';
import { readRange } from './readRange.ts';

test.each<[string | undefined, ReturnType<typeof readRange>]>([
  [undefined, null],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=999-', { start: 999, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  [`bytes=${'9'.repeat(30)}-`, null],
])('of 1,000 bytes, %s selects %j', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range);
});
