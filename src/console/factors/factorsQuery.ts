import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';

/** Key of the user's own second factors and remembered devices. */
export const factorsKey = ['factors'] as const;

/** Loads the user's own second factors and remembered devices. */
export function factorsQuery(api: Api) {
  return queryOptions({
    queryKey: factorsKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/session/factors', { signal }),
  });
}
