import { expect, test } from 'vitest';
import { trafficListOldSince } from './trafficListOldSince.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const since = '2026-11-01T00:00:00.000Z';
const oldSince = (confirmedAt: string | null, fault: string | null) =>
  trafficListOldSince({ confirmedAt, fault, since }, 7, now);

test('a list is old a number of days after its URL last had an acceptable one', () => {
  expect(oldSince('2026-11-21T12:00:00.000Z', 'http_403')).toBe(null);
  expect(oldSince('2026-11-20T12:00:00.000Z', 'http_403')).toBe('2026-11-27T12:00:00.000Z');
});

test('a list that was never accepted is old since its URL was set, once an attempt has failed', () => {
  expect(oldSince(null, null)).toBe(null);
  expect(oldSince(null, 'not_a_list')).toBe(since);
});
