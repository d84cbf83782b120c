import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { DashboardAlerts } from '#api/dashboard/dashboardContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

const refreshMs = 30_000;

/** What the reader's tags and channels alarm of, kept up while the page is open. */
export function useAlerts(isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['dashboard', 'alerts'],
    enabled: isWanted,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<DashboardAlerts>('/api/dashboard/alerts', signal),
  });
}
