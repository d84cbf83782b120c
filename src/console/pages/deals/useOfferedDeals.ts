import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import type { offeredDealsQuery } from './dealsSearch.ts';

/** A page of deals that nobody has set up; the rows of the last page stay until the next come. Changes of deals ask anew. */
export function useOfferedDeals(query: ReturnType<typeof offeredDealsQuery>) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', 'deal', 'seen', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/demand/deals/seen', { query, signal }),
  });
}
