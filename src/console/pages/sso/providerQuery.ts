import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

/** The identity provider that the user manages. */
export const providerQuery = (api: Api) =>
  queryOptions({ queryKey: ['sso'], queryFn: ({ signal }) => api.get('/api/sso', { signal }) });
