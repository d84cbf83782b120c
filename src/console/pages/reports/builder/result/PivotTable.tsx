import { useMemo, type ReactNode } from 'react';
import type { Reader } from '#model/index.ts';
import {
  cellQuestion,
  columnQuestion,
  columnsOf,
  largestColumns,
  normalizeReport,
  pivotColumnName,
  pivotKey,
  pivotNotes,
  rowQuestion,
  type DimensionKey,
  type ReportBody,
  type ReportColumn,
  type ReportRow,
  type ReportViewer,
} from '#reports/index.ts';
import { exactValue, formatValue } from '#reports/result/formatValue.ts';
import { useObjectLinks } from '../../../../reports/useObjectLinks.tsx';
import { useReport } from '../../../../reports/useReport.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { DataTable, type Column, type Sort } from '../../../../ui/table/DataTable.tsx';
import { LoadError } from '../../../../frame/errors/LoadError.tsx';
import { cellHandlers } from './cellHandlers.ts';
import type { CellPlace } from './cellPlace.ts';
import { tableColumns, totalCells } from './tableColumns.tsx';
import { exactCell, tsvLines } from './tsvOf.ts';

interface PivotTableProps {
  viewer: ReportViewer;
  reader: Reader;
  /** The page's request. */
  body: ReportBody;
  /** The dimension in columns; at least one other dimension is left for the rows. */
  pivot: DimensionKey;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  /** Opens the menu of a cell. */
  onCell: (place: CellPlace) => void;
  empty: ReactNode;
}

/**
 * A report with one dimension in columns. Rows, columns and cells are requested separately, so that every figure is
 * computed by the report store and nothing is added up here.
 */
export function PivotTable({ viewer, reader, body, pivot, sort, onSort, onCell, empty }: PivotTableProps) {
  const rowBody = useMemo(() => rowQuestion(body, pivot), [body, pivot]);
  const rows = useReport(rowBody);
  const columns = useReport(useMemo(() => columnQuestion(body, pivot), [body, pivot]));
  const shownColumns = useMemo(() => largestColumns(columns.data?.rows ?? [], pivot), [columns.data, pivot]);
  const isReady =
    rows.data !== undefined && columns.data !== undefined && !rows.isPlaceholderData && !columns.isPlaceholderData;
  const cells = useReport(
    useMemo(
      () => cellQuestion(body, pivot, shownColumns, rows.data?.rows ?? []),
      [body, pivot, shownColumns, rows.data],
    ),
    { isWanted: isReady && shownColumns.length > 0 },
  );
  const reportColumns = useMemo(() => {
    const normalized = normalizeReport(rows.data?.body ?? rowBody, viewer);
    return normalized.ok ? columnsOf(normalized.request, viewer) : [];
  }, [rows.data, rowBody, viewer]);
  const showObject = useObjectLinks(
    reader,
    reportColumns.map((column) => (column.type === 'dimension' ? column.dimension.entity : undefined)),
  );
  const rowDimensions = useMemo(() => rowBody.dimensions ?? [], [rowBody]);
  const found = useMemo(() => {
    const byRow = new Map<string, ReportRow>();
    const keys = [...rowDimensions, pivot];
    for (const row of cells.data?.rows ?? []) byRow.set(pivotKey(row, keys), row);
    return byRow;
  }, [cells.data, rowDimensions, pivot]);
  const context = useMemo(() => ({ role: reader.role, showObject, hasMenus: true }), [reader, showObject]);
  const shown = useMemo(
    () => [
      ...tableColumns(reportColumns, context, rows.data?.rows ?? []),
      ...shownColumns.flatMap((column) => valueColumns(column, { pivot, reportColumns, rowDimensions, found })),
    ],
    [reportColumns, context, rows.data, shownColumns, pivot, rowDimensions, found],
  );
  const totals = useMemo(() => {
    if (!rows.data) return null;
    const ofColumns = shownColumns.flatMap((column) =>
      metricsOf(reportColumns).map((each): [string, string] => [
        cellId(column, pivot, each.key),
        formatValue(column[each.key], each.unit),
      ]),
    );
    return { ...totalCells(reportColumns, rows.data.totals, context), ...Object.fromEntries(ofColumns) };
  }, [rows.data, shownColumns, reportColumns, pivot, context]);

  function openAt(target: Element, anchor: CellPlace['anchor']) {
    const row = rows.data?.rows[Number(target.closest('tr')?.dataset['row'])];
    const id = shown[target.closest('td')?.cellIndex ?? 0]?.id;
    if (!row) return;
    const own = reportColumns.find(({ key }) => key === id);
    if (own) {
      onCell({ row, column: own, anchor, columns: reportColumns });
      return;
    }
    // A cell in a value's columns: the report row with that value.
    for (const value of shownColumns) {
      const column = metricsOf(reportColumns).find((each) => cellId(value, pivot, each.key) === id);
      const cell = found.get(pivotKey({ ...row, [pivot]: value[pivot] ?? null }, [...rowDimensions, pivot]));
      if (column && cell) onCell({ row: cell, column, anchor });
    }
  }
  const handlers = cellHandlers(openAt);

  function copied(): string {
    const metrics = metricsOf(reportColumns);
    const head = [
      ...reportColumns.map(({ label }) => label),
      ...shownColumns.flatMap((column) => metrics.map(({ label }) => `${pivotColumnName(column, pivot)} · ${label}`)),
    ];
    const lines = (rows.data?.rows ?? []).map((row) => [
      ...reportColumns.map((column) => exactCell(row, column)),
      ...shownColumns.flatMap((column) => {
        const cell = found.get(pivotKey({ ...row, [pivot]: column[pivot] ?? null }, [...rowDimensions, pivot]));
        return metrics.map((each) => (cell ? exactCell(cell, each) : ''));
      }),
    ]);
    return tsvLines([head, ...lines]);
  }

  const failed = [rows, columns, cells].find(({ isError }) => isError);
  if (failed) {
    return <LoadError title="The table could not be loaded" query={failed} />;
  }
  const isLoading = rows.isPending || columns.isPending;
  return (
    <>
      <div className="flex min-h-72 min-w-0 flex-1 flex-col" onClick={handlers.onClick}>
        <DataTable
          label="Report"
          columns={shown}
          rows={rows.data?.rows ?? []}
          rowId={(row) => pivotKey(row, rowDimensions)}
          sort={sort}
          onSort={onSort}
          totals={totals}
          density="compact"
          loading={isLoading}
          stale={!isReady || cells.isFetching}
          empty={isLoading ? null : empty}
          onRowContextMenu={handlers.onRowContextMenu}
          className="min-h-0 flex-1"
        />
      </div>
      <div className="flex min-h-8 items-center gap-4 border-t px-3 text-xs text-muted">
        <p role="status">
          {isReady &&
            pivotNotes(
              pivot,
              columns.data?.rows.length ?? 0,
              rows.data?.rows.length ?? 0,
              cells.data?.rows.length ?? 0,
            )}
        </p>
        {rows.data && rows.data.rows.length > 0 ? <CopyButton text={copied} label="Copy table" /> : null}
      </div>
    </>
  );
}

