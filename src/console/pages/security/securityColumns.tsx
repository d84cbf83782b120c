import { Link } from '@tanstack/react-router';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel, type UtcOffset } from '../../lib/offsetTime.ts';
import { pillClass } from '../../ui/Pill.tsx';
import type { Column } from '../../ui/table/column.ts';
import { actorName, detailLines, outcomeLabels, subjectText, typeLabel } from './securityText.ts';

const nothing = <span className="cell-muted">{NOTHING}</span>;
const tones = { done: 'neutral', failed: 'warn', refused: 'bad' } as const;

/** The columns of the security log. The account is shown when there are several. */
export function securityColumns(timezone: UtcOffset, hasAccounts: boolean): Column<SecurityEvent>[] {
  const account: Column<SecurityEvent> = {
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
          to="/security"
          search={(before: Record<string, unknown>) => ({ ...before, open: row.seq })}
          resetScroll={false}
          className="cell-link tnum"
        >
          {formatDateTime(row.at, timezone)}
        </Link>
      ),
    },
    { id: 'type', header: 'Event', width: 190, cell: (row) => typeLabel(row.type) },
    {
      id: 'outcome',
      header: 'Outcome',
      width: 100,
      cell: (row) => (
        <span className={pillClass(tones[row.outcome], row.outcome !== 'done')}>{outcomeLabels[row.outcome]}</span>
      ),
    },
    {
      id: 'who',
      header: 'User',
      width: 160,
      cell: (row) => (
        <>
          {row.userName ?? <span className="cell-muted">{actorName(row)}</span>}
          {row.adminName ? <span className="cell-muted"> as admin {row.adminName}</span> : null}
        </>
      ),
    },
    {
      id: 'ip',
      header: 'IP address',
      width: 116,
      cell: (row) => (row.ip === '' ? nothing : <span className="tnum">{row.ip}</span>),
    },
    ...(hasAccounts ? [account] : []),
    { id: 'subject', header: 'Object', width: 190, cell: (row) => subjectText(row) || nothing },
    {
      id: 'details',
      header: 'Details',
      width: 220,
      grow: true,
      cell: (row) =>
        detailLines(row, timezone)
          .map(({ label, value }) => `${label}: ${value}`)
          .join(' · ') || nothing,
    },
  ];
}
