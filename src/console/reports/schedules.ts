import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useRef } from 'react';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { refreshSavedReports } from './savedReports.ts';

/** Polling intervals of schedules in milliseconds: while one is running, and otherwise. */
const runningMs = 2000;
const everyMs = 60_000;

/** The query of the user's schedules. A refresh of saved reports includes it. */
export function schedulesQuery(api: Api) {
  return queryOptions({
    queryKey: ['savedReports', 'schedules'],
    queryFn: ({ signal }) => api.get('/api/savedReports/schedules', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningMs : everyMs),
    staleTime: everyMs,
    meta: { isQuiet: true },
  });
}

/** True while a run of the schedule is in progress. */
export function isRunning({ lastRun }: ReportSchedule): boolean {
  return lastRun?.state === 'running';
}

/**
 * True when the schedule needs attention: it was paused by an error, its last run failed, or did not reach all
 * recipients.
 */
export function hasFailed({ lastRun, pauseReason }: ReportSchedule): boolean {
  return pauseReason !== null || lastRun?.state === 'failed' || (lastRun?.undelivered ?? 0) > 0;
}

/** Describes the failure in one sentence; null when there is none. */
export function failureOf({ lastRun, pauseReason }: ReportSchedule): string | null {
  if (pauseReason !== null) return `Paused. ${pauseReason}`;
  if (lastRun?.state === 'failed') return `The last run failed: ${lastRun.error ?? 'unknown reason'}`;
  const lost = lastRun?.undelivered ?? 0;
  if (lost === 0) return null;
  return lost === 1 ? 'One delivery of the last run failed' : `${lost} deliveries of the last run failed`;
}

/** The user's schedules by report. The saved reports are refetched when a run has ended. */
export function useSchedules(): ReadonlyMap<number, ReportSchedule> {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const { data } = useQuery(schedulesQuery(api));
  const running = data?.filter(isRunning).length;
  const before = useRef(running);
  useEffect(() => {
    if (before.current !== undefined && running !== undefined && running < before.current) {
      void refreshSavedReports(queryClient);
    }
    before.current = running;
  }, [running, queryClient]);
  return useMemo(() => new Map(data?.map((each) => [each.reportId, each])), [data]);
}
