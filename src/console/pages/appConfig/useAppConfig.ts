import { useMutation, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { PlatformConfig } from '#api/platform/platformContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** The platform's config, loaded each time the dialog opens and never replaced while it is being edited. */
export function useAppConfig(opening: number, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['config', opening],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.get('/api/admin/config', { signal }),
  });
}

export function useSaveAppConfig() {
  const api = use(ApiContext);
  return useMutation({ mutationFn: (body: PlatformConfig) => api.put('/api/admin/config', { body }) });
}
