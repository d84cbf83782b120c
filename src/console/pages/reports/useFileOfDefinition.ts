import { use } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { reportRanges, resolveRange, type ReportBody, type ReportRange } from '#reports/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { useNow } from '../../reports/useNow.ts';
import { useExport } from '../../reports/useExport.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Exports a live report to a file, with the current dates of its range. A toast shows failures. */
export function useFileOfDefinition(): (report: SavedReport, format: 'csv' | 'xlsx') => Promise<void> {
  const api = use(ApiContext);
  const startExport = useExport();
  const toast = useToast();
  const now = useNow(60_000);
  return async ({ id, name, ivt }, format) => {
    try {
      const { request } = await api.get('/api/savedReport/{id}', { params: { id } });
      await startExport({ name, ivt, format, request: asOf(request as SavedRequest, now) });
    } catch (error) {
      toast.error(errorToast('Error on export', error));
    }
  };
}

/** The stored request of a saved report. */
export type SavedRequest = ReportBody & { range?: ReportRange };

/** A saved request with the dates of its range at a given time. */
function asOf({ startTime, endTime, ...request }: SavedRequest, now: number): SavedRequest {
  const { range, offset = 0 } = request;
  if (range !== undefined && reportRanges.includes(range)) return { ...request, ...resolveRange(range, now, offset) };
  return { ...request, ...(startTime ? { startTime } : {}), ...(endTime ? { endTime } : {}) };
}
