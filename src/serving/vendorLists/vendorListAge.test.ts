import { expect, test } from 'vitest';
import { vendorListOldSince } from './vendorListAge.ts';

const now = new Date('2026-11-28T12:00:00.000Z');

test.each([
  [null, null],
  ['2026-11-28T12:00:00.000Z', null],
  ['2026-10-29T12:00:00.000Z', null],
  ['2026-10-29T11:59:59.000Z', '2026-11-28T11:59:59.000Z'],
])('a list that was published at %s is old since %s', (publishedAt, oldSince) => {
  expect(vendorListOldSince(publishedAt, now)).toBe(oldSince);
});
