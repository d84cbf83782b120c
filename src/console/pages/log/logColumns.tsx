import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import type { LogRow } from '#api/log/logContract.ts';
import type { Reader } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { formatCount, formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel, type UtcOffset } from '../../lib/offsetTime.ts';
import type { Column } from '../../ui/table/column.ts';
import { actionLabels, authorName, entityLabel, objectName, sourceLabels, summaryOf } from '../../history/logText.ts';

const nothing = <span className="cell-muted">{NOTHING}</span>;

/** Whether the user can undo a row: the whole change set where that is one row, or else the entry. */
function canUndo({ batch, canRevert }: LogRow, isGrouped: boolean): boolean {
  return batch && isGrouped ? batch.canUndo : canRevert;
}

/** The columns of the log for a user's time zone and rights. The account is shown when there are several. */
export function logColumns({
  timezone,
  reader,
  hasAccounts,
  isGrouped,
  onUndo,
}: {
  timezone: UtcOffset;
  reader: Reader;
  hasAccounts: boolean;
  /** Whether the entries of a change set are one row. */
  isGrouped: boolean;
  /** Undoes an entry, or its whole change set where that is one row. */
  onUndo: (row: LogRow) => void;
}): Column<LogRow>[] {
  const account: Column<LogRow> = {
    id: 'account',
    header: 'Account',
    width: 120,
    cell: (row) => row.accountName ?? nothing,
  };
  return [
    {
      id: 'at',
      header: `Time (${offsetLabel(timezone)})`,
      width: 140,
      sticky: true,
      cell: (row) => (
        <Link
          to="/log"
          search={(before: Record<string, unknown>) => ({ ...before, open: row.id })}
          resetScroll={false}
          className="cell-link tnum"
        >
          {formatDateTime(row.at, timezone)}
        </Link>
      ),
    },
    {
      id: 'undo',
      header: 'Undo',
      width: 64,
      align: 'center',
      cell: (row) =>
        canUndo(row, isGrouped) ? (
          <button
            type="button"
            className="cell-button"
            aria-label={`Undo the change of ${objectName(row)}`}
            title={row.batch && isGrouped ? `Undo the change of ${formatCount(row.batch.count)} rows` : 'Undo'}
            onClick={() => onUndo(row)}
          >
            <Undo2 aria-hidden />
          </button>
        ) : null,
    },
    {
      id: 'who',
      header: 'User',
      width: 120,
      cell: (row) => (
        <>
          {row.userName ?? <span className="cell-muted">{authorName(row)}</span>}
          {row.adminName ? <span className="cell-muted"> as admin {row.adminName}</span> : null}
          {row.approvedByName ? <span className="cell-muted">, approved by {row.approvedByName}</span> : null}
        </>
      ),
    },
    ...(hasAccounts ? [account] : []),
    { id: 'action', header: 'Action', width: 136, cell: (row) => actionLabels[row.action] },
    { id: 'entity', header: 'Object', width: 120, cell: (row) => entityLabel(row.entity) },
    {
      id: 'name',
      header: 'Name',
      width: 300,
      cell: (row) => {
        const page = row.rowId === null ? undefined : pageFor(row.entity, reader);
        const name = objectName(row);
        const shown = page ? (
          <Link to={page} search={{ open: row.rowId }} title={name} className="cell-link font-normal!">
            {name}
          </Link>
        ) : (
          name
        );
        if (!isGrouped || !row.batch) return shown;
        const { id, count } = row.batch;
        return (
          <>
            {shown} <span className="cell-muted">and</span>{' '}
            <Link to="/log" search={{ batch: id }} className="cell-link font-normal!">
              {formatCount(count - 1)} more
            </Link>
          </>
        );
      },
    },
    {
      id: 'changes',
      header: 'Changes',
      width: 240,
      grow: true,
      cell: (row) => summaryOf(row, timezone) || nothing,
    },
    { id: 'source', header: 'Source', width: 84, cell: (row) => sourceLabels[row.source] },
    {
      id: 'ip',
      header: 'IP address',
      width: 116,
      cell: (row) => (row.ip === '' ? nothing : <span className="tnum">{row.ip}</span>),
    },
  ];
}
