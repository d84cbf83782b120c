import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** How a user signs in, and the changes of it. */
export function useSignIn(entity: Entity, id: number) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const queryKey = ['signIn', id] as const;
  const options = { entity, params: { id } };
  const reload = () =>
    Promise.all([queryClient.invalidateQueries({ queryKey }), queryClient.invalidateQueries({ queryKey: ['log'] })]);
  return {
    query: useQuery({
      queryKey,
      staleTime: 0,
      queryFn: ({ signal }) => api.get('/api/{entity}/{id}/signIn', { ...options, signal }),
    }),
    link: useMutation({
      mutationFn: (isMailed: boolean) => api.post('/api/{entity}/{id}/signIn/link', { ...options, body: { isMailed } }),
      onSettled: reload,
    }),
    reset: useMutation({
      mutationFn: () => api.delete('/api/{entity}/{id}/signIn/factors', options),
      onSettled: reload,
    }),
    end: useMutation({
      mutationFn: (sessionId: string | null) =>
        sessionId === null
          ? api.delete('/api/{entity}/{id}/signIn/sessions', options)
          : api.delete('/api/{entity}/{id}/signIn/sessions/{sessionId}', { entity, params: { id, sessionId } }),
      onSettled: reload,
    }),
  };
}