type MetricColumn = ReportColumn & { type: 'metric' };

/** The metrics without their comparison columns, as cells are not compared. */
function metricsOf(columns: readonly ReportColumn[]): MetricColumn[] {
  return columns.filter((column): column is MetricColumn => column.type === 'metric' && column.part === null);
}

function cellId(column: ReportRow, pivot: DimensionKey, metric: string): string {
  return `${String(column[pivot])}\u0001${metric}`;
}

/** The columns of one value, one per metric. */
function valueColumns(
  value: ReportRow,
  {
    pivot,
    reportColumns,
    rowDimensions,
    found,
  }: {
    pivot: DimensionKey;
    reportColumns: readonly ReportColumn[];
    rowDimensions: readonly string[];
    found: ReadonlyMap<string, ReportRow>;
  },
): Column<ReportRow>[] {
  const name = pivotColumnName(value, pivot);
  const metrics = metricsOf(reportColumns);
  const at = (row: ReportRow) =>
    found.get(pivotKey({ ...row, [pivot]: value[pivot] ?? null }, [...rowDimensions, pivot]));
  return metrics.map((column) => {
    const header = metrics.length > 1 ? `${name} · ${column.label}` : name;
    return {
      id: cellId(value, pivot, column.key),
      header,
      hint: `${column.label} of ${name}`,
      align: 'end',
      width: Math.min(260, Math.max(96, Math.round(header.length * 7.2) + 28)),
      cell: (row) => {
        const cell = at(row);
        return cell ? formatValue(cell[column.key], column.unit) : <span className="cell-muted">–</span>;
      },
      title: (row) => exactValue(at(row)?.[column.key], column.unit),
    };
  });
}
