import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../../lib/apiContext.ts';
import { errorToast } from '../../../lib/errorToast.ts';
import { exportsQuery } from '../../../reports/exports.ts';
import { schedulesQuery } from '../../../reports/schedules.ts';
import { useToast } from '../../../ui/overlay/ToastProvider.tsx';

/** Runs the schedule of a report now. Rejects on failure, after a toast. */
export function useScheduleActions(): (reportId: number) => Promise<void> {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  return async (reportId) => {
    try {
      await api.post('/api/savedReport/{id}/schedule/run', { params: { id: reportId } });
      toast.success({ title: 'Run started', description: 'We’ll notify you when it’s ready.' });
    } catch (error) {
      toast.error(errorToast('The report could not be run', error));
      throw error;
    } finally {
      await queryClient.invalidateQueries({ queryKey: schedulesQuery(api).queryKey });
      await queryClient.invalidateQueries({ queryKey: exportsQuery(api).queryKey });
    }
  };
}
