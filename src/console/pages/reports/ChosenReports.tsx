import { Archive, ArchiveRestore, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/** Actions for the selected reports, over the bottom of the table. */
export function ChosenReports({
  chosen,
  onArchive,
  onDelete,
  onClear,
}: {
  chosen: readonly SavedReport[];
  onArchive: (isArchived: boolean) => void;
  /** The confirmation stays open while the promise is pending, and after it was rejected. */
  onDelete: () => Promise<void>;
  onClear: () => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  if (chosen.length === 0) return null;
  const count = chosen.length === 1 ? '1 report' : `${chosen.length} reports`;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-6 z-20 flex justify-center px-4" data-print="hide">
      <div
        role="toolbar"
        aria-label="Actions for the selected reports"
        className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
      >
        <span aria-live="polite" className="tnum text-sm font-medium whitespace-nowrap">
          {count} selected
        </span>
        <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
        {chosen.some(({ isArchived }) => !isArchived) ? (
          <Button size="sm" icon={<Archive aria-hidden />} onClick={() => onArchive(true)}>
            Archive
          </Button>
        ) : (
          <Button size="sm" icon={<ArchiveRestore aria-hidden />} onClick={() => onArchive(false)}>
            Unarchive
          </Button>
        )}
        <Button size="sm" variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)}>
          Delete…
        </Button>
        <IconButton size="sm" label="Clear selection" icon={<X />} onClick={onClear} />
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${count}?`}
        description="Deleting is permanent and cannot be undone. Archive is an option: archived reports leave the notifications and stay in Saved Reports."
        confirmLabel="Delete"
        danger
        onConfirm={onDelete}
      />
    </div>
  );
}
