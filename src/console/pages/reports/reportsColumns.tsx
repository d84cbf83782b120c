import { Ellipsis } from 'lucide-react';
import type { SavedReport, SessionUser } from '#api/contract.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { SavedReportLink } from '../../reporting/SavedReportLink.tsx';
import type { Column } from '../../ui/column.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { typeLabels, typeOf } from './reportsSearch.ts';

/** The columns of the list of saved reports. */
export function columnsFor(
  user: SessionUser,
  onMenu: (report: SavedReport, anchor: Element) => void,
): readonly Column<SavedReport>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 280,
      grow: true,
      sortable: true,
      sticky: true,
      cell: (report) => (
        <SavedReportLink report={report} className="cell-link">
          <bdi>{report.name}</bdi>
        </SavedReportLink>
      ),
      title: ({ name }) => name,
    },
    {
      id: 'type',
      header: 'Type',
      width: 150,
      sortable: true,
      cell: (report) => (
        <>
          {typeLabels[typeOf(report)]}
          {report.file && report.ivt ? <span className="cell-muted"> · Postbid</span> : null}
        </>
      ),
    },
    {
      id: 'dt',
      header: 'Saved',
      hint: `When it was saved, ${offsetLabel(user.timezone)}.`,
      width: 150,
      sortable: true,
      firstSort: 'desc',
      cell: ({ dt }) => <span className="tnum">{formatDateTime(dt, user.timezone)}</span>,
    },
    {
      id: 'rowCount',
      header: 'Rows',
      hint: 'Rows without the totals.',
      align: 'end',
      width: 100,
      sortable: true,
      cell: ({ rowCount }) => formatCount(rowCount),
    },
    {
      id: 'state',
      header: 'State',
      width: 110,
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
          aria-label={`Actions of ${report.name}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu(report, event.currentTarget)}
        >
          <Ellipsis aria-hidden />
        </button>
      ),
    },
  ];
}
