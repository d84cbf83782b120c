import { useMemo, useSyncExternalStore } from 'react';
import type { SharedColumn, SharedPivot, SharedTable } from '#api/shares/shareContract.ts';
import { readMetricColumn } from '#reports/index.ts';
import { formatCount } from '../../lib/format.ts';
import { exactValue, formatValue } from '#reports/result/formatValue.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const media = '(max-width: 640px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone; updates when it is resized or turned. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches);
}

type SharedRow = SharedTable['rows'][number] & { place: number };

/** The rows of a shared report under their totals, with one dimension in columns where it was saved so. */
export function SharedRows({ table }: { table: SharedTable }) {
  const { pivot } = table;
  const { columns: own, rows: given, totals } = pivot ?? table;
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => {
    // Names come after time columns, and get the remaining width.
    const last = own.findLast(({ unit }) => unit === null);
    return [
      ...own.map((column, index) => ({
        ...columnOf(column, index, isNarrow, totals?.[column.key]),
        grow: column === last,
      })),
      ...(pivot ? pivotColumns(pivot) : []),
    ];
  }, [own, totals, pivot, isNarrow]);
  const rows = useMemo(() => given.map((row, place): SharedRow => ({ ...row, place })), [given]);
  const totalCells = useMemo(
    () =>
      totals && {
        ...Object.fromEntries(
          own.map(({ key, unit }, index) => [key, unit ? formatValue(totals[key], unit) : index === 0 ? 'Totals' : '']),
        ),
        ...(pivot ? pivotTotals(pivot) : {}),
      },
    [own, totals, pivot],
  );
  return (
    <section
      aria-label="Rows"
      className="shared-rows flex min-w-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
    >
      <DataTable
        label="Report"
        columns={columns}
        rows={rows}
        rowId={({ place }) => place}
        totals={totalCells}
        empty={<EmptyState title="No data" text="No traffic was counted in this period." />}
        className="min-h-0 flex-1"
      />
      {totals ? (
        <p className="tnum border-t px-3 py-2 text-xs text-muted">
          {pivot
            ? pivot.notes
            : `${table.isCut ? 'The first ' : ''}${formatCount(rows.length)} ${
                rows.length === 1 ? 'row' : 'rows'
              }${table.isCut ? '. Totals include all rows.' : ''}`}
        </p>
      ) : null}
    </section>
  );
}

/** The columns of a pivot table's values: one for each value and metric. */
function pivotParts({ columns, values }: SharedPivot) {
  // A metric of a comparison has no columns by value.
  const metrics = columns.filter(({ key, unit }) => unit !== null && readMetricColumn(key).part === null);
  return values.flatMap((value, at) =>
    metrics.map((column) => ({
      value,
      column,
      id: `${at} ${column.key}`,
      header: metrics.length > 1 ? `${value.name} · ${column.label}` : value.name,
    })),
  );
}

function pivotColumns(pivot: SharedPivot): Column<SharedRow>[] {
  return pivotParts(pivot).map(({ value, column, id, header }) => {
    const { key, label, unit } = column;
    const at = ({ place }: SharedRow) => value.cells[place]?.[key];
    return {
      ...figureColumn({
        id,
        header,
        hint: `${label} of ${value.name}`,
        total: formatValue(value.totals[key], unit ?? 'count'),
      }),
      cell: (row) => formatValue(at(row), unit ?? 'count'),
      title: (row) => exactValue(at(row), unit ?? 'count'),
    };
  });
}

function pivotTotals(pivot: SharedPivot): Record<string, string> {
  return Object.fromEntries(
    pivotParts(pivot).map(({ value, column: { key, unit }, id }) => [
      id,
      formatValue(value.totals[key], unit ?? 'count'),
    ]),
  );
}

/** A column of figures, as wide as its heading and its total need. */
function figureColumn({ id, header, hint, total }: { id: string; header: string; hint: string; total: string }) {
  return {
    id,
    header,
    hint,
    align: 'end',
    width: Math.min(260, Math.max(96, Math.round(header.length * 7.2) + 30, Math.round(total.length * 8.2) + 24)),
  } as const;
}

function columnOf(
  { key, label, definition, unit }: SharedColumn,
  index: number,
  isNarrow: boolean,
  total: string | number | null | undefined,
): Column<SharedRow> {
  if (unit === null) {
    return {
      id: key,
      header: label,
      hint: definition,
      // Leaves room for figures on a phone.
      width: isNarrow ? (index === 0 ? 150 : 110) : 180,
      sticky: index === 0,
      cell: (row) => <bdi>{row[key]}</bdi>,
      title: (row) => String(row[key]),
    };
  }
  return {
    ...figureColumn({ id: key, header: label, hint: definition, total: formatValue(total, unit) }),
    cell: (row) => formatValue(row[key], unit),
    title: (row) => exactValue(row[key], unit),
  };
}
