import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useRef } from 'react';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { refreshSavedReports } from './savedReports.ts';

/** How often schedules are asked about, in ms: while one runs, and else. */
const runningMs = 2000;
const everyMs = 60_000;

/** The schedules of the caller. Whatever refreshes saved reports refreshes them too. */
export function schedulesQuery(api: Api) {
  return queryOptions({
    queryKey: ['savedReports', 'schedules'],
    queryFn: ({ signal }) => api.get('/api/savedReports/schedules', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningMs : everyMs),
    staleTime: everyMs,
    meta: { isQuiet: true },
  });
}

/** Whether a run of it is under way. */
export function isRunning({ lastRun }: ReportSchedule): boolean {
  return lastRun?.state === 'running';
}

/** Whether its user has to look after it: it has paused itself, its last run failed, or did not reach everybody. */
export function hasFailed({ lastRun, pausedBecause }: ReportSchedule): boolean {
  return pausedBecause !== null || lastRun?.state === 'failed' || (lastRun?.undelivered ?? 0) > 0;
}

/** What has failed, in one sentence; null where nothing has. */
export function failureOf({ lastRun, pausedBecause }: ReportSchedule): string | null {
  if (pausedBecause !== null) return `Paused. ${pausedBecause}`;
  if (lastRun?.state === 'failed') return `The last run failed: ${lastRun.error ?? 'unknown reason'}`;
  const lost = lastRun?.undelivered ?? 0;
  if (lost === 0) return null;
  return lost === 1 ? 'One delivery of the last run failed' : `${lost} deliveries of the last run failed`;
}

/** The schedules of the reader by their report; the list of saved reports is read again when a run has ended. */
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
