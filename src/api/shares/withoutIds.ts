import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';

/** The text for an object without a name. */
const unnamed = 'Unnamed';

/** Replaces the ids in the columns and rows of a report by names, for people who must not learn ids of objects. */
export function withoutIds(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): { columns: ReportColumn[]; rows: ReportRow[] } {
  return { columns: columns.map(asText), rows: rows.map((row) => named(columns, row)) };
}

/** A dimension of ids as one of texts, so that files have only one column for it. */
function asText(column: ReportColumn): ReportColumn {
  if (column.type !== 'dimension' || column.dimension.kind !== 'id') return column;
  return { ...column, dimension: { ...column.dimension, kind: 'text' } };
}

/** A row with the text of each dimension, and only the given columns. */
function named(columns: readonly ReportColumn[], row: ReportRow): ReportRow {
  return Object.fromEntries(columns.map((column) => [column.key, valueOf(column, row)]));
}

function valueOf(column: ReportColumn, row: ReportRow): string | number | null {
  const value = row[column.key] ?? null;
  if (column.type === 'metric' || value === null) return value;
  const isNamed = typeof row[`${column.key}_name`] === 'string' && row[`${column.key}_name`] !== '';
  if (column.dimension.kind === 'id' && value !== 0 && !isNamed) return unnamed;
  return dimensionText(row, column.dimension);
}
