import type { RunRow, RunStore } from '#storage/schedules/runStore.ts';
import type { NamedSchedule, ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { ReportSchedule, ScheduleRun, ScheduleRunWithDeliveries } from './scheduleContract.ts';

interface ShowDeps {
  schedules: Pick<ScheduleStore, 'unsubscribesOf' | 'namesOf'>;
  runs: Pick<RunStore, 'lastOf' | 'deliveriesOf'>;
}

/** Schedules as their user sees them, with names and each one's last run. */
export async function showSchedules(deps: ShowDeps, rows: readonly NamedSchedule[]): Promise<ReportSchedule[]> {
  const [stops, last] = await Promise.all([
    deps.schedules.unsubscribesOf(rows.map(({ reportId }) => reportId)),
    deps.runs.lastOf(rows.map(({ id }) => id)),
  ]);
  const [names, deliveries] = await Promise.all([
    deps.schedules.namesOf([...new Set(rows.flatMap(({ colleagueIds }) => colleagueIds))]),
    deps.runs.deliveriesOf(last.map(({ id }) => id)),
  ]);
  return rows.map((row) => {
    const { repeats, weekDays, monthDay, time, zone, startDate, endDate, format, emails, emailForm } = row;
    const { id, reportId, isPaused, pauseReason, nextDue, colleagueIds } = row;
    const run = last.find((each) => each.scheduleId === id);
    const lost = deliveries.filter(
      ({ runId, state }) => runId === run?.id && (state === 'failed' || state === 'unknown'),
    );
    const stopped = stops.filter((each) => each.reportId === reportId && emails.includes(each.address));
    return {
      reportId,
      name: row.name,
      ...{ repeats, weekDays: [...weekDays], monthDay, time, zone, startDate, endDate, format, emails, emailForm },
      colleagues: colleagueIds.map((each) => names.find((name) => name.id === each) ?? { id: each, name: `#${each}` }),
      unsubscribedEmails: stopped.map(({ address }) => address),
      isPaused,
      pauseReason,
      nextDue: isPaused ? null : nextDue,
      lastRun: run ? { ...shownRun(run), undelivered: lost.length } : null,
    };
  });
}

/** Runs with the state of each delivery. */
export async function showRuns(deps: ShowDeps, rows: readonly RunRow[]): Promise<ScheduleRunWithDeliveries[]> {
  const deliveries = await deps.runs.deliveriesOf(rows.map(({ id }) => id));
  const userIds = new Set(deliveries.flatMap(({ userId }) => userId ?? []));
  const names = new Map((await deps.schedules.namesOf([...userIds])).map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...shownRun(row),
    deliveries: deliveries
      .filter(({ runId }) => runId === row.id)
      .map(({ runId: _run, userId, address, ...delivery }) => ({
        ...delivery,
        to: address ?? names.get(userId ?? 0) ?? 'Deleted user',
      })),
  }));
}

function shownRun({ scheduleId: _schedule, ...run }: RunRow): ScheduleRun {
  return run;
}
