import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { CutoffEntity, CutoffText } from '#model/cutoff/cutoff.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** The cut-offs that the user sees. */
export const cutoffsQuery = (api: Api) =>
  queryOptions({ queryKey: ['cutoffs'], queryFn: ({ signal }) => api.get('/api/cutoffs', { signal }) });

/** Something to cut off: an object, or a text that bids name. */
export type CutoffTarget = { kind: CutoffEntity; id: number } | { kind: CutoffText; text: string };

/** Cuts something off, and undoes it. */
export function useCutoffs(onDone: () => void = () => undefined) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const shared = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: cutoffsQuery(api).queryKey }),
    onError: (error: unknown) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  };
  const add = useMutation({
    mutationFn: ({ target, reason }: { target: CutoffTarget; reason: string }) =>
      api.post('/api/cutoffs', { body: { ...target, reason } }),
    onSuccess: () => {
      toast.success({
        title: 'Cut off',
        description: 'It is not served anymore. Ads that were delivered before can still show.',
      });
      onDone();
    },
    ...shared,
  });
  const undo = useMutation({
    mutationFn: (id: number) => api.delete('/api/cutoffs/{id}', { params: { id } }),
    onSuccess: () => toast.success({ title: 'Cut-off undone', description: 'It serves again.' }),
    ...shared,
  });
  return { add, undo };
}
