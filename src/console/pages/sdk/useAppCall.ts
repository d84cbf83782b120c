import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { Api } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Runs an action on an app or on what belongs to it, then refetches what is shown of them. A toast shows failures. */
export function useAppCall() {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (call: (api: Api) => Promise<EntityRow>) => call(api),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () => {
      // Data that is not on screen is removed, so that it is never shown stale.
      queryClient.removeQueries({ queryKey: ['entity'], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: ['entity'] });
    },
  });
}
