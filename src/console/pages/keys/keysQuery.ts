import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

/** The API keys that the user manages, and for the owner of an account its API token. */
export const keysQuery = (api: Api) =>
  queryOptions({ queryKey: ['apiKeys'], queryFn: ({ signal }) => api.get('/api/keys', { signal }) });
