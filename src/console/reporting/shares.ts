import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** The query of a saved report's shared links. */
export function sharesQuery(api: Api, reportId: number) {
  return queryOptions({
    queryKey: ['shares', reportId],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}/shares', { params: { id: reportId }, signal }),
    // View counts may have changed.
    staleTime: 0,
  });
}
