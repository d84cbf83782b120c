import { queryOptions } from '@tanstack/react-query';
import type { ReportShare } from '#api/shares/shareContract.ts';
import type { Api } from '../lib/api.ts';

/** The links to a saved report. */
export function sharesQuery(api: Api, reportId: number) {
  return queryOptions({
    queryKey: ['shares', reportId],
    queryFn: ({ signal }) => api.get<ReportShare[]>(`/api/savedReport/${reportId}/shares`, signal),
    // Views are counted meanwhile.
    staleTime: 0,
  });
}
