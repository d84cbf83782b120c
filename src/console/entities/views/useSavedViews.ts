import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { SavedView } from '#api/views/viewContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** The saved views of a page, the user's own and those shared in the account, with their mutations. */
export function useSavedViews(page: string) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const queryKey = ['views', page];
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const views = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/api/views', { query: { page }, signal }),
  });
  const save = useMutation({
    mutationFn: (view: Pick<SavedView, 'name' | 'search' | 'isShared'>) =>
      api.post('/api/views', { body: { page, ...view } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.delete('/api/views/{id}', { params: { id } }),
    onSettled,
  });
  return { views, save, remove };
}
