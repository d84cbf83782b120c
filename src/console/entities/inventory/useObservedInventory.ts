import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { ObservedName } from '#model/fact/observed.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import type { InventoryQuery } from './inventorySearch.ts';

/** A page of observed inventory. The previous page's rows stay until the next ones are loaded. */
export function useObservedInventory(name: ObservedName, query: InventoryQuery) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['observed', name, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get(`/api/observed/${name}`, { query, signal }),
  });
}
