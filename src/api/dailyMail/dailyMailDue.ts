import { fixedZone, lastDue, type SchedulePattern, zonedDay } from '#model/index.ts';
import type { DueDailyMail } from '#storage/dailyMails/dailyMailQueue.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** Wall-clock time of daily mails, HH:mm. */
export const dailyMailTime = '08:00';

/** Time in ms after which a mail that is due is no longer sent. */
export const lateAfterMs = 4 * 3_600_000;

const daily: Omit<SchedulePattern, 'zone'> = {
  repeats: 'daily',
  weekDays: [],
  monthDay: null,
  time: dailyMailTime,
  startDate: null,
  endDate: null,
};

/** The mail of a user that is due at a time in ms since the epoch; null when there is none, or it would be late. */
export function dailyMailDue({ id, timezone }: Pick<SessionUser, 'id' | 'timezone'>, now: number): DueDailyMail | null {
  const zone = fixedZone(timezone);
  const due = lastDue({ ...daily, zone }, now);
  if (due === null || now - due >= lateAfterMs) return null;
  return { userId: id, day: zonedDay(zone, due), dueAt: new Date(due).toISOString() };
}
