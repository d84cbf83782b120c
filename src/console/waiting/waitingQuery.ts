import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../lib/api.ts';
import type { QueryOf } from '../lib/apiCall.ts';

/** The key under which everything about waiting changes is cached. */
export const waitingKey = ['waiting'] as const;

/** A page of the changes that wait for a second person, or waited for one. */
export const waitingQuery = (api: Api, query: QueryOf<'/api/waiting'>) =>
  queryOptions({
    queryKey: [...waitingKey, 'list', query],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/waiting', { query, signal }),
  });
