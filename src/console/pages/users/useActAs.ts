import { use, useCallback } from 'react';
import { startActing } from '../../frame/clientStore.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** The user to act as, or the account whose owner to act as. */
type ActingTarget = { demandId: number } | { userId: number };

/**
 * Starts to act as the owner of an account, or as another user. The server is called first, so that a rejection is
 * shown here instead of on an empty page. Then the console restarts as the other user.
 */
export function useActAs(): (target: ActingTarget) => Promise<void> {
  const api = use(ApiContext);
  const toast = useToast();
  return useCallback(
    async (target) => {
      try {
        const switchQuery =
          'demandId' in target
            ? ({ type: 'demand', id: target.demandId } as const)
            : ({ type: 'user', id: target.userId } as const);
        await api.getText('/api/switch', { query: switchQuery });
        startActing('/');
      } catch (error) {
        if (!isSignedOut(error)) toast.error(errorToast('You cannot act as this user', error));
      }
    },
    [api, toast],
  );
}
