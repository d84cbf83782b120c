import { expect, test } from 'vitest';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import { noticesOf } from './useBellNotices.ts';

const run = {
  ...{ id: 5, dueAt: '2026-11-22T07:00:00.000Z', isManual: false, isLate: false, missed: 0 },
  ...{ startDate: '2026-11-21', endDate: '2026-11-21', offset: 1, rowCount: 3, undelivered: 0 },
  ...{ startedAt: '2026-11-22T07:00:00.000Z', endedAt: null, error: null, state: 'done' as const },
};
const schedule = (part: Partial<ReportSchedule> = {}): ReportSchedule => ({
  ...{ reportId: 1, name: 'Channels', repeats: 'daily', weekDays: [], monthDay: null, time: '08:00', zone: 'UTC' },
  ...{ startDate: null, endDate: null, format: 'csv', colleagues: [], emails: [], emailForm: 'link', isPaused: false },
  ...{ unsubscribedEmails: [], pauseReason: null, nextDue: null, lastRun: run },
  ...part,
});
const texts = (part: Partial<ReportSchedule>) => noticesOf([schedule(part)]).map(({ text }) => text);

test('a schedule that works has no notice', () => {
  expect(texts({})).toEqual([]);
  expect(texts({ lastRun: null })).toEqual([]);
  expect(texts({ isPaused: true })).toEqual([]);
});

test('a notice says why a run failed, which recipients it did not reach, and that a schedule was paused', () => {
  expect(texts({ lastRun: { ...run, state: 'failed', error: 'No rights' } })).toEqual([
    'The last run failed: No rights',
  ]);
  expect(texts({ lastRun: { ...run, undelivered: 2 } })).toEqual(['2 deliveries of the last run failed']);
  const pauseReason = 'It failed 5 times in a row: No rights';
  expect(texts({ isPaused: true, pauseReason })).toEqual([`Paused. ${pauseReason}`]);
});

test('each failure has a key of its own', () => {
  const failed = { ...run, undelivered: 1 };
  const [first] = noticesOf([schedule({ lastRun: failed })]);
  const [second] = noticesOf([schedule({ lastRun: { ...failed, id: 6 } })]);
  expect(first?.key).not.toBe(second?.key);
});
