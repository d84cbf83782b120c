import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Entity } from '#model/index.ts';
import type { MemberMode } from '#model/lists/listMembers.ts';
import { PlainBody } from '../lib/apiCall.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { invalidateList } from '../lib/lists.ts';

/** The query of a page of members. */
export interface MembersQuery {
  q?: string | undefined;
  page: number;
  size: number;
  sort: 'value' | '-value';
}

/** A page of a list's members. The previous page's rows stay until the next ones are loaded. */
export function useMembers(entity: Entity, id: number, query: MembersQuery, isWanted = true) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', entity.name, 'memberRows', id, query],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}/{id}/members', { entity, params: { id }, query, signal }),
  });
}

/** Lines for a list, and the change to make with them. */
export interface SentLines {
  text: Blob;
  mode: MemberMode;
  isDryRun: boolean;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends lines to a list, to change it or to preview the change. */
export function useSendLines(entity: Entity, id: number) {
  const api = use(ApiContext);
  const refresh = useRefreshLists(entity);
  return useMutation({
    mutationFn: ({ text, mode, isDryRun, onProgress, signal }: SentLines) =>
      api.post('/api/{entity}/{id}/members', {
        entity,
        params: { id },
        query: { mode, isDryRun },
        body: new PlainBody(text.type === 'text/csv' ? 'text/csv' : 'text/plain', text),
        signal,
        onProgress,
      }),
    onSuccess: (report) => (report.isDryRun ? undefined : refresh()),
  });
}

/** Undoes a change of members by its log entry. */
export function useUndoMembers(entity: Entity, id: number) {
  const api = use(ApiContext);
  const refresh = useRefreshLists(entity);
  return useMutation({
    mutationFn: (entry: number) =>
      api.post('/api/{entity}/{id}/members/undo', { entity, params: { id }, body: { entry } }),
    onSettled: refresh,
  });
}

/** Invalidates everything that shows lists, their members or their changes. */
function useRefreshLists(entity: Entity): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['entity'] }),
      queryClient.invalidateQueries({ queryKey: ['log'] }),
      invalidateList(queryClient, entity.name),
    ]);
  };
}
