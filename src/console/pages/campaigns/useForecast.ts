import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import type { ForecastRequest } from '#api/forecast/forecastContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Pause in typing before a forecast is requested, in milliseconds. */
const debounceMs = 600;

/**
 * Forecasts the delivery of campaign settings. Valid settings are sent after a pause in typing; a new request cancels the
 * previous one.
 */
export function useForecast(request: ForecastRequest, isValid: boolean) {
  const api = use(ApiContext);
  const debouncedRequest = useDebounced(JSON.stringify(request));
  const query = useQuery({
    queryKey: ['campaignForecast', debouncedRequest],
    enabled: isValid,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.post('/api/demand/campaigns/forecast', { body: JSON.parse(debouncedRequest) as ForecastRequest, signal }),
  });
  return { ...query, isStale: query.isPlaceholderData || debouncedRequest !== JSON.stringify(request) };
}

/** The text after `debounceMs` without changes. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
