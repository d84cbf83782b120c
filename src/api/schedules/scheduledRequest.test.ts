import { expect, test } from 'vitest';
import { scheduledRequest } from './scheduledRequest.ts';

const yesterday = { startDate: '2020-01-01', endDate: '2020-01-01', offset: -3, range: 'yesterday', metrics: ['reqs'] };
const daysAt = (zone: string, due: string) => {
  const { request, ...days } = scheduledRequest(yesterday, zone, Date.parse(due));
  expect(request).toEqual({ ...yesterday, ...days, limit: null });
  return days;
};

test('relative days are those of the zone at the due time, counted in that zone', () => {
  const winter = { startDate: '2026-01-14', endDate: '2026-01-14', offset: 1 };
  expect(daysAt('Europe/Berlin', '2026-01-15T07:00Z')).toEqual(winter);
  expect(daysAt('Europe/Berlin', '2026-07-15T06:00Z')).toMatchObject({ startDate: '2026-07-14', offset: 2 });
  // In Berlin it is already the sixteenth.
  expect(daysAt('Europe/Berlin', '2026-01-15T23:30Z')).toMatchObject({ startDate: '2026-01-15' });
});

test('a fractional offset is rounded up and one beyond twelve hours cut, as reports have whole hours', () => {
  expect(daysAt('Asia/Kolkata', '2026-01-15T02:30Z').offset).toBe(6);
  expect(daysAt('America/St_Johns', '2026-01-15T12:00Z').offset).toBe(-3);
  expect(daysAt('Pacific/Kiritimati', '2026-01-15T12:00Z').offset).toBe(12);
});

test('fixed days stay, and a file has all rows', () => {
  const fixed = { startDate: '2026-01-01', endDate: '2026-01-31', offset: -5, metrics: ['reqs'], limit: 50 };
  const { request, ...days } = scheduledRequest(fixed, 'Europe/Berlin', Date.parse('2026-03-01T07:00Z'));
  expect(request).toEqual({ ...fixed, limit: null });
  expect(days).toEqual({ startDate: '2026-01-01', endDate: '2026-01-31', offset: -5 });
});
