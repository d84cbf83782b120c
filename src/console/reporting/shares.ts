import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** The links to a saved report. */
export function sharesQuery(api: Api, reportId: number) {
  return queryOptions({
    queryKey: ['shares', reportId],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}/shares', { params: { id: reportId }, signal }),
    // Views are counted meanwhile.
    staleTime: 0,
  });
}
