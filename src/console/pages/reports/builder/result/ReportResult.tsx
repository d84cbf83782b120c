import type { ReactNode } from 'react';
import { rangeText, reportLimits, type ReportColumn, type ReportRequest, type ReportRow } from '#reports/index.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { tsvOf } from './tsvOf.ts';

interface ReportResultProps {
  /** The request that returned the rows. */
  request: ReportRequest;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** Null before the first response. */
  totals: ReportRow | null;
  /** The chart beside the table; null = none. */
  chart: ReactNode;
  table: ReactNode;
  /** Whether the table itself shows its row count and a copy button. */
  isTableDescribed?: boolean;
}

/** The result of a report: chart, totals and rows. Side by side on wide screens. */
export function ReportResult({
  request,
  columns,
  rows,
  totals,
  chart,
  table,
  isTableDescribed = false,
}: ReportResultProps) {
  const isCut = rows.length >= request.limit;
  // Where the request has no limit, the table has one of its own.
  const inExports = request.limit === reportLimits.rows ? ', and exports contain all rows' : '';
  const hasRows = totals !== null && request.dimensions.length > 0 && !isTableDescribed;
  const count = `${isCut ? 'First ' : ''}${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'row' : 'rows'}`;
  return (
    <div className="report-result">
      {chart}
      <section
        aria-label="Rows"
        className="flex min-h-80 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
      >
        {table}
        <div className="flex min-h-8 items-center gap-4 border-t px-3 text-xs text-muted">
          <p aria-live="polite" className="tnum">
            {hasRows ? `${count}${isCut ? `. The totals include all rows${inExports}` : ''}` : ''}
          </p>
          {rows.length > 0 && !isTableDescribed ? (
            <CopyButton text={() => tsvOf(columns, rows, true)} label="Copy table" />
          ) : null}
          <p className="ml-auto">{rangeText(request)}</p>
        </div>
      </section>
    </div>
  );
}
