import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { creative, type MediaFile } from '#model/index.ts';
import { cacheRow, type EntityRow } from '../entities/useEntity.ts';
import { PlainBody } from '../lib/apiCall.ts';
import { ApiContext } from '../lib/apiContext.ts';

const previewMs = 8 * 60_000;

/** The preview URL of a creative, fetched again after each change of the creative. */
export function usePreview({ id, version }: EntityRow) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['preview', id, version],
    queryFn: ({ signal }) => api.get('/api/demand/creatives/{id}/preview', { params: { id }, signal }),
    staleTime: previewMs,
    gcTime: previewMs,
  });
}

/** A file to upload to a creative. */
export interface SentFile {
  file: File;
  role: MediaFile['role'];
  /** ID of the file that it replaces. */
  replaced: string | undefined;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file to a creative. */
export function useSendFile(id: number) {
  const api = use(ApiContext);
  const updateRow = useUpdateRow();
  return useMutation({
    mutationFn: ({ file, role, replaced, onProgress, signal }: SentFile) =>
      api.post('/api/demand/creatives/{id}/files', {
        params: { id },
        query: { role, name: file.name.slice(0, 255), replace: replaced },
        body: new PlainBody('application/octet-stream', file),
        signal,
        onProgress,
      }),
    onSuccess: updateRow,
  });
}

/** Removes a file from a creative. */
export function useRemoveFile(id: number) {
  const api = use(ApiContext);
  const updateRow = useUpdateRow();
  return useMutation({
    mutationFn: ({ file, role }: Pick<MediaFile, 'file' | 'role'>) =>
      api.delete('/api/demand/creatives/{id}/files/{file}', { params: { id, file }, query: { role } }),
    onSuccess: updateRow,
  });
}

/** Unwraps the VAST of a creative. */
export function useProbe(id: number) {
  const api = use(ApiContext);
  return useMutation({ mutationFn: () => api.post('/api/demand/creatives/{id}/probe', { params: { id } }) });
}

/** Puts the server's creative into the caches after its files changed, and invalidates lists and the log. */
function useUpdateRow(): (row: EntityRow) => Promise<void> {
  const queryClient = useQueryClient();
  return async (row) => {
    cacheRow(queryClient, creative, row);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['entity', creative.name, 'list'] }),
      queryClient.invalidateQueries({ queryKey: ['log'] }),
    ]);
  };
}
