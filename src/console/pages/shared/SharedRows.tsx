import { useMemo, useSyncExternalStore } from 'react';
import type { SharedColumn, SharedTable } from '#api/shares/shareContract.ts';
import { formatCount } from '../../lib/format.ts';
import { exactValue, formatValue } from '../../reports/formatValue.ts';
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

/** The rows of a shared report under their totals. */
export function SharedRows({ table }: { table: SharedTable }) {
  const { totals } = table;
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => {
    // Names come after time columns, and get the remaining width.
    const last = table.columns.findLast(({ unit }) => unit === null);
    return table.columns.map((column, index) => ({ ...columnOf(column, index, isNarrow), grow: column === last }));
  }, [table, isNarrow]);
  const rows = useMemo(() => table.rows.map((row, place): SharedRow => ({ ...row, place })), [table]);
  const totalCells = useMemo(
    () =>
      totals &&
      Object.fromEntries(
        table.columns.map(({ key, unit }, index) => [
          key,
          unit ? formatValue(totals[key], unit) : index === 0 ? 'Totals' : '',
        ]),
      ),
    [table, totals],
  );
  return (
    <section aria-label="Rows" className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface">
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
          {table.isCut ? 'The first ' : ''}
          {formatCount(rows.length)} {rows.length === 1 ? 'row' : 'rows'}
          {table.isCut ? '. Totals include all rows.' : ''}
        </p>
      ) : null}
    </section>
  );
}

function columnOf({ key, label, definition, unit }: SharedColumn, index: number, isNarrow: boolean): Column<SharedRow> {
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
    id: key,
    header: label,
    hint: definition,
    align: 'end',
    width: Math.max(96, Math.round(label.length * 7.2) + 30),
    cell: (row) => formatValue(row[key], unit),
    title: (row) => exactValue(row[key], unit),
  };
}
