import { lazy, Suspense, type ReactNode } from 'react';
import type { Role } from '#model/index.ts';
import { zoneLabel, type ReportColumn, type ReportRequest, type ReportRow, type ReportSort } from '#reports/index.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { ReportTable } from './ReportTable.tsx';

const ReportChart = lazy(() =>
  loadChunk(() => import('./ReportChart.tsx').then((module) => ({ default: module.ReportChart }))),
);

interface ReportResultProps {
  /** The question that the rows answer. */
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** null before the first answer. */
  totals: ReportRow | null;
  sort: { key: string; dir: ReportSort['dir'] } | null;
  onSort: (sort: { key: string; dir: ReportSort['dir'] }) => void;
  isChartShown: boolean;
  /** The metric of the chart; null = the first. */
  metric: string | null;
  onMetric: (key: string) => void;
  /** The hour that runs now, as rows name it. */
  nowHour: string;
  role: Role;
  isWaiting?: boolean;
  isLoading?: boolean;
  isStale?: boolean;
  empty: ReactNode;
}

/** The answer of a report: its chart, and its rows under their totals. */
export function ReportResult({
  request,
  columns,
  rows,
  totals,
  sort,
  onSort,
  isChartShown,
  metric,
  onMetric,
  nowHour,
  role,
  isWaiting = false,
  isLoading = false,
  isStale = false,
  empty,
}: ReportResultProps) {
  const isCut = rows.length >= request.limit;
  return (
    <>
      {isChartShown && request.dimensions.length > 0 ? (
        <Suspense fallback={<div className="h-71 shrink-0 rounded-lg border bg-surface" />}>
          <ReportChart
            request={request}
            columns={columns}
            rows={rows}
            metric={metric}
            nowHour={nowHour}
            isWaiting={isWaiting}
            onMetric={onMetric}
          />
        </Suspense>
      ) : null}
      <section
        aria-label="Rows"
        className="flex min-h-80 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
      >
        <ReportTable
          columns={columns}
          rows={request.dimensions.length === 0 && totals ? [totals] : rows}
          totals={totals}
          sort={sort ? { id: sort.key, direction: sort.dir } : null}
          onSort={({ id, direction }) => onSort({ key: id, dir: direction })}
          role={role}
          isLoading={isLoading}
          isStale={isStale}
          empty={empty}
        />
        <p
          aria-live="polite"
          className="flex items-center justify-between gap-4 border-t px-3 py-1.5 text-xs text-muted"
        >
          <span className="tnum">
            {totals && request.dimensions.length > 0
              ? `${isCut ? 'The first ' : ''}${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'row' : 'rows'}${
                  isCut ? '; the totals are of all' : ''
                }`
              : ''}
          </span>
          <span>
            {request.startDate} – {request.endDate}, {zoneLabel(request.offset)}
          </span>
        </p>
      </section>
    </>
  );
}
