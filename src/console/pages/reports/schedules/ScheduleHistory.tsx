import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { ScheduleDelivery, ScheduleRunWithDeliveries } from '#api/schedules/scheduleContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { zoneLabel } from '#reports/index.ts';
import { ApiContext } from '../../../lib/apiContext.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { LoadError } from '../../../frame/errors/LoadError.tsx';
import { Pill } from '../../../ui/Pill.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useScheduleActions } from './useScheduleActions.ts';

const runPills = {
  running: { tone: 'accent', text: 'Running' },
  done: { tone: 'good', text: 'Done' },
  failed: { tone: 'bad', text: 'Failed' },
} as const;

const deliveryLabels: Record<ScheduleDelivery['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Delivered',
  failed: 'Failed',
  stopped: 'Not sent',
  unknown: 'Unknown',
};

/** The last runs of a schedule, each with the outcome of its deliveries. */
export function ScheduleHistory({
  user,
  report,
  onClose,
  onSchedule,
}: {
  user: SessionUser;
  report: SavedReport;
  onClose: () => void;
  onSchedule: () => void;
}) {
  const api = use(ApiContext);
  const runNow = useScheduleActions();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['savedReports', 'runs', report.id],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}/schedule/runs', { params: { id: report.id }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        <>
          Run history of <bdi className="break-words">{report.name}</bdi>
        </>
      }
      description="The last 50 runs, newest first."
      size="lg"
      padding={data && data.length > 0 ? 'none' : 'md'}
      footer={
        <>
          {report.isArchived ? null : (
            <>
              <Button onClick={onSchedule}>Schedule…</Button>
              <Button
                onClick={() =>
                  void runNow(report.id).then(
                    () => void refetch(),
                    () => undefined,
                  )
                }
              >
                Run and deliver now
              </Button>
            </>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {data && data.length > 0 ? (
        <ul className="divide-y">
          {data.map((run) => (
            <RunLine key={run.id} run={run} timezone={user.timezone} />
          ))}
        </ul>
      ) : error ? (
        <LoadError title="The run history could not be loaded" query={{ error, refetch, isFetching }} />
      ) : data ? (
        <p className="text-sm text-muted">This schedule has not run yet.</p>
      ) : (
        <Spinner label="Loading" />
      )}
    </Dialog>
  );
}

function isUnderWay({ state, deliveries }: ScheduleRunWithDeliveries): boolean {
  return (
    state === 'running' ||
    deliveries.some((each) => each.state === 'sending' || (each.state === 'waiting' && each.attempts === 0))
  );
}

function RunLine({ run, timezone }: { run: ScheduleRunWithDeliveries; timezone: number }) {
  const { tone, text } = runPills[run.state];
  const days = run.startDate === run.endDate ? run.startDate : `${run.startDate} to ${run.endDate}`;
  const notes = [
    ...(run.isManual ? ['run manually'] : []),
    ...(run.isLate ? ['late'] : []),
    ...(run.missed > 0 ? [`${run.missed} earlier ${run.missed === 1 ? 'run was' : 'runs were'} missed`] : []),
  ];
  return (
    <li className="flex flex-col gap-1 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={tone}>{text}</Pill>
        <span className="tnum font-medium">{formatDateTime(run.dueAt, timezone)}</span>
        {notes.length > 0 ? <span className="text-muted">{notes.join(', ')}</span> : null}
        <span className="tnum ml-auto text-xs text-muted">
          {days}, {zoneLabel(run.offset)}
          {run.state === 'done' ? ` · ${formatCount(run.rowCount)} ${run.rowCount === 1 ? 'row' : 'rows'}` : ''}
        </span>
      </div>
      {run.error ? <p className="text-bad">{run.error}</p> : null}
      {run.deliveries.length > 0 ? (
        <ul className="flex flex-col gap-0.5 text-xs" aria-label="Deliveries">
          {run.deliveries.map((delivery) => (
            <li key={`${delivery.kind} ${delivery.to}`} className="flex min-w-0 flex-wrap gap-x-2">
              <span className="min-w-0 break-all">
                <bdi>{delivery.to}</bdi>
              </span>
              <span className={isBad(delivery) ? 'text-bad' : 'text-muted'}>{textOf(delivery, timezone)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function isBad({ state }: ScheduleDelivery): boolean {
  return state === 'failed' || state === 'unknown';
}

function textOf({ state, error, attempts, nextAt }: ScheduleDelivery, timezone: number): string {
  const willRetry = state === 'waiting' && nextAt !== null && attempts > 0;
  const attemptsText = attempts > 1 ? `, tried ${attempts} times` : '';
  return [
    `${deliveryLabels[state]}${attemptsText}${error ? `: ${error}` : ''}`,
    ...(willRetry ? [`next attempt ${formatDateTime(nextAt, timezone)}`] : []),
  ].join('; ');
}
