import { Link } from '@tanstack/react-router';
import { Download, FileDown, RefreshCw } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { SavedReportContent } from '#api/reports/savedReportContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { columnsOf, csvName, reportCsv, viewerOf, type ReportRequest } from '#reports/index.ts';
import { formatDateTime } from '../../../../lib/format.ts';
import { minuteIn, offsetLabel } from '../../../../lib/offsetTime.ts';
import { savedFileHref } from '../../../../reports/SavedReportLink.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button, buttonClass } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { downloadText } from './downloadText.ts';
import { ReportChart } from '../result/ReportChart.tsx';
import { sortRows } from '../result/sortRows.ts';
import type { ReportKind } from '../url/reportKind.ts';
import { readSearch, type ReportSearch } from '../url/reportSearch.ts';
import { ReportResult } from '../result/ReportResult.tsx';
import { ReportTable } from '../result/ReportTable.tsx';
import type { CellPlace } from '../result/cellPlace.ts';
import { chartKindOf } from '../url/reportViews.ts';
import { RowTools } from '../result/RowTools.tsx';
import { ShareButton } from './ShareButton.tsx';
import { useRowChoice } from '../result/useRowChoice.ts';
import { useTitle } from '../useTitle.ts';

interface SavedReportViewProps {
  user: SessionUser;
  kind: ReportKind;
  report: SavedReportContent;
  /** The report's request; null when the user may no longer run it. */
  saved: { request: ReportRequest } | null;
  children?: ReactNode;
}

/** A snapshot: a saved report with the rows of the time when it was saved. */
export function SavedReportView({ user, kind, report, saved, children }: SavedReportViewProps) {
  useTitle(report.name);
  const rerun = (
    <Link to={`${kind.path}/${report.id}`} className={buttonClass()}>
      <RefreshCw aria-hidden />
      Run again
    </Link>
  );
  return (
    <div className="flex min-h-full flex-col gap-3 p-5 xl:h-full">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight" title={report.name}>
          <bdi>{report.name}</bdi>
        </h1>
        <span className="tnum shrink-0 text-xs text-muted">
          Saved {formatDateTime(report.dt, user.timezone)}, {offsetLabel(user.timezone)}
        </span>
        {saved?.request.traffic === 'test' ? <Badge className="shrink-0">Test requests</Badge> : null}
        {report.isArchived ? <Badge className="shrink-0">Archived</Badge> : null}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {saved && report.rows ? <ExportButton user={user} report={report} request={saved.request} /> : null}
          {saved && !report.isArchived ? <ShareButton report={report} /> : null}
          {saved ? rerun : null}
        </div>
      </div>
      {children}
      {report.rows === null ? (
        <EmptyState
          icon={<FileDown />}
          title="This report is saved as a file"
          text="Download it, or run the report again to view it here."
          action={
            <a href={savedFileHref(report)} target="_blank" rel="noopener" className={buttonClass('primary')}>
              <Download aria-hidden />
              Download
            </a>
          }
        />
      ) : saved ? (
        <SnapshotRows user={user} report={report} request={saved.request} />
      ) : (
        <EmptyState
          title="You no longer have access to this report"
          text="It uses dimensions or metrics that you can no longer see."
          action={
            <Link to="/reports" className={buttonClass()}>
              Saved reports
            </Link>
          }
        />
      )}
    </div>
  );
}

interface SnapshotProps {
  user: SessionUser;
  report: SavedReportContent;
  request: ReportRequest;
}

function SnapshotRows({ user, report, request }: SnapshotProps) {
  const [sort, setSort] = useState(request.sort[0] ?? null);
  // Restores the saved view, as far as stored rows can be shown that way.
  const { view, chart, top } = useMemo(() => shownAs(report.view, user), [report, user]);
  const [metric, setMetric] = useState(chart);
  const columns = useMemo(() => columnsOf(request, user), [request, user]);
  const rows = useMemo(() => sortRows((report.rows ?? []).slice(0, -1), columns, sort), [report, columns, sort]);
  const totals = report.rows?.at(-1) ?? null;
  const choice = useRowChoice(user, columns, rows);
  const [place, setPlace] = useState<CellPlace | null>(null);
  const kind = chartKindOf({ view, dims: request.dimensions });
  return (
    <>
      <ReportResult
        request={request}
        columns={columns}
        rows={rows}
        totals={totals}
        chart={
          kind ? (
            <ReportChart
              kind={kind}
              request={request}
              columns={columns}
              rows={rows}
              metric={metric}
              onMetric={setMetric}
              // The chart ends at the minute when the report was saved.
              now={minuteIn(Date.parse(report.dt), request.offset).replace('T', ' ')}
              top={top}
              isCompared={request.before !== undefined}
              isWaiting={false}
            />
          ) : null
        }
        table={
          <ReportTable
            columns={columns}
            rows={request.dimensions.length === 0 && totals ? [totals] : rows}
            totals={totals}
            sort={sort ? { id: sort.key, direction: sort.dir } : null}
            onSort={({ id, direction }) => setSort({ key: id, dir: direction } as typeof sort)}
            reader={user}
            isLoading={false}
            isStale={false}
            onCell={setPlace}
            {...(choice.dimensions.length > 0 ? { selection: choice.chosen, onSelection: choice.choose } : {})}
            empty={<EmptyState title="No rows" text="No data matched the date range and filters." />}
          />
        }
      />
      <RowTools
        user={user}
        place={place}
        onClosePlace={() => setPlace(null)}
        columns={columns}
        search={null}
        onChange={() => {}}
        choice={choice}
      />
    </>
  );
}

/** The saved chart settings of a report. */
function shownAs(view: SavedReportContent['view'], user: SessionUser): Pick<ReportSearch, 'view' | 'chart' | 'top'> {
  return readSearch(view ?? {}, viewerOf(user), '2000-01-01');
}

function ExportButton({ user, report, request }: SnapshotProps) {
  return (
    <Button
      icon={<Download aria-hidden />}
      onClick={() => {
        const rows = report.rows ?? [];
        const csv = reportCsv(request, columnsOf(request, user), rows.slice(0, -1), rows.at(-1) ?? {});
        downloadText(csvName(request), 'text/csv;charset=utf-8', csv);
      }}
    >
      Export CSV
    </Button>
  );
}
