import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { SessionUser } from '#api/contract.ts';
import {
  columnsOf,
  dayAt,
  dimensionOf,
  dimensionText,
  hourAt,
  isDimensionKey,
  normalizeReport,
  viewerOf,
} from '#reports/index.ts';
import { messageOf } from '../../lib/problems.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useNow } from '../../reporting/useNow.ts';
import { useReport } from '../../reporting/useReport.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { rangeOf } from '../../ui/dateRange.ts';
import { sortRows } from './reportColumns.ts';
import type { ReportKind } from './reportKind.ts';
import { readSearch, writeSearch, type RawSearch, type ReportSearch } from './reportSearch.ts';
import { ReportResult } from './ReportResult.tsx';
import { ReportToolbar } from './ReportToolbar.tsx';
import { resolveReport } from './resolveReport.ts';
import { useTitle } from './useTitle.ts';

interface ReportBuilderProps {
  user: SessionUser;
  kind: ReportKind;
  raw: RawSearch;
  /** Between the head of the page and the report. */
  children?: ReactNode;
}

/** Builds a report from the address, shows it, and writes every change back to the address. */
export function ReportBuilder({ user, kind, raw, children }: ReportBuilderProps) {
  const navigate = useNavigate();
  const viewer = useMemo(() => viewerOf(user), [user]);
  const now = useNow(60_000);
  const today = dayAt(now, user.timezone);
  const nowHour = `${today} ${String(hourAt(now, user.timezone)).padStart(2, '0')}:00`;
  const search = useMemo(() => readSearch(raw, viewer, today, kind.metrics), [raw, viewer, today, kind]);
  const resolved = useMemo(() => resolveReport(search, viewer), [search, viewer]);
  const report = useReport(resolved.body);
  const answered = report.data?.rows;
  const answeredBody = report.data?.body;
  const isLoading = useDelayed(report.isPending);
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

  // What is on screen answers the question in the data, which during a load is the one before.
  const shown = useMemo(() => {
    const body = answeredBody ?? resolved.body;
    const normalized = normalizeReport(body, viewer);
    const { request } = normalized.ok ? normalized : resolved.plan;
    return { request, columns: columnsOf(request, viewer) };
  }, [answeredBody, resolved, viewer]);
  const rows = useMemo(
    () => sortRows(answered ?? [], shown.columns, search.sort),
    [answered, shown.columns, search.sort],
  );

  const nameOf = useCallback(
    (dim: string, value: string) => {
      if (!isDimensionKey(dim)) return value;
      const choice = dimensionOf(dim).choices?.find((each) => each.value === value);
      if (choice) return choice.label;
      const row = answered?.find((each) => String(each[dim]) === value);
      if (row) return dimensionText(row, dimensionOf(dim));
      return dimensionOf(dim).kind === 'id' ? `#${value}` : value;
    },
    [answered],
  );

  return (
    <div className="flex min-h-full flex-col gap-3 p-5 xl:h-full">
      <ReportToolbar
        user={user}
        kind={kind}
        search={search}
        body={resolved.body}
        plan={resolved.plan}
        today={today}
        nameOf={nameOf}
        onChange={change}
        exported={report.data ? { ...shown, rows, totals: report.data.totals } : null}
        isBusy={report.isFetching}
      />
      {children}
      {resolved.leftOut.length > 0 ? <Banner tone="warn">{sentences(resolved.leftOut)}</Banner> : null}
      {resolved.plan.notes.length > 0 ? <Banner tone="info">{sentences(resolved.plan.notes)}</Banner> : null}
      {report.isError && !report.data ? (
        <ErrorState
          title="The report could not be run"
          text={messageOf(report.error)}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : (
        <>
          {report.isError ? (
            <Banner tone="bad" action={<Button onClick={() => void report.refetch()}>Try again</Button>}>
              {messageOf(report.error)}. Below is the answer before.
            </Banner>
          ) : null}
          <ReportResult
            request={shown.request}
            columns={shown.columns}
            rows={rows}
            totals={report.data?.totals ?? null}
            sort={search.sort ?? shown.request.sort[0] ?? null}
            onSort={(sort) => change({ sort })}
            isChartShown={search.isChartShown}
            metric={search.chart}
            onMetric={(chart) => change({ chart }, { replace: true })}
            nowHour={nowHour}
            role={user.role}
            isWaiting={report.isPending}
            isLoading={isLoading}
            isStale={report.isPlaceholderData}
            empty={
              report.isPending ? null : (
                <EmptyState
                  title="No traffic on these days"
                  text="Nothing was counted that fits the range and the filters."
                  action={
                    search.filters.length > 0 ? (
                      <Button onClick={() => change({ filters: [] })}>Clear filters</Button>
                    ) : (
                      <Button onClick={() => change({ range: rangeOf('last30', today) })}>Show the last 30 days</Button>
                    )
                  }
                />
              )
            }
          />
        </>
      )}
    </div>
  );
}

function sentences(texts: readonly string[]): string {
  return texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
}
