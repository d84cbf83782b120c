import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { Api } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Calls an action of an app or of what belongs to it; what is shown of them is asked anew, a failure is told. */
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
      // What nobody shows at the moment is loaded anew when it is shown again, not drawn as it was.
      queryClient.removeQueries({ queryKey: ['entity'], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: ['entity'] });
    },
  });
}
