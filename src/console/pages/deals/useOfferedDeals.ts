import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import type { offeredDealsQuery } from './dealsSearch.ts';

/**
 * A page of offered deals that are not set up. Previous rows stay until the next page has loaded. Refetched after
 * changes of deals.
 */
export function useOfferedDeals(query: ReturnType<typeof offeredDealsQuery>) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', 'deal', 'observed', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/demand/deals/observed', { query, signal }),
  });
}
