import { Bell as BellIcon } from 'lucide-react';
import { Suspense, use, useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { ApiError } from '../lib/problems.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Popover } from '../ui/overlay/Popover.tsx';
import { cx } from '../ui/cx.ts';
import { BellList } from './BellList.tsx';
import { useBellNotices } from './useBellNotices.ts';
import { useBell } from './useBell.ts';

const DeleteReportDialog = lazyChunk(() => import('../reports/DeleteReportDialog.tsx'), 'DeleteReportDialog');

/** The bell with changes to approve, new saved reports and failed schedules, for users who may run reports. */
export function Bell({ user }: { user: SessionUser }) {
  return mayUse(user, 'reports') ? <SavedReportBell user={user} /> : null;
}

function SavedReportBell({ user }: { user: SessionUser }) {
  const api = use(ApiContext);
  const { bell, onBellClick, onEntryClick, onRemoved } = useBell(user.id);
  const [isOpen, setOpen] = useState(false);
  const [reportToDelete, setReportToDelete] = useState<SavedReport | null>(null);
  const notices = useBellNotices(user);
  const isLit = (bell?.memory.isLit ?? false) || notices.isLit;

  /** Errors are only logged and the report stays; one that is already deleted leaves the bell anyway. */
  async function settle(id: number, work: Promise<unknown>) {
    try {
      await work;
      onRemoved(id);
    } catch (error) {
      reportError(error);
      if (error instanceof ApiError && error.status === 404) onRemoved(id);
    }
  }

  return (
    <>
      <Popover
        label="Saved reports"
        padding="none"
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          onBellClick();
          notices.onRead();
        }}
        trigger={
          <IconButton
            label={isLit ? 'Saved reports, new items' : 'Saved reports'}
            icon={<BellIcon className={cx(isLit && 'fill-current text-accent-ink')} />}
            active={isLit}
            badge={isLit ? <span className="block size-2 translate-y-1 -translate-x-1 rounded-full bg-accent" /> : null}
          />
        }
      >
        <BellList
          user={user}
          entries={bell?.entries ?? null}
          notices={notices.notices}
          hasApiToken={notices.hasApiToken}
          toApprove={notices.toApprove}
          onOpen={(id) => {
            onEntryClick(id);
            setOpen(false);
          }}
          onDelete={(report) => {
            setOpen(false);
            setReportToDelete(report);
          }}
          onClose={() => setOpen(false)}
        />
      </Popover>
      {reportToDelete ? (
        <Suspense>
          <DeleteReportDialog
            report={reportToDelete}
            onClose={() => setReportToDelete(null)}
            onDelete={() =>
              settle(reportToDelete.id, api.delete('/api/savedReport/{id}', { params: { id: reportToDelete.id } }))
            }
            onArchive={() =>
              settle(
                reportToDelete.id,
                api.patch('/api/savedReport/{id}', { params: { id: reportToDelete.id }, body: { isArchived: true } }),
              )
            }
          />
        </Suspense>
      ) : null}
    </>
  );
}
