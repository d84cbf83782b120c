import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';

/** Sorts rows by a column; ties keep their order. Names use natural order, and empty values come last. */
export function sortRows(
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
  sort: { key: string; dir: 'asc' | 'desc' } | null,
): readonly ReportRow[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!sort || !column) return rows;
  const sign = sort.dir === 'asc' ? 1 : -1;
  if (column.type === 'metric' || column.dimension.kind === 'number') {
    const value = (row: ReportRow) => row[column.key] ?? null;
    return rows.toSorted((a, b) => {
      const [left, right] = [value(a), value(b)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * (Number(left) - Number(right));
    });
  }
  const { dimension } = column;
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return rows.toSorted((a, b) => sign * collator.compare(dimensionText(a, dimension), dimensionText(b, dimension)));
}
