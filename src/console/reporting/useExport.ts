import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import type { ReportBody, ReportRange } from '#reports/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { exportsQuery } from './exports.ts';

/** What is written to a file. */
interface ExportOrder {
  name: string;
  /** Whether it is a postbid report. */
  ivt: boolean;
  format: 'csv' | 'xlsx';
  /** The page shows some rows; the file has them all. */
  request: Omit<ReportBody, 'limit'> & { range?: ReportRange };
  /** How many rows there will be, where that is known. */
  expectedRows?: number | undefined;
}

/** Has the server write a report to a file in the background, and says so. Rejects when it is refused. */
export function useExport(): (order: ExportOrder) => Promise<void> {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return async ({ request, ...order }) => {
    await api.post('/api/exports', { body: { ...order, request: { ...request, limit: null } } });
    await queryClient.invalidateQueries({ queryKey: exportsQuery(api).queryKey });
    toast.success({
      title: 'Export started',
      description: 'We’ll notify you when it’s ready.',
      action: { label: 'Saved reports', onClick: () => void navigate({ to: '/reports' }) },
    });
  };
}
