import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ManagerRole } from '#model/index.ts';
import { clearClientStore } from '../../frame/clientStore.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Shows the console as a role: a built-in one, or a custom one by its ID. The page is reloaded. */
export function useViewAs() {
  const api = use(ApiContext);
  const user = useUser();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (role: ManagerRole | number) => api.put('/api/session/viewedRole', { body: { role } }),
    onSuccess: () => {
      clearClientStore(sessionStore, user);
      queryClient.clear();
      location.assign('/');
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  });
}
