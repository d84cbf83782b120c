import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { LogRow } from '#api/log/logContract.ts';
import type { QueryOf } from '../lib/apiCall.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { invalidateList } from '../lib/lists.ts';

/** A page of the change log. The previous page's rows stay until the next ones are loaded. */
export function useLog(query: QueryOf<'/api/log'>) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'list', query],
    placeholderData: keepPreviousData,
    // The log must include changes made a moment ago.
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/log', { query, signal }),
  });
}

/** One entry by ID; `known` is the visible one, if any. */
export function useLogEntry(id: number | null, known: LogRow | undefined) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'entry', id],
    enabled: id !== null,
    ...(known ? { initialData: known } : {}),
    queryFn: ({ signal }) => api.get('/api/log/{id}', { params: { id: id ?? 0 }, signal }),
  });
}

/** The users that appear in the log. */
export function useLogAuthors() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'authors'],
    staleTime: 60_000,
    meta: { isQuiet: true },
    queryFn: ({ signal }) => api.get('/api/log/authors', { signal }),
  });
}

/** Undoes an entry and invalidates what shows its object. */
export function useUndo() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entry: LogRow) => api.post('/api/log/{id}/revert', { params: { id: entry.id } }),
    onSuccess: async (_done, { entity }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['log'] }),
        queryClient.invalidateQueries({ queryKey: ['entity'] }),
        invalidateList(queryClient, entity),
      ]);
    },
  });
}
