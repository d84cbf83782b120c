import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';

/** Reads which recent requests a campaign did not bid on, and why. */
export function useCampaignFunnel(id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['campaignFunnel', id],
    staleTime: 30_000,
    queryFn: ({ signal }) => api.get('/api/demand/campaigns/{id}/funnel', { params: { id }, signal }),
  });
}
