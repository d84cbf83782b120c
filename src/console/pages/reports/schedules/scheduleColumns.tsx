import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { scheduleLabel } from '#model/index.ts';
import { formatDateTime, NOTHING } from '../../../lib/format.ts';
import { failureOf, hasFailed } from '../../../reports/schedules.ts';
import type { Column } from '../../../ui/table/column.ts';
import { pillClass } from '../../../ui/Pill.tsx';

/**
 * Inserts schedule and colleague columns after the type; none when there is neither. With that many columns, the
 * actions move beside the name, where they stay in view.
 */
export function scheduleColumns(
  columns: readonly Column<SavedReport>[],
  {
    user,
    reports,
    schedules,
    onHistory,
  }: {
    user: SessionUser;
    reports: readonly SavedReport[];
    schedules: ReadonlyMap<number, ReportSchedule>;
    onHistory: (reportId: number) => void;
  },
): readonly Column<SavedReport>[] {
  const more = [
    ...(schedules.size > 0 ? columnsOfSchedules(user, schedules, onHistory) : []),
    ...(reports.some(({ from }) => from !== null) ? [ownerColumn] : []),
  ];
  if (more.length === 0) return columns;
  const part = (ids: readonly string[]) => columns.filter(({ id }) => ids.includes(id));
  const lead = [...part(['name']), ...part(['actions']).map((column) => ({ ...column, sticky: true }))];
  const rest = columns.filter(({ id }) => !['name', 'actions', 'type'].includes(id));
  return [...lead, ...part(['type']), ...more, ...rest];
}

const ownerColumn: Column<SavedReport> = {
  id: 'owner',
  header: 'Owner',
  hint: 'Who saved the report, or whose schedule delivered it.',
  width: 160,
  cell: ({ from }) =>
    from === null ? (
      'You'
    ) : (
      <>
        from <bdi>{from}</bdi>
      </>
    ),
};

function columnsOfSchedules(
  user: SessionUser,
  schedules: ReadonlyMap<number, ReportSchedule>,
  onHistory: (reportId: number) => void,
): Column<SavedReport>[] {
  return [
    {
      id: 'schedule',
      header: 'Schedule',
      hint: 'When the live report runs automatically, in the time zone of its schedule.',
      width: 250,
      title: ({ id }) => {
        const schedule = schedules.get(id);
        return schedule && scheduleLabel(schedule);
      },
      cell: ({ id, isArchived }) => {
        const schedule = schedules.get(id);
        if (!schedule) return NOTHING;
        const mark = markOf(schedule, isArchived);
        return (
          <>
            {mark ? <span className={`${pillClass(mark.tone)} mr-2`}>{mark.text}</span> : null}
            {scheduleLabel(schedule)}
          </>
        );
      },
    },
    {
      id: 'lastRun',
      header: 'Last run',
      hint: 'How the last run ended and when it was due. Click for the run history.',
      width: 230,
      cell: ({ id, name }) => {
        const schedule = schedules.get(id);
        const run = schedule?.lastRun;
        if (!schedule || !run) return NOTHING;
        const { tone, text } = stateOf(schedule);
        const failure = failureOf(schedule);
        return (
          <button type="button" className="cell-link inline-flex items-center gap-2" onClick={() => onHistory(id)}>
            <span className={pillClass(tone)}>{text}</span>{' '}
            <span className="tnum">{formatDateTime(run.dueAt, user.timezone)}</span>
            <span className="sr-only">
              : run history of {name}
              {failure ? `. ${failure}` : null}
            </span>
          </button>
        );
      },
      title: ({ id }) => {
        const schedule = schedules.get(id);
        return (schedule && failureOf(schedule)) ?? undefined;
      },
    },
    {
      id: 'recipients',
      header: 'Recipients',
      width: 170,
      cell: ({ id }) => {
        const schedule = schedules.get(id);
        return schedule ? recipientsOf(schedule) : NOTHING;
      },
      title: ({ id }) => {
        const { colleagues = [], emails = [] } = schedules.get(id) ?? {};
        return [...colleagues.map(({ name }) => name), ...emails].join(', ') || undefined;
      },
    },
  ];
}

function markOf(schedule: ReportSchedule, isArchived: boolean): { tone: 'neutral' | 'bad'; text: string } | null {
  if (schedule.pauseReason !== null) return { tone: 'bad', text: 'Paused' };
  if (schedule.isPaused) return { tone: 'neutral', text: 'Paused' };
  if (isArchived) return { tone: 'neutral', text: 'Archived' };
  return schedule.nextDue === null ? { tone: 'neutral', text: 'Ended' } : null;
}

function stateOf(schedule: ReportSchedule): { tone: 'good' | 'warn' | 'bad' | 'accent'; text: string } {
  const { lastRun } = schedule;
  if (lastRun?.state === 'running') return { tone: 'accent', text: 'Running' };
  if (lastRun?.state === 'failed') return { tone: 'bad', text: 'Failed' };
  return hasFailed(schedule) ? { tone: 'warn', text: 'Partial' } : { tone: 'good', text: 'Done' };
}

function recipientsOf({ colleagues, emails }: ReportSchedule): string {
  const count = (many: number, one: string, more: string) => (many === 0 ? [] : [`${many} ${many === 1 ? one : more}`]);
  return [
    'You',
    ...count(colleagues.length, 'colleague', 'colleagues'),
    ...count(emails.length, 'email', 'emails'),
  ].join(', ');
}
