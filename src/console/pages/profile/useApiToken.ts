import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/**
 * The API token of the account. `read`: the masked token in the profile; '' without a token, undefined for users who
 * may not see it.
 */
export function useApiToken(read: string | undefined) {
  const api = use(ApiContext);
  const toast = useToast();
  const confirm = useConfirm();
  const [masked, setMasked] = useState<string | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const onError = (error: Error) => {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  };
  const create = useMutation({
    mutationFn: () => api.post('/api/demand/token'),
    onError,
    onSuccess: ({ token }) => {
      setCreated(token);
      setMasked(`••••${token.slice(-4)}`);
    },
  });
  const revoke = useMutation({
    mutationFn: () => api.delete('/api/demand/token'),
    onError,
    onSuccess: () => {
      setCreated(null);
      setMasked('');
      toast.success({ title: 'API token revoked', description: 'Programs that use it no longer have access.' });
    },
  });

  async function replace() {
    const mayGo = await confirm({
      title: 'Replace the API token?',
      description: 'Programs that use the current token lose access immediately, until they use the new one.',
      confirmLabel: 'Replace token',
      danger: true,
    });
    if (mayGo) create.mutate();
  }

  async function end() {
    const mayGo = await confirm({
      title: 'Revoke the API token?',
      description: 'Programs that use it lose access immediately. You can create a new token at any time.',
      confirmLabel: 'Revoke token',
      danger: true,
    });
    if (mayGo) revoke.mutate();
  }

  return {
    /** The masked token, which may always be shown. */
    masked: read === undefined ? undefined : (masked ?? read),
    /** The whole new token, until the dialog closes; null otherwise. */
    created,
    create: () => create.mutate(),
    replace: () => void replace(),
    revoke: () => void end(),
    isCreating: create.isPending,
    isRevoking: revoke.isPending,
  };
}

export type ApiToken = ReturnType<typeof useApiToken>;
