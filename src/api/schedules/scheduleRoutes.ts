import { nextDue, scheduleLabel } from '#model/index.ts';
import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { RunStore } from '#storage/schedules/runStore.ts';
import type { ScheduleInput } from '#storage/schedules/scheduleStore.ts';
import type { Problem } from '../problem.ts';
import { type CallOf, implement, notFound, ok, reject, type ResponseOf, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readCurrentPeople } from '../session/readCurrentUser.ts';
import { startManualRun, type StartRunsDeps, instantText } from './startDueRuns.ts';
import { maySendTo } from './reportView.ts';
import { scheduleContract } from './scheduleContract.ts';
import { showRuns, showSchedules } from './showSchedules.ts';

export type ScheduleDeps = StartRunsDeps & { runs: RunStore; sessions: Pick<SessionStore, 'readUser' | 'readPeople'> };

/** Routes of the schedules of live reports. Users only see their own. */
export function scheduleRoutes(deps: ScheduleDeps): Route[] {
  const { savedReports, schedules, runs, log, now } = deps;
  return [
    implement(scheduleContract.list, async ({ user }) => ok(await showSchedules(deps, await schedules.list(user.id)))),
    implement(scheduleContract.listColleagues, async ({ user }) =>
      ok((await colleaguesOf(deps, user)).map(({ id, name, login }) => ({ id, name, login }))),
    ),
    implement(scheduleContract.read, async ({ params: { id }, user }) => {
      if (!(await savedReports.read(user.id, id))) return notFound();
      const schedule = await schedules.read(user.id, id);
      return ok({ schedule: schedule ? ((await showSchedules(deps, [schedule]))[0] ?? null) : null });
    }),
    implement(scheduleContract.change, async ({ params: { id }, body, user, author }) => {
      const report = await savedReports.read(user.id, id);
      if (!report) return notFound();
      const before = await schedules.read(user.id, id);
      const due = nextDue(body, now().getTime());
      const problems = [
        ...problemsOfReport(report),
        ...(due === null && !body.isPaused ? [hasNoDueTime] : []),
        ...(await problemsOfPeople(deps, user, body)),
        ...problemsOfMail(deps, body, before),
      ];
      if (problems.length > 0) return reject(422, problems);
      const schedule = await schedules.put(user.id, id, body, instantText(due));
      const [shown] = await showSchedules(deps, [{ ...schedule, name: report.name }]);
      await log.record(author, {
        action: 'updated',
        entity: 'report',
        rowId: id,
        name: report.name,
        demandId: user.demandId,
        fields: [{ field: 'schedule', from: before && (await wordsOf(deps, before)), to: await wordsOf(deps, body) }],
      });
      return shown ? ok(shown) : notFound();
    }),
    implement(scheduleContract.remove, async ({ params: { id }, user, author }) => {
      const [report, before] = [await savedReports.read(user.id, id), await schedules.read(user.id, id)];
      if (!report || !before || !(await schedules.remove(user.id, id))) return notFound();
      await log.record(author, {
        action: 'updated',
        entity: 'report',
        rowId: id,
        name: report.name,
        demandId: user.demandId,
        fields: [{ field: 'schedule', from: await wordsOf(deps, before), to: null }],
      });
      return ok({});
    }),
    implement(scheduleContract.run, (call) => runNow(deps, call)),
    implement(scheduleContract.listRuns, async ({ params: { id }, user }) => {
      const schedule = await schedules.read(user.id, id);
      return schedule ? ok(await showRuns(deps, await runs.list(schedule.id))) : notFound();
    }),
  ];
}

async function runNow(
  deps: ScheduleDeps,
  call: CallOf<typeof scheduleContract.run>,
): Promise<ResponseOf<typeof scheduleContract.run>> {
  const { params, user, author } = call;
  const schedule = await deps.schedules.forRun(user.id, params.id);
  if (!schedule) return notFound();
  if (await startManualRun(deps, schedule, author)) return ok({}, 202);
  return reject(409, [{ code: 'run_under_way', message: 'A run of this schedule is already in progress', path: '' }]);
}

const hasNoDueTime: Problem = {
  code: 'never_due',
  message: 'No run falls between these dates',
  path: 'endDate',
};

function problemsOfReport({ kind, isArchived }: { kind: string; isArchived: boolean }): Problem[] {
  if (kind !== 'definition') {
    return [
      {
        code: 'no_definition',
        message: 'Only live reports can be scheduled. Copy this report as a live report first',
        path: '',
      },
    ];
  }
  if (!isArchived) return [];
  return [{ code: 'archived', message: 'The report is archived. Unarchive it first', path: '' }];
}

async function problemsOfPeople(deps: ScheduleDeps, user: SessionUser, { colleagueIds }: ScheduleInput) {
  if (colleagueIds.length === 0) return [];
  const known = new Set((await colleaguesOf(deps, user)).map(({ id }) => id));
  return colleagueIds.flatMap((id, index): Problem[] =>
    known.has(id)
      ? []
      : [
          {
            code: 'not_found',
            message: 'This user was not found or cannot receive the report',
            path: `colleagueIds.${index}`,
          },
        ],
  );
}

/** Addresses that the schedule already has stay valid, so that it can be paused without a mail server. */
function problemsOfMail({ config }: ScheduleDeps, { emails }: ScheduleInput, before: ScheduleInput | null): Problem[] {
  if (config.SMTP_URL) return [];
  const fresh = emails.filter((address) => !before?.emails.includes(address));
  if (fresh.length === 0) return [];
  return [{ code: 'no_mail', message: 'Email is not set up on this platform', path: 'emails' }];
}

async function colleaguesOf(deps: ScheduleDeps, user: SessionUser): Promise<SessionUser[]> {
  return (await readCurrentPeople(deps, user.demandId)).filter((each) => maySendTo(user, each));
}

/** Describes a schedule for the log: its times, format and recipients. */
async function wordsOf({ schedules }: ScheduleDeps, input: ScheduleInput): Promise<string> {
  const names = await schedules.namesOf(input.colleagueIds);
  const people = input.colleagueIds.map((id) => names.find((each) => each.id === id)?.name ?? `#${id}`);
  const to = [...people, ...input.emails];
  const mails = input.emails.length > 0 ? `, emails with ${input.emailForm === 'link' ? 'a link' : 'the file'}` : '';
  const from = input.startDate ? `, from ${input.startDate}` : '';
  const until = input.endDate ? `, until ${input.endDate}` : '';
  const days = `${scheduleLabel(input)}${from}${until}${input.isPaused ? ', paused' : ''}`;
  return `${days}; ${input.format.toUpperCase()}${to.length > 0 ? ` to ${to.join(', ')}` : ''}${mails}`;
}
