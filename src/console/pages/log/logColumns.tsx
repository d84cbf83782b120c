import { Link } from '@tanstack/react-router';
import type { LogRow } from '#api/log/logContract.ts';
import type { Reader } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel, type UtcOffset } from '../../lib/offsetTime.ts';
import type { Column } from '../../ui/table/column.ts';
import { actionLabels, authorName, entityLabel, objectName, sourceLabels, summaryOf } from '../../history/logText.ts';

const nothing = <span className="cell-muted">{NOTHING}</span>;

/** The columns of the log for a user's time zone and rights. The account is shown when there are several. */
export function logColumns({
  timezone,
  reader,
  hasAccounts,
}: {
  timezone: UtcOffset;
  reader: Reader;
  hasAccounts: boolean;
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
      id: 'who',
      header: 'User',
      width: 120,
      cell: (row) => (
        <>
          {row.userName ?? <span className="cell-muted">{authorName(row)}</span>}
          {row.adminName ? <span className="cell-muted"> as admin {row.adminName}</span> : null}
        </>
      ),
    },
    ...(hasAccounts ? [account] : []),
    { id: 'action', header: 'Action', width: 120, cell: (row) => actionLabels[row.action] },
    { id: 'entity', header: 'Object', width: 120, cell: (row) => entityLabel(row.entity) },
    {
      id: 'name',
      header: 'Name',
      width: 356,
      cell: (row) => {
        const page = row.rowId === null ? undefined : pageFor(row.entity, reader);
        const name = objectName(row);
        if (!page) return name;
        return (
          <Link to={page} search={{ open: row.rowId }} title={name} className="cell-link font-normal!">
            {name}
          </Link>
        );
      },
    },
    {
      id: 'changes',
      header: 'Changes',
      width: 160,
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
