import { use, useCallback } from 'react';
import { actingUrl, startActing } from '../../frame/clientStore.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { messageOf } from '../../lib/problems.ts';
import { useToast } from '../../ui/ToastProvider.tsx';

/**
 * Begins to act as the owner of an account, or as another user. The server is asked first, so that a refusal is told
 * here instead of on an empty page; then the console starts anew as the other user.
 */
export function useActAs(): (target: Parameters<typeof actingUrl>[0]) => Promise<void> {
  const api = use(ApiContext);
  const toast = useToast();
  return useCallback(
    async (target) => {
      try {
        await api.get<void>(actingUrl(target));
        startActing('/');
      } catch (error) {
        if (!isSignedOut(error)) toast.error({ title: 'You cannot log in as this one', description: messageOf(error) });
      }
    },
    [api, toast],
  );
}
