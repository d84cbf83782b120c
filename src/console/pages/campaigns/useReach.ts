import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import type { ForecastRequest } from '#api/reach/reachContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** How long typing rests before a forecast is asked for. */
const restMs = 600;

/** The funnel of a campaign. */
export function useCampaignFunnel(id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['reach', 'funnel', id],
    staleTime: 30_000,
    queryFn: ({ signal }) => api.get('/api/demand/campaigns/{id}/funnel', { params: { id }, signal }),
  });
}

/**
 * What settings would reach. They are asked about once typing rests, if they are sound; an answer to earlier ones is not
 * waited for.
 */
export function useForecast(request: ForecastRequest, isSound: boolean) {
  const api = use(ApiContext);
  const asked = useRested(JSON.stringify(request));
  const query = useQuery({
    queryKey: ['reach', 'forecast', asked],
    enabled: isSound,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.post('/api/demand/campaigns/forecast', { body: JSON.parse(asked) as ForecastRequest, signal }),
  });
  return { ...query, isStale: query.isPlaceholderData || asked !== JSON.stringify(request) };
}

/** A text as it was when it last rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
