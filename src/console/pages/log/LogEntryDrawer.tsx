import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LogRow } from '#api/log/logContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangedFields } from '../../history/ChangedFields.tsx';
import { actionLabels, authorName, entityLabel, objectName, sourceLabels } from '../../history/logText.ts';
import { changeSetText, useChangeSetUndo } from '../../history/useChangeSetUndo.tsx';
import { UndoDialog } from '../../history/UndoDialog.tsx';
import { useLogEntry } from '../../history/useLog.ts';
import { pageFor } from '#model/entity/entityPages.ts';

/** The full log entry that the URL opens: `?open=12`. */
export function LogEntryDrawer({
  open,
  known,
  onClose,
}: {
  open: number | undefined;
  /** The entry, if it is in the list. */
  known: LogRow | undefined;
  onClose: () => void;
}) {
  // The entry stays rendered while the drawer slides out.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const { data: row, error, refetch, isFetching } = useLogEntry(open ?? last ?? null, known);
  const [entryToUndo, setEntryToUndo] = useState<LogRow | null>(null);
  const undoBatch = useChangeSetUndo();
  return (
    <Drawer
      open={open !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={row ? `${actionLabels[row.action]}: ${entityLabel(row.entity)} ${objectName(row)}` : 'Entry'}
      footer={
        row?.canRevert || row?.batch?.canUndo ? (
          <Actions row={row} onUndoEntry={setEntryToUndo} onUndo={undoBatch} />
        ) : null
      }
    >
      {row ? (
        <Entry row={row} />
      ) : error ? (
        <LoadError title="This entry could not be loaded" query={{ error, refetch, isFetching }} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <UndoDialog entry={entryToUndo} onClose={() => setEntryToUndo(null)} />
    </Drawer>
  );
}

/** Undoes an entry alone, or its whole change set. */
function Actions({
  row,
  onUndoEntry,
  onUndo,
}: {
  row: LogRow;
  onUndoEntry: (row: LogRow) => void;
  onUndo: ReturnType<typeof useChangeSetUndo>;
}) {
  const { batch } = row;
  return (
    <>
      {batch?.canUndo ? (
        <Button icon={<Undo2 />} onClick={() => void onUndo(row, batch)}>
          Undo all {formatCount(batch.count)}…
        </Button>
      ) : null}
      {row.canRevert ? (
        <Button icon={<Undo2 />} onClick={() => onUndoEntry(row)}>
          Undo…
        </Button>
      ) : null}
    </>
  );
}

function Entry({ row }: { row: LogRow }) {
  const user = useUser();
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 text-sm [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words">
        <Line label="Time">
          <span className="tnum">
            {formatDateTime(row.at, user.timezone)} {offsetLabel(user.timezone)}
          </span>
        </Line>
        <Line label="User">
          {authorName(row)}
          {row.adminName ? <span className="text-muted"> as admin {row.adminName}</span> : null}
          {row.approvedByName ? <span className="text-muted">, approved by {row.approvedByName}</span> : null}
        </Line>
        {user.type === 'admin' ? <Line label="Account">{row.accountName ?? NOTHING}</Line> : null}
        <Line label="Object">
          {entityLabel(row.entity)} <ObjectLink row={row} />
        </Line>
        {row.batch ? (
          <Line label="Change">
            <Link to="/log" search={{ batch: row.batch.id }} className="text-accent-ink underline underline-offset-2">
              {changeSetText(row.batch)}
            </Link>
          </Line>
        ) : null}
        <Line label="Source">{sourceLabels[row.source]}</Line>
        {row.ip ? <Line label="IP address">{row.ip}</Line> : null}
        {row.requestId ? (
          <Line label="Request ID">
            <span className="flex items-center gap-1 font-mono text-xs">
              {row.requestId}
              <CopyButton text={row.requestId} label="Copy request ID" />
            </span>
          </Line>
        ) : null}
        {row.revertOf === null ? null : (
          <Line label="Undoes">
            <Link
              to="/log"
              search={(before: Record<string, unknown>) => ({ ...before, open: row.revertOf })}
              className="text-accent-ink underline underline-offset-2"
            >
              Entry #{row.revertOf}
            </Link>
          </Line>
        )}
      </dl>
      {row.fields.length > 0 ? <ChangedFields row={row} headings={{ from: 'Before', to: 'After' }} /> : null}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The name of an entry's object, linked to its page if the user may open it. */
function ObjectLink({ row }: { row: LogRow }) {
  const user = useUser();
  const name = objectName(row);
  const page = row.rowId === null ? undefined : pageFor(row.entity, user);
  if (page === undefined) return <span>{name}</span>;
  return (
    <Link to={page} search={{ open: row.rowId }} className="text-accent-ink underline underline-offset-2">
      {name}
    </Link>
  );
}
