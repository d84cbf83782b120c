import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ListResponse } from '#api/entities/listResponse.ts';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { StatusPill } from '../ui/StatusPill.tsx';
import { statesOf } from './list/listFilters.ts';
import { stateChip } from './list/stateChip.tsx';
import { statusName } from './statusLabels.ts';
import { keyOf, type EntityRow } from './useEntity.ts';

/** Interval of refreshes, as of the alerts. */
const refreshMs = 30_000;

/** The state of a row as its list shows it, or else its status. */
export function RowStatus({ entity, row }: { entity: Entity; row: EntityRow }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const { data: states } = useQuery({
    queryKey: [...keyOf(entity), 'states', row.id],
    enabled: statesOf(entity).length > 0,
    refetchInterval: refreshMs,
    meta: { isQuiet: true },
    // At first those in a loaded list.
    placeholderData: () =>
      queryClient
        .getQueriesData<ListResponse<EntityRow>>({ queryKey: [...keyOf(entity), 'list'] })
        .flatMap(([, data]) => data?.rows ?? [])
        .find(({ id, states: known }) => id === row.id && known)?.states,
    queryFn: async ({ signal }) => {
      const read = await api.get('/api/{entity}/{id}', {
        entity,
        params: { id: row.id },
        query: { states: true },
        signal,
      });
      return read.states ?? [];
    },
  });
  return stateChip(entity, { id: row.id, states }) ?? <StatusPill status={statusName(row.status)} />;
}
