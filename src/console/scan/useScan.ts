import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { CreativeScan } from '#api/scans/scanContract.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** A finding as the API returns it. */
export type ScanFindingEntry = CreativeScan['findings'][number];

type FindingId = Pick<ScanFindingEntry, 'code' | 'subject'>;

/** A finding to accept, with the reason. */
export interface AcceptedFinding extends FindingId {
  reason: string;
  isEverywhere: boolean;
}

/** The scan of a creative, read again when its row changes, with what a user can do about it. */
export function useScan({ id, version }: EntityRow, onAccepted: () => void) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const key = ['scan', id, version] as const;
  const params = { id };
  const scan = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get('/api/demand/creatives/{id}/scan', { params, signal }),
  });
  const onSuccess = async (changed: CreativeScan) => {
    queryClient.setQueryData(key, changed);
    await queryClient.invalidateQueries({ queryKey: ['entity'] });
  };
  const onError = (error: Error) => {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  };
  return {
    scan,
    start: useMutation({
      mutationFn: () => api.post('/api/demand/creatives/{id}/scan', { params }),
      onSuccess,
      onError,
    }),
    accept: useMutation({
      mutationFn: (body: AcceptedFinding) => api.post('/api/demand/creatives/{id}/scan/accept', { params, body }),
      onSuccess: async (changed) => {
        await onSuccess(changed);
        toast.success({ title: 'Finding accepted' });
        onAccepted();
      },
      onError,
    }),
    reopen: useMutation({
      mutationFn: ({ code, subject }: FindingId) =>
        api.post('/api/demand/creatives/{id}/scan/reopen', { params, body: { code, subject } }),
      onSuccess,
      onError,
    }),
  };
}
