import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { creative, type MediaFile } from '#model/index.ts';
import { placeRow, type EntityRow } from '../entities/useEntity.ts';
import { PlainBody } from '../lib/apiCall.ts';
import { ApiContext } from '../lib/apiContext.ts';

const previewMs = 8 * 60_000;

/** Where a creative is shown as it now is; a change of it makes another address. */
export function usePreview({ id, version }: EntityRow) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['preview', id, version],
    queryFn: ({ signal }) => api.get('/api/demand/creatives/{id}/preview', { params: { id }, signal }),
    staleTime: previewMs,
    gcTime: previewMs,
  });
}

/** A file on its way to a creative. */
export interface SentFile {
  file: File;
  role: MediaFile['role'];
  /** The file whose place it takes. */
  replaced: string | undefined;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file to a creative. */
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

/** Takes a file from a creative. */
export function useRemoveFile(id: number) {
  const api = use(ApiContext);
  const updateRow = useUpdateRow();
  return useMutation({
    mutationFn: ({ file, role }: Pick<MediaFile, 'file' | 'role'>) =>
      api.delete('/api/demand/creatives/{id}/files/{file}', { params: { id, file }, query: { role } }),
    onSuccess: updateRow,
  });
}

/** Follows the VAST of a creative to its ad. */
export function useProbe(id: number) {
  const api = use(ApiContext);
  return useMutation({ mutationFn: () => api.post('/api/demand/creatives/{id}/probe', { params: { id } }) });
}

/** Shows a creative as the server has it after its files changed, and lets lists and the log ask anew. */
function useUpdateRow(): (row: EntityRow) => Promise<void> {
  const queryClient = useQueryClient();
  return async (row) => {
    placeRow(queryClient, creative, row);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['entity', creative.name, 'list'] }),
      queryClient.invalidateQueries({ queryKey: ['log'] }),
    ]);
  };
}
