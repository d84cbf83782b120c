import { expect, test } from 'vitest';
import { backupDueSince, latestRun } from './backupDue.ts';
import { nameOfBackup } from './manifest.ts';
import type { BackupHistory, BackupRun } from './backupRuns.ts';

const at = (time: string) => Date.parse(`2026-03-${time}:00Z`);
const schedule = { node: 'one', place: '/backups', hour: 3, since: at('10T12:00') };

function historyOf(startedAt: number | null, place = '/backups'): BackupHistory {
  const run = { place, name: nameOfBackup(new Date(startedAt ?? 0)) } as BackupRun;
  return { last: [], failing: [], complete: startedAt === null ? [] : [run], schedules: [schedule] };
}

test('the first backup is due since there is a schedule, then each day at the hour', () => {
  expect(backupDueSince(historyOf(null), at('10T13:00'))).toBe(schedule.since);
  expect(backupDueSince(historyOf(at('10T12:05')), at('11T02:59'))).toBe(null);
  expect(backupDueSince(historyOf(at('10T12:05')), at('11T03:00'))).toBe(at('11T03:00'));
  expect(backupDueSince(historyOf(at('10T12:05')), at('14T09:00'))).toBe(at('11T03:00'));
  expect(backupDueSince(historyOf(at('11T03:00')), at('12T02:00'))).toBe(null);
  // Its clock was wrong.
  expect(backupDueSince(historyOf(at('19T03:00')), at('12T02:00'))).toBe(schedule.since);
});

test('a worker looks at its own schedule, and the latest backup is one of the scheduled places', () => {
  const made = historyOf(at('11T04:00'));
  const other = { node: 'two', place: '/other', hour: 3, since: at('11T04:30') };
  const history = { ...made, schedules: [schedule, other] };
  expect(backupDueSince(history, at('11T05:00'), '/backups')).toBe(null);
  expect(backupDueSince(history, at('11T05:00'), '/other')).toBe(other.since);
  expect(backupDueSince(history, at('11T05:00'), '/third')).toBeUndefined();
  const runs = [
    { place: '/third', startedAt: at('11T04:50') },
    { place: '/other', startedAt: at('11T04:40') },
    { place: '/backups', startedAt: at('11T04:00') },
  ] as BackupRun[];
  expect(latestRun(runs, history.schedules)?.place).toBe('/other');
  expect(latestRun(runs, [])?.place).toBe('/third');
});

test('a backup to another place does not count, and without a schedule none is due', () => {
  expect(backupDueSince(historyOf(at('11T04:00'), '/other'), at('11T05:00'))).toBe(schedule.since);
  expect(backupDueSince({ ...historyOf(null), schedules: [] }, at('11T05:00'))).toBeUndefined();
});
