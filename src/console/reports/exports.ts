import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import type { ReportExport } from '#api/exports/exportContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { refreshSavedReports } from './savedReports.ts';

/** Polling interval while an export is running, in milliseconds. */
const everyMs = 2000;

/** True while an export has not ended. */
export function isUnderWay({ state }: Pick<ReportExport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The query of the user's exports. */
export function exportsQuery(api: Api) {
  return queryOptions({
    queryKey: ['exports'],
    queryFn: ({ signal }) => api.get('/api/exports', { signal }),
  });
}

/** The user's exports, polled while one is running. When one ends, saved reports are refetched. */
export function useExports(): readonly ReportExport[] {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...exportsQuery(api),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? everyMs : false),
    refetchOnMount: 'always',
  });
  const done = data?.filter(({ state }) => state === 'done').length;
  const before = useRef(done);
  useEffect(() => {
    if (before.current !== undefined && done !== undefined && done !== before.current) {
      void refreshSavedReports(queryClient);
    }
    before.current = done;
  }, [done, queryClient]);
  return data ?? [];
}
