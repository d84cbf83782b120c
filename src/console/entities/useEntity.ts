import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { use } from 'react';
import type { ListAnswer } from '#api/entities/listAnswer.ts';
import type { AnyRow } from '#api/entities/rowSchema.ts';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { invalidateList } from '../lib/lists.ts';
import type { FormValues } from './form/formModel.ts';

/** A row of a list or drawer, with the names of the rows that it refers to; in lists also its figures and states. */
export type EntityRow = AnyRow;

/** What narrows and orders a list, by the names of its query. */
export type ListParams = Record<string, string | number | undefined>;

const keyOf = (entity: Entity) => ['entity', entity.name] as const;
const listKey = (entity: Entity, query: ListParams): QueryKey => [...keyOf(entity), 'list', query];
const rowKey = (entity: Entity, id: number): QueryKey => [...keyOf(entity), 'row', id];

/**
 * A page of an entity's rows, of the entity's own type. Rows of the last page stay until the next come,
 * and figures that are late are asked for until they are there. `everyMs`: how often it is asked again by itself.
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

/** One row by id. */
export function useRow<E extends Entity>(entity: E, id: number | null) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: rowKey(entity, id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => api.get('/api/{entity}/{id}', { entity, params: { id: id ?? 0 }, signal }),
  });
}

/** Lets every list and drawer that could show a changed row ask anew. */
async function refreshEntities(queryClient: QueryClient, entity: Entity): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['entity'] }),
    invalidateList(queryClient, entity.name),
  ]);
}

/** Creates a row (id null) or changes one; gives the row as stored. */
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

/** Shows a row as the server has it wherever it is shown, its version too: the next change builds on it. */
export function placeRow(queryClient: QueryClient, entity: Entity, row: EntityRow): void {
  queryClient.setQueryData<EntityRow>(rowKey(entity, row.id), (before) => (before ? { ...before, ...row } : before));
  queryClient.setQueriesData<ListAnswer<EntityRow>>({ queryKey: [...keyOf(entity), 'list'] }, (answer) =>
    answer ? { ...answer, rows: answer.rows.map((each) => (each.id === row.id ? { ...each, ...row } : each)) } : answer,
  );
}

/**
 * Changes fields of one row at once on screen, and takes it back when the server refuses. The lists on screen are
 * marked old but not asked again, so that a row does not vanish under the pointer.
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
      queryClient.setQueriesData<ListAnswer<EntityRow>>({ queryKey: [...keyOf(entity), 'list'] }, (answer) =>
        answer ? { ...answer, rows: answer.rows.map(apply) } : answer,
      );
      queryClient.setQueryData<EntityRow>(rowKey(entity, id), (row) => (row ? apply(row) : row));
      return { before };
    },
    onError: (_error, _change, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
    },
    onSuccess: (row) => {
      placeRow(queryClient, entity, row);
      void queryClient.invalidateQueries({ queryKey: ['entity'], refetchType: 'none' });
      void invalidateList(queryClient, entity.name);
    },
  });
}
