import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { ObservedPage } from '#api/observed/observedContract.ts';
import type { ObservedName } from '#model/observed.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** A page of a catalogue; the rows of the last page stay until the next come. */
export function useObserved(name: ObservedName, query: string) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['observed', name, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ObservedPage>(`/api/observed/${name}${query}`, signal),
  });
}
