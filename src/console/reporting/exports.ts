import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import type { ReportExport } from '#api/exports/exportContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { refreshSavedReports } from './savedReports.ts';

/** How often exports that are under way are asked about, in ms. */
const everyMs = 2000;

/** Whether an export has not ended yet. */
export function isUnderWay({ state }: Pick<ReportExport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The exports of the caller. */
export function exportsQuery(api: Api) {
  return queryOptions({
    queryKey: ['exports'],
    queryFn: ({ signal }) => api.get('/api/exports', { signal }),
  });
}

/** The exports of the reader, followed while one is under way; what is done meanwhile comes to the saved reports. */
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
