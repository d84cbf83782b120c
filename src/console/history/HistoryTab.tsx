import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { LogRow } from '#api/log/logContract.ts';
import { entities, entityList, type EntityName } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { useUser } from '../frame/session.ts';
import { formatCount, formatDateTime } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { actionLabels, authorName, changeText, sourceLabels, summaryOf } from './logText.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { type LoggedChangeSet, changeSetText, useChangeSetUndo } from './useChangeSetUndo.tsx';
import { useLog } from './useLog.ts';

/** The change log of one row, newest first, with undo for each entry. */
export function HistoryTab({ entity, row }: { entity: EntityName; row: EntityRow }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const [entryToUndo, setEntryToUndo] = useState<LogRow | null>(null);
  const undoChangeSet = useChangeSetUndo();
  const { data, error, refetch, isFetching } = useLog({
    entity: namesOf(entity).join(','),
    rowId: row.id,
    page,
    size,
  });
  if (!data && error) {
    return <LoadError title="The history could not be loaded" query={{ error, refetch, isFetching }} />;
  }
  if (!data) return <Skeleton className="h-24" />;
  if (data.total === 0) {
    return (
      <EmptyState
        className="rounded-lg border border-dashed"
        icon={<History />}
        title="No history"
        text="There are no changes that you can view."
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="History" className="flex flex-col divide-y rounded-lg border">
        {data.rows.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onUndoEntry={() => setEntryToUndo(entry)}
            onUndo={(batch) => void undoChangeSet(entry, batch)}
          />
        ))}
      </ol>
      {data.total > 20 ? (
        <Pager
          page={page}
          size={size}
          total={data.total}
          noun="entries"
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      ) : null}
      <UndoDialog entry={entryToUndo} onClose={() => setEntryToUndo(null)} />
    </div>
  );
}

function Entry({
  entry,
  onUndoEntry,
  onUndo,
}: {
  entry: LogRow;
  onUndoEntry: () => void;
  /** Undoes all changes of the same change set. */
  onUndo: (batch: LoggedChangeSet) => void;
}) {
  const { batch } = entry;
  const { timezone } = useUser();
  const isOneSided = entry.action === 'created' || entry.action === 'deleted';
  const lines = isOneSided
    ? [summaryOf(entry, timezone)]
    : entry.fields.map((change) => changeText(entry, change, timezone));
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2.5">
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <p className="text-xs text-muted">
          <span className="tnum">
            {formatDateTime(entry.at, timezone)} {offsetLabel(timezone)}
          </span>
          {' · '}
          {authorName(entry)}
          {entry.adminName ? ` as admin ${entry.adminName}` : ''}
          {entry.approvedByName ? `, approved by ${entry.approvedByName}` : ''}
          {entry.source === 'console' ? '' : ` · ${sourceLabels[entry.source]}`}
        </p>
        <p className="font-medium">{actionLabels[entry.action]}</p>
        <ul className="flex flex-col">
          {lines.filter(Boolean).map((line) => (
            <li key={line} className="tnum break-words">
              {line}
            </li>
          ))}
        </ul>
        {batch ? <p className="text-xs text-muted">{changeSetText(batch)}</p> : null}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        {entry.canRevert ? (
          <Button size="sm" variant="ghost" icon={<Undo2 />} onClick={onUndoEntry}>
            Undo
          </Button>
        ) : null}
        {batch?.canUndo ? (
          <Button size="sm" variant="ghost" icon={<Undo2 />} onClick={() => onUndo(batch)}>
            Undo all {formatCount(batch.count)}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The entities stored in the same table: a manager is also a user, and is logged as either. */
function namesOf(entity: EntityName): string[] {
  return entityList.filter(({ table }) => table === entities[entity].table).map(({ name }) => name);
}
