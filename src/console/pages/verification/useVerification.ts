import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { VerificationImport } from '#api/verification/verificationContract.ts';
import type { VerificationVendor } from '#model/index.ts';
import { PlainBody } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatCount } from '../../lib/format.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { ResultChoice } from './resultColumns.ts';

const stateKey = ['postbidImports'];

/** The enabled vendors and the imported reports. Partners of an account have no access. */
export function useVerificationImports(isAllowed: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: stateKey,
    enabled: isAllowed,
    queryFn: ({ signal }) => api.get('/api/verification/imports', { signal }),
  });
}

/** A vendor's file, and how to read it. */
interface ResultsFile {
  vendor: VerificationVendor;
  file: File;
  columns: ResultChoice | null;
  isDryRun: boolean;
}

/** Refetches everything that shows results. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: stateKey }),
      queryClient.invalidateQueries({ queryKey: ['report'] }),
    ]);
  };
}

/** Previews or imports a vendor's file. Rejects with the error, which a toast shows. */
export function useImportResults() {
  const api = use(ApiContext);
  const toast = useToast();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ vendor, file, columns, isDryRun }: ResultsFile) =>
      api.post('/api/verification/imports', {
        query: { vendor, fileName: file.name.slice(-200), isDryRun: isDryRun ? 'true' : 'false', ...columns },
        body: new PlainBody('text/csv', file),
      }),
    onSuccess: async ({ isApplied, imps }) => {
      if (!isApplied) return;
      toast.success({ title: `Results for ${formatCount(imps)} impressions imported` });
      await refresh();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  });
}

/** Removes an imported report. A toast shows the outcome. */
export function useRemoveImport() {
  const api = use(ApiContext);
  const toast = useToast();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: VerificationImport) => api.delete('/api/verification/imports/{id}', { params: { id } }),
    onSuccess: (_response, { fileName }) => toast.success({ title: `${fileName} removed` }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: refresh,
  });
}
