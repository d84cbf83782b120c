import { Ellipsis } from 'lucide-react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { formatBytes, formatCount, formatDate, formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { SavedReportLink } from '../../reports/SavedReportLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { cx } from '../../ui/cx.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { typeLabels, typeOf } from './reportsSearch.ts';

/** The columns of the list of saved reports. */
export function reportsColumns(
  user: SessionUser,
  onMenu: (report: SavedReport, anchor: Element) => void,
  marks: { isNew: (id: number) => boolean | undefined; onOpen: (id: number) => void },
): readonly Column<SavedReport>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      grow: true,
      sortable: true,
      sticky: true,
      cell: (report) => (
        <SavedReportLink
          report={report}
          onOpen={() => marks.onOpen(report.id)}
          className={cx('cell-link', marks.isNew(report.id) && 'font-bold')}
        >
          <bdi>{report.name}</bdi>
          {marks.isNew(report.id) ? <span className="sr-only">, new</span> : null}
        </SavedReportLink>
      ),
      title: ({ name }) => name,
    },
    {
      id: 'type',
      header: 'Type',
      width: 170,
      sortable: true,
      cell: (report) => (
        <>
          {typeLabels[typeOf(report)]}
          {report.format ? <span className="cell-muted"> · {report.format.toUpperCase()}</span> : null}
          {report.file && report.ivt ? <span className="cell-muted"> · Postbid</span> : null}
        </>
      ),
    },
    {
      id: 'dt',
      header: 'Saved',
      hint: `When the report was saved, ${offsetLabel(user.timezone)}.`,
      width: 150,
      sortable: true,
      firstSort: 'desc',
      cell: ({ dt }) => <span className="tnum">{formatDateTime(dt, user.timezone)}</span>,
    },
    {
      id: 'rowCount',
      header: 'Rows',
      hint: 'Number of rows, without the totals.',
      align: 'end',
      width: 100,
      sortable: true,
      cell: ({ kind, rowCount }) => (kind === 'definition' ? NOTHING : formatCount(rowCount)),
      title: ({ byteCount }) => (byteCount === null ? undefined : formatBytes(byteCount)),
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      hint: 'When the exported file is deleted. Other saved reports do not expire.',
      width: 110,
      cell: ({ expiresAt }) =>
        expiresAt === null ? NOTHING : <span className="tnum">{formatDate(expiresAt, user.timezone)}</span>,
    },
    {
      id: 'state',
      header: 'State',
      width: 100,
      cell: ({ isArchived }) => (
        <span className={pillClass(isArchived ? 'neutral' : 'good')}>{isArchived ? 'Archived' : 'Active'}</span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'center',
      width: 80,
      cell: (report) => (
        <button
          type="button"
          className="cell-button"
          aria-label={`Actions for ${report.name}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu(report, event.currentTarget)}
        >
          <Ellipsis aria-hidden />
        </button>
      ),
    },
  ];
}
