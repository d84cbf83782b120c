import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import type { Api } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { providerQuery } from './providerQuery.ts';

/** Changes the identity provider with calls that return it, or nothing when it was removed. */
export function useProviderCall(failed: string) {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (call: (api: Api) => Promise<{ provider?: ShownProvider }>) => call(api),
    onSuccess: ({ provider = null }) => queryClient.setQueryData(providerQuery(api).queryKey, { provider }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast(failed, error));
    },
  });
}
