import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** How the postbid quota of the month is asked for. */
export function verificationQuotaQuery(api: Api) {
  return queryOptions({
    queryKey: ['postbidQuota'],
    queryFn: ({ signal }) => api.get('/api/postbid/quota', { signal }),
  });
}
