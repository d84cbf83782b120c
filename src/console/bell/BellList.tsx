import { Link } from '@tanstack/react-router';
import { CalendarX2, ChartNoAxesColumn, FileDown, KeyRound, ShieldCheck, Trash2, UserCheck } from 'lucide-react';
import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { formatDateTime } from '../lib/format.ts';
import { SavedReportLink } from '../reports/SavedReportLink.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import type { BellEntry } from './bellState.ts';
import type { BellNotice } from './useBellNotices.ts';

/** The list of saved reports and failed schedules in the open bell. */
export function BellList({
  user,
  entries,
  notices,
  hasApiToken,
  toApprove,
  onOpen,
  onDelete,
  onClose,
}: {
  user: SessionUser;
  /** Null before the first response. */
  entries: readonly BellEntry[] | null;
  /** Failed schedules, one notice each. */
  notices: readonly BellNotice[];
  /** Whether the account still has an API token, which keys replace. */
  hasApiToken: boolean;
  /** Changes that wait for the user to approve them. */
  toApprove: readonly WaitingChange[];
  onOpen: (id: number) => void;
  onDelete: (report: SavedReport) => void;
  onClose: () => void;
}) {
  return (
    <div className="flex max-h-[70dvh] w-96 flex-col">
      {toApprove.length > 0 ? (
        <>
          <h2 className="border-b px-3 py-2 text-sm font-semibold">Waiting changes</h2>
          <ul aria-label="Waiting changes" className="max-h-48 shrink-0 overflow-y-auto border-b p-1">
            {toApprove.map(({ id, summary, proposer }) => (
              <li key={id}>
                <Link
                  to="/waiting"
                  search={{ open: id }}
                  onClick={onClose}
                  className="flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
                >
                  <UserCheck aria-hidden className="size-4 shrink-0 text-warn" />
                  <span className="flex min-w-0 flex-col">
                    <span className="truncate text-sm">{summary}</span>
                    <span className="truncate text-xs text-muted">Proposed by {proposer.name}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h2 className="border-b px-3 py-2 text-sm font-semibold">Saved reports</h2>
      {hasApiToken ? (
        <div className="border-b p-1">
          <Link
            to="/keys"
            onClick={onClose}
            className="flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="flex min-w-0 flex-col">
              <span className="truncate text-sm">API keys replace the API token</span>
              <span className="text-xs text-muted">Create a key for each program, then revoke the token.</span>
            </span>
          </Link>
        </div>
      ) : null}
      {notices.length > 0 ? (
        <ul aria-label="Failed schedules" className="max-h-48 shrink-0 overflow-y-auto border-b p-1">
          {notices.map(({ reportId, name, text }) => (
            <li key={reportId}>
              <Link
                to="/reports"
                search={{ history: reportId }}
                onClick={onClose}
                className="flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
              >
                <CalendarX2 aria-hidden className="size-4 shrink-0 text-bad" />
                <span className="flex min-w-0 flex-col">
                  <span className="truncate text-sm" title={name}>
                    <bdi>{name}</bdi>
                  </span>
                  <span className="line-clamp-2 text-xs text-bad" title={text}>
                    {text}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {entries === null || entries.length === 0 ? (
        <div className="flex flex-col items-center gap-3 px-3 py-6 text-center text-sm text-muted">
          <p>{entries === null ? 'Loading…' : 'No saved reports yet. Reports that you save appear here.'}</p>
          {entries === null ? null : (
            <Link to="/report" onClick={onClose} className={buttonClass('secondary', 'sm')}>
              Create report
            </Link>
          )}
        </div>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto p-1">
          {entries.map((report) => (
            <li key={report.id} className="flex items-center gap-1 rounded-md hover:bg-hover">
              <SavedReportLink
                report={report}
                onOpen={() => onOpen(report.id)}
                className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 py-1.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
              >
                {report.file ? (
                  <FileDown aria-hidden />
                ) : report.ivt ? (
                  <ShieldCheck aria-hidden />
                ) : (
                  <ChartNoAxesColumn aria-hidden />
                )}
                <span className="flex min-w-0 flex-col">
                  <span className={cx('truncate text-sm', report.isNew && 'font-bold')} title={report.name}>
                    <bdi>{report.name}</bdi>
                    {report.isNew ? <span className="sr-only">, new</span> : null}
                  </span>
                  <span className="tnum text-xs text-muted">
                    {formatDateTime(report.dt, user.timezone)}
                    {report.ivt ? ' · Postbid' : ''}
                    {report.file ? ' · File' : ''}
                    {report.from === null ? null : (
                      <>
                        {' · from '}
                        <bdi>{report.from}</bdi>
                      </>
                    )}
                  </span>
                </span>
              </SavedReportLink>
              {mayUse(user, 'savingReports') ? (
                <button
                  type="button"
                  aria-label={`Delete ${report.name}`}
                  onClick={() => onDelete(report)}
                  className="mr-1 inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-bad"
                >
                  <Trash2 aria-hidden className="size-4" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <div className="border-t p-1">
        <Link
          to="/reports"
          onClick={onClose}
          className="block rounded-md px-2 py-1.5 text-center text-xs text-muted hover:bg-hover hover:text-ink"
        >
          All saved reports
        </Link>
      </div>
    </div>
  );
}
