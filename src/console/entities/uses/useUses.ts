import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { UsesAnswer } from '#api/uses/usesContract.ts';
import { entities, type EntityName } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Which objects carry a row. It is asked anew after each change of any object. */
export function useUses(entity: EntityName, id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', entity, 'uses', id],
    queryFn: ({ signal }) => api.get<UsesAnswer>(`/api/${entities[entity].path}/${id}/uses`, signal),
  });
}
