import { lastDue, mayUse, nextDue, scheduleLabel } from '#model/index.ts';
import { systemAuthor, type Author, type NewEntry } from '#storage/entities/changeLog.ts';
import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { DueSchedule, ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { Config } from '../../config.ts';
import { ivtField } from '../reports/verificationQuota.ts';
import { saveProblem, type SavedReportDeps } from '../reports/saveReport.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { inactiveText, readCurrentUser } from '../session/readCurrentUser.ts';
import { scheduledRequest } from './scheduledRequest.ts';

export type StartRunsDeps = SavedReportDeps & {
  schedules: ScheduleStore;
  sessions: Pick<SessionStore, 'readUser'>;
  config: Config;
};

/** Schedules that one process starts per round. */
const concurrency = 20;

/** Delay after its due time from which a run counts as late, in ms. */
const lateAfterMs = 10 * 60_000;

/** Starts all due runs; of several missed due times only the last. */
export async function startDueRuns(deps: StartRunsDeps): Promise<void> {
  const { schedules } = deps;
  const now = deps.now().getTime();
  for (const schedule of await schedules.due(new Date(now).toISOString(), concurrency)) {
    const next = instantText(nextDue(schedule, now));
    if (schedule.nextDue === null) {
      await schedules.plan(schedule, next);
      continue;
    }
    const planned = Date.parse(schedule.nextDue);
    const due = Math.max(planned, lastDue(schedule, now) ?? planned);
    const run = { isManual: false, isLate: now - due > lateAfterMs, missed: countDue(schedule, planned, due) };
    await startRun(deps, schedule, { ...run, due, next });
  }
}

/** Runs a schedule now; false while one of its runs is in progress. */
export async function startManualRun(deps: StartRunsDeps, schedule: DueSchedule, author: Author): Promise<boolean> {
  const due = deps.now().getTime();
  const run = { isManual: true, isLate: false, missed: 0, due, next: schedule.nextDue };
  return startRun(deps, schedule, run, author);
}

async function startRun(
  deps: StartRunsDeps,
  schedule: DueSchedule,
  { due, next, ...run }: { isManual: boolean; isLate: boolean; missed: number; due: number; next: string | null },
  author: Author = { ...systemAuthor, userId: schedule.userId },
): Promise<boolean> {
  const { request, ...days } = scheduledRequest(schedule.request, schedule.zone, due);
  const { userId, name, isIvt, format } = schedule;
  const user = await userOf(deps, userId);
  const reason = user ? ((await saveProblem(deps, user, isIvt))?.message ?? null) : inactiveText;
  const startedAt = deps.now().toISOString();
  return deps.schedules.begin(
    schedule,
    { ...run, ...days, dueAt: new Date(due).toISOString(), startedAt, nextDue: next },
    reason === null
      ? {
          input: { userId, demandId: user?.demandId ?? null, name, isIvt, format, request },
          entry: { author, entry: entryOf(schedule, user) },
        }
      : { error: reason },
  );
}

function entryOf(schedule: DueSchedule, user: SessionUser | null): NewEntry {
  return {
    action: 'export',
    entity: 'report',
    rowId: schedule.reportId,
    name: schedule.name,
    demandId: user?.demandId ?? null,
    fields: [
      { field: 'saveAs', from: null, to: schedule.format },
      { field: 'schedule', from: null, to: scheduleLabel(schedule) },
      ...(schedule.isIvt ? [{ field: ivtField, from: null, to: true }] : []),
    ],
  };
}

/** A user with current rights; null when the user may no longer sign in or schedule reports. */
export async function userOf(
  deps: Pick<StartRunsDeps, 'sessions' | 'config'>,
  id: number,
): Promise<SessionUser | null> {
  const user = await readCurrentUser(deps, id);
  return user && mayUse(user, 'savingReports') ? user : null;
}

/** Number of due times from the first to before the last. */
function countDue(schedule: DueSchedule, first: number, last: number): number {
  let count = 0;
  for (let due: number | null = first; due !== null && due < last && count < 1000; due = nextDue(schedule, due)) {
    count += 1;
  }
  return count;
}

/** Formats a time in ms as ISO 8601. */
export function instantText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
