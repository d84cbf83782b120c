import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { entities, type EntityName } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Fetches the objects that use a row. Refetched after each change of any object. */
export function useUses(entity: EntityName, id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', entity, 'uses', id],
    queryFn: ({ signal }) => api.get('/api/{entity}/{id}/uses', { entity: entities[entity], params: { id }, signal }),
  });
}
