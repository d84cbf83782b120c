import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Mode } from '../../frame/navigation/modes.ts';
import { ApiContext } from '../../lib/apiContext.ts';

const refreshMs = 30_000;

/** The alerts of the user's tags and channels, or of its campaigns in DSP mode, refreshed while the page is open. */
export function useAlerts(mode: Mode, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['dashboard', 'alerts', mode],
    enabled: isWanted,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/dashboard/alerts', { query: { mode }, signal }),
  });
}
