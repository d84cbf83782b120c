import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** Answer of GET /api/postbid/quota: what of the platform's limits of the calendar month (UTC) is used; 0 = no limit. */
export interface PostbidQuota {
  /** YYYY-MM. */
  month: string;
  /** The day on which the next month begins at 00:00 UTC, YYYY-MM-DD. */
  endsOn: string;
  imps: { used: number; most: number };
  reports: { used: number; most: number };
}

/** How the quota is asked for. */
export function postbidQuotaQuery(api: Api) {
  return queryOptions({
    queryKey: ['postbidQuota'],
    queryFn: ({ signal }) => api.get<PostbidQuota>('/api/postbid/quota', signal),
  });
}
