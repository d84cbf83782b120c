import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { SavedReport } from '#api/savedReports/savedReportContract.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Asks whether a saved report is to be deleted for good, and offers to archive it instead. */
export function DeleteReportDialog({
  report,
  onClose,
  onDelete,
  onArchive,
}: {
  report: SavedReport;
  onClose: () => void;
  /** The dialog stays while the promise of either runs, and after it was rejected. */
  onDelete: () => Promise<void>;
  onArchive: () => Promise<void>;
}) {
  const [isArchiving, setArchiving] = useState(false);
  async function archive() {
    setArchiving(true);
    try {
      await onArchive();
      onClose();
    } catch {
      // The caller has shown why; the question stays.
    } finally {
      setArchiving(false);
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete this saved report?"
      description={
        <span className="wrap-anywhere">
          Deleting “{report.name}” is permanent and cannot be undone.
          {report.isArchived
            ? null
            : ' Archive is an option: archived reports leave the bell and stay in Saved Reports.'}
        </span>
      }
      confirmLabel="Delete"
      danger
      onConfirm={onDelete}
    >
      {report.isArchived ? null : (
        <Button icon={<Archive aria-hidden />} loading={isArchiving} onClick={() => void archive()}>
          Archive instead
        </Button>
      )}
    </ConfirmDialog>
  );
}
