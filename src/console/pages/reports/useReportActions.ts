import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { refreshSavedReports } from '../../reports/savedReports.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Changes saved reports. Each action rejects on failure, after a toast. */
export function useReportActions() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast.error(errorToast('Error on save', error));
      throw error;
    } finally {
      void refreshSavedReports(queryClient);
    }
  }
  const patch = (id: number, change: { name?: string; isArchived?: boolean }) =>
    attempt(() => api.patch('/api/savedReport/{id}', { params: { id }, body: change }));

  async function setArchived({ id }: SavedReport, isArchived: boolean): Promise<void> {
    await patch(id, { isArchived });
    toast.success({
      title: isArchived ? 'Report archived' : 'Report unarchived',
      action: { label: 'Undo', onClick: () => void patch(id, { isArchived: !isArchived }).catch(() => undefined) },
    });
  }

  return {
    setArchived,
    async setAllArchived(reports: readonly SavedReport[], isArchived: boolean): Promise<void> {
      await attempt(() =>
        Promise.all(
          reports.map(({ id }) => api.patch('/api/savedReport/{id}', { params: { id }, body: { isArchived } })),
        ),
      );
      toast.success({ title: isArchived ? 'Reports archived' : 'Reports unarchived' });
    },
    async removeAll(reports: readonly SavedReport[]): Promise<void> {
      await attempt(() =>
        Promise.all(reports.map(({ id }) => api.delete('/api/savedReport/{id}', { params: { id } }))),
      );
      toast.success({ title: 'Reports deleted' });
    },
    async clone({ id, name }: SavedReport): Promise<void> {
      await attempt(() =>
        api.post('/api/savedReport/{id}/clone', { params: { id }, body: { name: `${name.slice(0, 248)} (copy)` } }),
      );
      toast.success({ title: 'Copied as a live report' });
    },
    rename: ({ id }: SavedReport, name: string) => patch(id, { name }),
    async remove({ id }: SavedReport): Promise<void> {
      await attempt(() => api.delete('/api/savedReport/{id}', { params: { id } }));
      toast.success({ title: 'Report deleted' });
    },
  };
}
