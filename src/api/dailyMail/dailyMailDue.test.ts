import { expect, test } from 'vitest';
import { dailyMailDue } from './dailyMailDue.ts';

const dueAt = (timezone: number, now: string) => dailyMailDue({ id: 7, timezone }, Date.parse(now));

test('a daily mail is due at 08:00 of the user’s time zone, on the user’s day', () => {
  expect(dueAt(2, '2026-11-27T05:59:59Z')).toBeNull();
  expect(dueAt(2, '2026-11-27T06:00:00Z')).toEqual({ userId: 7, day: '2026-11-27', dueAt: '2026-11-27T06:00:00.000Z' });
  expect(dueAt(12, '2026-11-26T20:00:00Z')).toMatchObject({ day: '2026-11-27', dueAt: '2026-11-26T20:00:00.000Z' });
  expect(dueAt(-12, '2026-11-27T21:00:00Z')).toMatchObject({ day: '2026-11-27', dueAt: '2026-11-27T20:00:00.000Z' });
});

test('a daily mail is not due more than four hours late', () => {
  expect(dueAt(0, '2026-11-27T11:59:59Z')).toMatchObject({ day: '2026-11-27' });
  expect(dueAt(0, '2026-11-27T12:00:00Z')).toBeNull();
});
