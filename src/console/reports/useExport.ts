import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import type { ReportBody, ReportRange } from '#reports/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { exportsQuery } from './exports.ts';

/** An export to request. */
interface ExportInput {
  name: string;
  /** True for a verification report. */
  ivt: boolean;
  format: 'csv' | 'xlsx';
  /** Without a limit: the file has all rows. */
  request: Omit<ReportBody, 'limit'> & { range?: ReportRange };
  /** The number of rows, where it is known. */
  expectedRows?: number | undefined;
}

/** Requests an export in the background and shows a toast. Rejects when the server refuses. */
export function useExport(): (input: ExportInput) => Promise<void> {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return async ({ request, ...input }) => {
    await api.post('/api/exports', { body: { ...input, request: { ...request, limit: null } } });
    await queryClient.invalidateQueries({ queryKey: exportsQuery(api).queryKey });
    toast.success({
      title: 'Export started',
      description: 'We’ll notify you when it’s ready.',
      action: { label: 'Saved reports', onClick: () => void navigate({ to: '/reports' }) },
    });
  };
}
