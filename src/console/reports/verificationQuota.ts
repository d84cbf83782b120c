import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** The query of the month's verification quota. */
export function verificationQuotaQuery(api: Api) {
  return queryOptions({
    queryKey: ['postbidQuota'],
    queryFn: ({ signal }) => api.get('/api/verification/quota', { signal }),
  });
}
