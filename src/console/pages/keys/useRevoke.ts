import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ShownKey } from '#api/keys/keyContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { keysQuery } from './keysQuery.ts';

/** Revokes a key or the API token; the list is loaded again afterward. */
export function useRevoke() {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: Pick<ShownKey, 'id'> | 'token') =>
      key === 'token' ? api.delete('/api/demand/token') : api.delete('/api/keys/{id}', { params: { id: key.id } }),
    onSuccess: (_response, key) =>
      toast.success({
        title: key === 'token' ? 'API token revoked' : 'API key revoked',
        description: 'Programs that use it no longer have access.',
      }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery(api).queryKey }),
  });
}
