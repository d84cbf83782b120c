import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { NamedItem } from '#api/entities/sharedListContract.ts';
import type { LogRow } from '#api/log/logContract.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { forgetList } from '../lib/lists.ts';

/** A page of the log. */
interface LogPageAnswer {
  rows: LogRow[];
  total: number;
  page: number;
  size: number;
}

/** A page of the log; `query` is the query string of GET /api/log. Rows of the last page stay until the next come. */
export function useLog(query: string) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'list', query],
    placeholderData: keepPreviousData,
    // Whoever looks into the log wants to see what has just been done.
    staleTime: 0,
    queryFn: ({ signal }) => api.get<LogPageAnswer>(`/api/log${query}`, signal),
  });
}

/** One entry by id; `known` is the one on screen, when there is one. */
export function useLogEntry(id: number | null, known: LogRow | undefined) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'entry', id],
    enabled: id !== null,
    ...(known ? { initialData: known } : {}),
    queryFn: ({ signal }) => api.get<LogRow>(`/api/log/${id}`, signal),
  });
}

/** Everybody who is in the log. */
export function useLogAuthors() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['log', 'authors'],
    staleTime: 60_000,
    meta: { isQuiet: true },
    queryFn: ({ signal }) => api.get<NamedItem[]>('/api/log/authors', signal),
  });
}

/** Takes an entry back; what shows the object it was about asks anew. */
export function useRevert() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entry: LogRow) =>
      api.post<{ entity: string; rowId: number }>(`/api/log/${entry.id}/revert`, undefined),
    onSuccess: async (_done, { entity }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['log'] }),
        queryClient.invalidateQueries({ queryKey: ['entity'] }),
        forgetList(queryClient, entity),
      ]);
    },
  });
}
