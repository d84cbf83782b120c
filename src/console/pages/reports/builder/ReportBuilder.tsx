import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import {
  reportFieldsFor,
  columnsOf,
  dimensionOf,
  dimensionText,
  isDimensionKey,
  normalizeReport,
  viewerOf,
} from '#reports/index.ts';
import { lazyChunk } from '../../../frame/errors/lazyChunk.ts';
import { minuteIn } from '../../../lib/offsetTime.ts';
import { messageOf } from '../../../lib/problems.ts';
import { useDelayed } from '../../../lib/useDelayed.ts';
import { useLatch } from '../../../lib/useLatch.ts';
import { useRetryFailed } from '../../../lib/useRetryFailed.ts';
import { useNow } from '../../../reports/useNow.ts';
import { useReport, useStopReport } from '../../../reports/useReport.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { Sort } from '../../../ui/table/DataTable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ChartFallback } from './result/ChartFallback.tsx';
import { sortRows } from './result/sortRows.ts';
import type { ReportKind } from './url/reportKind.ts';
import { readSearch, readZone, writeSearch, type RawSearch, type ReportSearch } from './url/reportSearch.ts';
import { ReportResult } from './result/ReportResult.tsx';
import { ReportTable } from './result/ReportTable.tsx';
import type { CellPlace } from './result/cellPlace.ts';
import { ReportToolbar } from './ReportToolbar.tsx';
import { chartKindOf } from './url/reportViews.ts';
import { RejectionActions } from './RejectionActions.tsx';
import { resolveReport } from './url/resolveReport.ts';
import { isMinuteRange } from './url/searchRange.ts';
import { unreadParts } from './url/unreadParts.ts';
import { useRowChoice } from './result/useRowChoice.ts';
import { useTitle } from './useTitle.ts';

const ReportChart = lazyChunk(() => import('./result/ReportChart.tsx'), 'ReportChart');
const PivotTable = lazyChunk(() => import('./result/PivotTable.tsx'), 'PivotTable');
const EmptyReport = lazyChunk(() => import('./result/EmptyReport.tsx'), 'EmptyReport');
const RowTools = lazyChunk(() => import('./result/RowTools.tsx'), 'RowTools');

interface ReportBuilderProps {
  user: SessionUser;
  kind: ReportKind;
  raw: RawSearch;
  /** Buttons beside those of the header. */
  actions?: ReactNode;
  /** Between the page header and the report. */
  children?: ReactNode;
}

