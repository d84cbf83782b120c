import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { use } from 'react';
import type { ListResponse } from '#api/entities/listResponse.ts';
import type { AnyRow } from '#api/entities/rowSchema.ts';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { invalidateList } from '../lib/lists.ts';
import type { FormValues } from './form/formModel.ts';

/** A row of a list or drawer, with the names of referenced rows; in lists also with figures and states. */
export type EntityRow = AnyRow;

/** Query parameters of a list. */
export type ListParams = Record<string, string | number | undefined>;

/** The key under which everything about an entity's rows is cached. */
export const keyOf = (entity: Entity) => ['entity', entity.name] as const;
const listKey = (entity: Entity, query: ListParams): QueryKey => [...keyOf(entity), 'list', query];
const rowKey = (entity: Entity, id: number): QueryKey => [...keyOf(entity), 'row', id];

/**
 * A page of an entity's rows. The previous page's rows stay until the next ones are loaded, and late figures are polled
 * until they are available. `everyMs` is the interval of automatic refreshes.
 */
export function useRows<E extends Entity>(
  entity: E,
  query: ListParams,
  { isWanted = true, everyMs = null }: { isWanted?: boolean; everyMs?: number | null } = {},
) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: listKey(entity, query),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}', { entity, query, signal }),
    refetchInterval: ({ state }) =>
      state.data?.figures === 'late' ? Math.min(300 * state.dataUpdateCount, 3000) : (everyMs ?? false),
  });
}

/** The groups of an entity's rows by partner, with figures; the previous ones stay until the next are loaded. */
export function useGroups<E extends Entity>(
  entity: E,
  { page: _page, size: _size, sort: _sort, figures: _figures, ...query }: ListParams,
  { isWanted, everyMs }: { isWanted: boolean; everyMs: number | null },
) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: [...keyOf(entity), 'groups', query],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}/groups', { entity, query, signal }),
    refetchInterval: everyMs ?? false,
  });
}

export function useRow<E extends Entity>(entity: E, id: number | null) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: rowKey(entity, id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => api.get('/api/{entity}/{id}', { entity, params: { id: id ?? 0 }, signal }),
  });
}

/** Invalidates every list, drawer and page that may show a changed row, and its history. */
async function refreshEntities(queryClient: QueryClient, entity: Entity): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['entity'] }),
    queryClient.invalidateQueries({ queryKey: ['log'] }),
    invalidateList(queryClient, entity.name),
  ]);
}

/** Creates a row (`id` null) or updates one. Returns the stored row. */
export function useSaveRow(entity: Entity) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: number | null; input: FormValues }) =>
      id === null
        ? api.post('/api/{entity}', { entity, body: input })
        : api.patch('/api/{entity}/{id}', { entity, params: { id }, body: input }),
    onSuccess: (row) => {
      queryClient.setQueryData(rowKey(entity, row.id), row);
      void refreshEntities(queryClient, entity);
    },
  });
}

/** Puts the server's row, with its version, into all caches that hold it: the next change is based on it. */
export function cacheRow(queryClient: QueryClient, entity: Entity, row: EntityRow): void {
  queryClient.setQueryData<EntityRow>(rowKey(entity, row.id), (before) => (before ? { ...before, ...row } : before));
  queryClient.setQueriesData<ListResponse<EntityRow>>({ queryKey: [...keyOf(entity), 'list'] }, (response) =>
    response
      ? { ...response, rows: response.rows.map((each) => (each.id === row.id ? { ...each, ...row } : each)) }
      : response,
  );
}

/**
 * Updates fields of one row optimistically, and rolls back when the server refuses. Visible lists are marked stale but
 * not refetched, so that the row does not vanish under the pointer.
 */
export function usePatchRow(entity: Entity) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: FormValues }) =>
      api.patch('/api/{entity}/{id}', { entity, params: { id }, body: change }),
    onMutate: async ({ id, change }) => {
      await queryClient.cancelQueries({ queryKey: keyOf(entity) });
      const before = queryClient.getQueriesData({ queryKey: keyOf(entity) });
      const apply = <R extends EntityRow>(row: R): R => (row.id === id ? { ...row, ...change } : row);
      queryClient.setQueriesData<ListResponse<EntityRow>>({ queryKey: [...keyOf(entity), 'list'] }, (response) =>
        response ? { ...response, rows: response.rows.map(apply) } : response,
      );
      queryClient.setQueryData<EntityRow>(rowKey(entity, id), (row) => (row ? apply(row) : row));
      return { before };
    },
    onError: (_error, _change, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
    },
    onSuccess: (row) => {
      cacheRow(queryClient, entity, row);
      void queryClient.invalidateQueries({ queryKey: ['entity'], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['log'] });
      void invalidateList(queryClient, entity.name);
    },
  });
}
