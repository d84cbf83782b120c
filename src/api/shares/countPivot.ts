import {
  cellQuestion,
  columnQuestion,
  columnsOf,
  dimensionOf,
  largestColumns,
  normalizeReport,
  pivotKey,
  pivotNotes,
  rowQuestion,
  type DimensionKey,
  type ReportBody,
  type ReportColumn,
  type ReportRow,
  type ReportViewer,
} from '#reports/index.ts';
import type { ReportRejection, ReportResult } from '../reports/readReport.ts';
import { withoutIds } from './withoutIds.ts';

/** A report with one dimension in columns, without ids. */
export interface CountedPivot {
  /** The columns of rows: the other dimensions, and the metrics over all values. */
  columns: ReportColumn[];
  /** Without the totals. */
  rows: ReportRow[];
  totals: ReportRow;
  /** The columns of values, with the metrics of each over all rows, and in each row; null = no data. */
  values: { name: string; totals: ReportRow; cells: (ReportRow | null)[] }[];
  /** Which columns, rows and cells the table shows. */
  notes: string;
}

/** Reads a report with one dimension in columns: its rows, columns and cells are requested separately, as totals differ. */
export async function countPivot(
  read: (question: ReportBody) => Promise<ReportResult>,
  body: ReportBody,
  pivot: DimensionKey,
  viewer: ReportViewer,
): Promise<{ ok: true; pivot: CountedPivot } | { ok: false; rejection: ReportRejection }> {
  const rowBody = rowQuestion(body, pivot);
  const [rows, columns] = await Promise.all([read(rowBody), read(columnQuestion(body, pivot))]);
  if (!rows.ok) return rows;
  if (!columns.ok) return columns;
  const [details, found] = [rows.rows.slice(0, -1), columns.rows.slice(0, -1)];
  const shown = largestColumns(found, pivot);
  const cells = shown.length > 0 ? await read(cellQuestion(body, pivot, shown, details)) : null;
  if (cells && !cells.ok) return cells;
  const rowKeys = rowBody.dimensions ?? [];
  const byPlace = new Map((cells?.rows ?? []).map((row) => [pivotKey(row, [...rowKeys, pivot]), row]));
  const normalized = normalizeReport(rowBody, viewer);
  const reportColumns = normalized.ok ? columnsOf(normalized.request, viewer) : [];
  // Cells have no comparison.
  const metrics = reportColumns.filter((column) => column.type === 'metric' && column.part === null);
  const metricsOf = (row: ReportRow): ReportRow =>
    Object.fromEntries(metrics.map(({ key }) => [key, row[key] ?? null]));
  const named = withoutIds(reportColumns, rows.rows);
  const dimension = dimensionOf(pivot);
  const names = withoutIds([{ type: 'dimension', key: pivot, label: dimension.label, dimension }], shown).rows;
  const cellCount = Math.max(0, (cells?.rows.length ?? 0) - 1);
  return {
    ok: true,
    pivot: {
      columns: named.columns,
      rows: named.rows.slice(0, -1),
      totals: named.rows.at(-1) ?? {},
      values: shown.map((value, index) => ({
        name: String(names[index]?.[pivot] ?? '') || 'None',
        totals: metricsOf(value),
        cells: details.map((row) => {
          const cell = byPlace.get(pivotKey({ ...row, [pivot]: value[pivot] ?? null }, [...rowKeys, pivot]));
          return cell ? metricsOf(cell) : null;
        }),
      })),
      notes: pivotNotes(pivot, found.length, details.length, cellCount),
    },
  };
}
