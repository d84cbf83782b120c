import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Confirms the permanent deletion of a saved report, and offers archiving instead. */
export function DeleteReportDialog({
  report,
  onClose,
  onDelete,
  onArchive,
}: {
  report: SavedReport;
  onClose: () => void;
  /** The dialog stays open while either promise is pending, and after it rejects. */
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
      // The caller has shown the error; the dialog stays open.
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
            : ' Archive is an option: archived reports leave the notifications and stay in Saved Reports.'}
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
