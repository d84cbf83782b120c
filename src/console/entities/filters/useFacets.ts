import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { facetsQuery } from '../list/exportQuery.ts';
import type { ListSearch } from '../list/listSearch.ts';

/** How many rows each choice of a filter would leave beside the other filters of an address. */
export function useFacets(entity: Entity, search: ListSearch) {
  const api = use(ApiContext);
  const query = facetsQuery(entity, search);
  return useQuery({
    queryKey: ['entity', entity.name, 'facets', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}/facets', { entity, query, signal }),
  });
}
