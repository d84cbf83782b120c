import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** Root key of all saved-report queries, including the bell's. */
const root = 'savedReports';

/** The query of all saved reports of the user, including archived ones. */
export function savedReportsQuery(api: Api) {
  return queryOptions({
    queryKey: [root, 'list'],
    queryFn: ({ signal }) => api.get('/api/savedReports', { query: { archived: '1' }, signal }),
  });
}

/** One saved report with its content. */
export function useSavedReport(id: number, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: [root, 'content', id],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}', { params: { id }, signal }),
    enabled: isWanted,
  });
}

/** The query key of a user's bell. */
export const bellKey = (userId: number) => [root, 'bell', userId];

/** Refetches everything that shows saved reports, including the bell, after one was saved, changed or deleted. */
export async function refreshSavedReports(queryClient: QueryClient): Promise<void> {
  // The bell only polls later reports: it starts over, so that it receives changes.
  queryClient.setQueriesData<{ entries: readonly unknown[]; polled: number }>(
    { queryKey: [root, 'bell'] },
    (bell) => bell && { ...bell, entries: [], polled: 0 },
  );
  await queryClient.invalidateQueries({ queryKey: [root] });
}
