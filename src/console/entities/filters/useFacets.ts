import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { facetsQuery } from '../list/exportQuery.ts';
import type { ListSearch } from '../list/listSearch.ts';

/** Counts the rows that each choice of a filter would match, with the other filters of the address applied. */
export function useFacets(entity: Entity, search: ListSearch) {
  const api = use(ApiContext);
  const query = facetsQuery(entity, search);
  return useQuery({
    queryKey: ['entity', entity.name, 'facets', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}/facets', { entity, query, signal }),
  });
}
