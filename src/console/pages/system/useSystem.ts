import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { TrafficListKind } from '#model/lists/trafficList.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { listFaultText, listNames } from './listTexts.ts';

const refreshMs = 10_000;
const systemKey = ['system'] as const;

/** The state of the platform, refreshed while the page is visible. The page itself shows its errors. */
export function useSystem() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: systemKey,
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => api.get('/api/admin/system', { signal }),
  });
}

/** Removes a stopped node by its name. */
export function useRemoveNode() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (node: string) => api.delete('/api/admin/system/nodes/{node}', { params: { node } }),
    onSuccess: (_response, node) => toast.success({ title: 'Node removed', description: node }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemKey }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on delete', error));
    },
  });
}

/** Fetches a list of invalid traffic from its URL now. */
export function useFetchList() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ list, acceptsChange }: { list: TrafficListKind; acceptsChange: boolean }) =>
      api.post('/api/admin/system/lists/{list}/fetch', { params: { list }, body: { acceptsChange } }),
    onSuccess: ({ fault, entries }, { list }) => {
      if (fault !== null) toast.error({ title: 'The list was not accepted', description: listFaultText(fault) });
      else
        toast.success({
          title: entries === null ? 'The list has not changed' : 'List updated',
          description: listNames[list],
        });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemKey }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('The list could not be fetched', error));
    },
  });
}
