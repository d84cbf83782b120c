import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasPart } from '#model/index.ts';
import type { LogRow } from '#api/log/logContract.ts';
import { useUser } from '../frame/session.ts';
import { isSignedOut } from '../lib/query.ts';
import { errorToast } from '../lib/errorToast.ts';
import { ApiError } from '../lib/problems.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { ChangedFields } from './ChangedFields.tsx';
import { entityLabel, objectName } from './logText.ts';
import { useUndo } from './useLog.ts';

/** Confirms the undo of a log entry, and shows what will be restored or, field by field, why that is impossible. */
export function UndoDialog({ entry, onClose }: { entry: LogRow | null; onClose: () => void }) {
  const toast = useToast();
  const undo = useUndo();
  const hasLog = hasPart(useUser().config.database, 'log');
  // The last entry stays rendered while the dialog closes.
  const [last, setLast] = useState(entry);
  if (entry !== null && entry !== last) setLast(entry);
  const row = entry ?? last;
  if (!row) return null;
  const { error } = undo;

  function close() {
    undo.reset();
    onClose();
  }

  function confirm(undone: LogRow) {
    undo.mutate(undone, {
      onSuccess: () => {
        toast.success({ title: 'Change undone', description: objectName(undone) });
        close();
      },
      onError: (failure) => {
        if (isSignedOut(failure)) return;
        if (!(failure instanceof ApiError) || failure.problems.length === 0) {
          toast.error(errorToast('Error on save', failure));
        }
      },
    });
  }

  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      size="lg"
      title="Undo this change?"
      description={sentenceOf(row)}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" loading={undo.isPending} onClick={() => confirm(row)}>
            {error ? 'Try again' : 'Undo'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error instanceof ApiError && error.problems.length > 0 ? (
          <Banner
            tone="bad"
            title="Nothing was changed."
            action={
              hasLog ? (
                <Link
                  to="/log"
                  search={{ entity: row.entity, rowId: row.rowId }}
                  onClick={close}
                  className={buttonClass('secondary', 'sm')}
                >
                  View activity
                </Link>
              ) : null
            }
          >
            <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4">
              {error.problems.map(({ path, message }) => (
                <li key={path} className="break-words">
                  {message}
                </li>
              ))}
            </ul>
          </Banner>
        ) : null}
        <ChangedFields row={row} headings={{ from: 'Restored value', to: 'Changed value' }} />
      </div>
    </Dialog>
  );
}

/** Describes the effect in one sentence. */
function sentenceOf(row: LogRow): string {
  const object = `${entityLabel(row.entity)} ${objectName(row)}`;
  if (row.action === 'deleted') return `${object} will be restored with these values.`;
  if (row.action !== 'created')
    return `${object} gets its previous values back, unless someone has changed them since.`;
  return row.entity === 'waterfallRow'
    ? `${object} will be removed, unless someone has changed it since.`
    : `${object} will be archived, unless someone has changed it since.`;
}
