import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** Everything about saved reports in the cache; the bell is one of it. */
const root = 'savedReports';

/** All saved reports of the caller, archived ones too. */
export function savedReportsQuery(api: Api) {
  return queryOptions({
    queryKey: [root, 'list'],
    queryFn: ({ signal }) => api.get('/api/savedReports', { query: { archived: '1' }, signal }),
  });
}

/** One saved report with what it holds. */
export function useSavedReport(id: number, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: [root, 'content', id],
    queryFn: ({ signal }) => api.get('/api/savedReport/{id}', { params: { id }, signal }),
    enabled: isWanted,
  });
}

/** The key of the bell of a user in the cache. */
export const bellKey = (userId: number) => [root, 'bell', userId];

/** Reads again whatever shows saved reports, the bell as well: one was saved, changed or deleted. */
export async function refreshSavedReports(queryClient: QueryClient): Promise<void> {
  // The bell asks for later reports alone: from the beginning, so that it hears of changes.
  queryClient.setQueriesData<{ entries: readonly unknown[]; polled: number }>(
    { queryKey: [root, 'bell'] },
    (bell) => bell && { ...bell, entries: [], polled: 0 },
  );
  await queryClient.invalidateQueries({ queryKey: [root] });
}