/** Builds a report from the URL, shows it, and writes every change back to the URL. */
export function ReportBuilder({ user, kind, raw, actions, children }: ReportBuilderProps) {
  const navigate = useNavigate();
  const viewer = useMemo(() => viewerOf(user), [user]);
  const zone = readZone(raw) ?? user.timezone;
  const now = minuteIn(useNow(60_000), zone).replace('T', ' ');
  const today = now.slice(0, 10);
  // Day ranges do not change within a day: only minute and hour ranges are resolved again every minute.
  const readAt = isMinuteRange(raw['range']) ? now : today;
  const search = useMemo(() => readSearch(raw, viewer, readAt, kind.metrics), [raw, viewer, readAt, kind]);
  const unread = useMemo(() => unreadParts(raw, viewer, readAt), [raw, viewer, readAt]);
  const resolved = useMemo(() => resolveReport(search, viewer), [search, viewer]);
  const report = useReport(resolved.body);
  const retryFailed = useRetryFailed();
  const stop = useStopReport(resolved.body);
  const foundRows = report.data?.rows;
  const sentBody = report.data?.body;
  const isLoading = useDelayed(report.isPending && report.isFetching);
  const [place, setPlace] = useState<CellPlace | null>(null);
  useTitle(search.title ?? kind.title);

  const change = useCallback(
    (part: Partial<ReportSearch>, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: writeSearch({ ...search, ...part }),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate, search],
  );

  // The rows on screen belong to the body in `report.data`, which is the previous one during a load.
  const shown = useMemo(() => {
    const body = sentBody ?? resolved.body;
    const normalized = normalizeReport(body, viewer);
    const { request } = normalized.ok ? normalized : resolved.plan;
    return { request, columns: columnsOf(request, viewer) };
  }, [sentBody, resolved, viewer]);
  const rows = useMemo(
    () => sortRows(foundRows ?? [], shown.columns, search.sort),
    [foundRows, shown.columns, search.sort],
  );
  const totals = report.data?.totals ?? null;
  const choice = useRowChoice(user, shown.columns, rows);
  // They stay mounted: their dialogs outlive the menu that opened them.
  const hasTools = useLatch(place !== null || choice.chosen.size > 0);

  const nameOf = useCallback(
    (dim: string, value: string) => {
      if (!isDimensionKey(dim)) return value;
      const found = dimensionOf(dim).choices?.find((each) => String(each.value) === value);
      if (found) return found.label;
      const row = foundRows?.find((each) => String(each[dim]) === value);
      if (row) return dimensionText(row, dimensionOf(dim));
      return dimensionOf(dim).kind === 'id' ? `#${value}` : value;
    },
    [foundRows],
  );

  const offered = useMemo(() => reportFieldsFor(user).metrics, [user]);
  const chartKind = chartKindOf(search);
  const isCompared = shown.request.before !== undefined;
  const isStopped = report.fetchStatus === 'idle' && (report.isPending || report.isPlaceholderData) && !report.isError;
  // The default chart is hidden when there are no rows.
  const isChartShown = search.view !== 'auto' || report.isPending || rows.length > 0;
  const chart =
    chartKind && isChartShown ? (
      <Suspense fallback={<ChartFallback kind={chartKind} />}>
        <ReportChart
          kind={chartKind}
          request={shown.request}
          columns={shown.columns}
          rows={rows}
          metric={search.chart}
          onMetric={(key) => change({ chart: key }, { replace: true })}
          now={now}
          top={search.top}
          isCompared={isCompared}
          isWaiting={report.isPending}
          controls={{ user, body: resolved.body, search, offered, onChange: change }}
        />
      </Suspense>
    ) : null;

  const empty = (
    <Suspense>
      <EmptyReport user={user} kind={kind} body={resolved.body} search={search} today={today} onChange={change} />
    </Suspense>
  );
  const rejection = report.isError ? (
    <RejectionActions
      error={report.error}
      kind={kind}
      search={search}
      body={resolved.body}
      today={today}
      onChange={change}
    />
  ) : null;
  const sorting = {
    sort: sortOf(search.sort ?? shown.request.sort[0] ?? null),
    onSort: ({ id, direction }: Sort) => change({ sort: { key: id, dir: direction } }),
  };
  const { pivot } = resolved;
  const table = pivot ? (
    <Suspense fallback={<div className="min-h-72 flex-1" />}>
      <PivotTable
        viewer={viewer}
        reader={user}
        body={resolved.body}
        pivot={pivot}
        {...sorting}
        onCell={setPlace}
        empty={empty}
      />
    </Suspense>
  ) : (
    <ReportTable
      columns={shown.columns}
      rows={shown.request.dimensions.length === 0 && totals ? [totals] : rows}
      totals={totals}
      {...sorting}
      reader={user}
      isLoading={isLoading}
      isStale={report.isPlaceholderData && report.isFetching}
      onCell={setPlace}
      {...(choice.dimensions.length > 0 ? { selection: choice.chosen, onSelection: choice.choose } : {})}
      empty={report.isPending ? null : empty}
    />
  );

  return (
    <div className="flex min-h-full flex-col gap-3 p-5 xl:h-full">
      <ReportToolbar
        user={user}
        viewer={viewer}
        kind={kind}
        search={search}
        body={resolved.body}
        now={now}
        zone={zone}
        nameOf={nameOf}
        onChange={change}
        error={report.error}
        exported={report.data ? { ...shown, rows, totals: report.data.totals } : null}
        isBusy={report.isFetching}
        onStop={stop}
        actions={actions}
      />
      {children}
      {unread.length > 0 ? (
        <Banner
          tone="warn"
          title="Part of this link could not be read."
          onDismiss={() => change({}, { replace: true })}
        >
          {sentences(unread)}
        </Banner>
      ) : null}
      {resolved.omissions.length > 0 ? (
        <Banner
          tone="warn"
          action={resolved.fixes.map(({ label, part }) => (
            <Button key={label} size="sm" onClick={() => change(part)}>
              {label}
            </Button>
          ))}
        >
          {sentences(resolved.omissions)}
        </Banner>
      ) : null}
      {resolved.plan.notes.length > 0 ? <Banner tone="info">{sentences(resolved.plan.notes)}</Banner> : null}
      {isStopped ? (
        <Banner tone="warn" action={<Button onClick={() => void report.refetch()}>Run again</Button>}>
          The report was stopped.{report.data ? ' The previous result is shown below.' : ''}
        </Banner>
      ) : null}
      {report.isError && !report.data ? (
        <ErrorState
          title="The report could not be run"
          text={messageOf(report.error)}
          onRetry={retryFailed}
          retrying={report.isFetching}
          action={rejection}
        />
      ) : (
        <>
          {report.isError ? (
            <Banner
              tone="bad"
              action={
                <>
                  <Button onClick={retryFailed}>Try again</Button>
                  {rejection}
                </>
              }
            >
              {messageOf(report.error)}. The previous result is shown below.
            </Banner>
          ) : null}
          <ReportResult
            request={shown.request}
            columns={shown.columns}
            rows={rows}
            totals={totals}
            chart={chart}
            isTableDescribed={pivot !== null}
            table={table}
          />
        </>
      )}
      <Suspense>
        {hasTools ? (
          <RowTools
            user={user}
            place={place}
            onClosePlace={() => setPlace(null)}
            columns={shown.columns}
            search={search}
            onChange={change}
            choice={choice}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

function sortOf(sort: ReportSearch['sort']) {
  return sort ? { id: sort.key, direction: sort.dir } : null;
}

function sentences(texts: readonly string[]): string {
  return texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
}
