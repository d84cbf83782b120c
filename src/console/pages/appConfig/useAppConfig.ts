import { useMutation, useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import type { PlatformConfig } from '#api/platform/platformContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** The platform's config, loaded each time the dialog opens and never replaced while it is being edited. */
export function useAppConfig(opening: number, isWanted: boolean) {
  const api = use(ApiContext);
  const toast = useToast();
  const query = useQuery({
    queryKey: ['config', opening],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.get('/api/admin/config', { signal }),
  });
  const { error } = query;
  useEffect(() => {
    if (error && !isSignedOut(error)) toast.error(errorToast('Error on load data', error));
  }, [error, toast]);
  return query;
}

export function useSaveAppConfig() {
  const api = use(ApiContext);
  return useMutation({ mutationFn: (body: PlatformConfig) => api.put('/api/admin/config', { body }) });
}
