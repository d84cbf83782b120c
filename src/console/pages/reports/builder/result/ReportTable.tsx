import { useMemo, useState, type ReactNode } from 'react';
import '../report.css';
import type { Reader } from '#model/index.ts';
import type { ReportColumn, ReportRow } from '#reports/index.ts';
import { useObjectLinks } from '../../../../reports/useObjectLinks.tsx';
import { DataTable, type RowId, type Sort } from '../../../../ui/table/DataTable.tsx';
import { useTableKeys } from '../../../../ui/table/useTableKeys.ts';
import { cellHandlers } from './cellHandlers.ts';
import { cellText } from './cellText.ts';
import { tableColumns, totalCells, type CellContext } from './tableColumns.tsx';
import type { CellPlace } from './cellPlace.ts';

interface ReportTableProps {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: ReportRow | null;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  reader: Reader;
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
  /** Opens the menu of a cell; absent when cells have none. */
  onCell?: (place: CellPlace) => void;
  /** The IDs of the selected rows; absent when rows cannot be selected. */
  selection?: ReadonlySet<RowId>;
  onSelection?: (selection: Set<RowId>) => void;
}

/** The unique key of a report row. */
export function rowIdOf(columns: readonly ReportColumn[]): (row: ReportRow) => string {
  const keys = columns.filter(({ type }) => type === 'dimension').map(({ key }) => key);
  return (row) => keys.map((key) => String(row[key])).join('\u0001');
}

/** The rows of a report under their totals. */
export function ReportTable(props: ReportTableProps) {
  const { columns, rows, totals, sort, onSort, reader, isLoading, isStale, empty, onCell } = props;
  const { selection, onSelection } = props;
  const [active, setActive] = useState<RowId | null>(null);
  const showObject = useObjectLinks(
    reader,
    columns.map((column) => (column.type === 'dimension' ? column.dimension.entity : undefined)),
  );
  const context = useMemo<CellContext>(
    () => ({ role: reader.role, showObject, hasMenus: onCell !== undefined }),
    [reader, showObject, onCell],
  );
  const shown = useMemo(() => tableColumns(columns, context, rows), [columns, context, rows]);
  const totalRow = useMemo(() => (totals ? totalCells(columns, totals, context) : null), [columns, totals, context]);
  const dimensions = useMemo(() => columns.filter(({ type }) => type === 'dimension'), [columns]);
  const rowId = useMemo(() => rowIdOf(columns), [columns]);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const selectable = selection && onSelection ? { selection, onSelection } : null;
  useTableKeys({
    ids,
    activeId: active,
    onActive: setActive,
    ...(selectable
      ? {
          onToggle: (id: RowId) => {
            const next = new Set(selectable.selection);
            if (!next.delete(id)) next.add(id);
            selectable.onSelection(next);
          },
        }
      : {}),
  });

  /** The column of a cell; the first dimension when the event is on the row as a whole. */
  function columnAt(target: Element): ReportColumn | undefined {
    const drilledKey = target.closest<HTMLElement>('[data-drill]')?.dataset['drill'];
    const cell = target.closest('td');
    const at = cell ? cell.cellIndex - (selectable ? 1 : 0) : 0;
    const key = drilledKey ?? shown[at]?.id;
    return columns.find((column) => column.key === key);
  }

  function openAt(target: Element, anchor: CellPlace['anchor']) {
    const row = rows[Number(target.closest('tr')?.dataset['row'])];
    const column = columnAt(target);
    if (row && column) onCell?.({ row, column, anchor });
  }
  const handlers = onCell ? cellHandlers(openAt) : null;

  return (
    <div className="flex min-h-72 min-w-0 flex-1 flex-col" onClick={handlers?.onClick}>
      <DataTable
        label="Report"
        columns={shown}
        rows={rows}
        rowId={rowId}
        rowName={(row) => dimensions.map((column) => cellText(row, column)).join(', ')}
        sort={sort}
        onSort={onSort}
        totals={dimensions.length > 0 ? totalRow : null}
        density="compact"
        loading={isLoading}
        stale={isStale}
        empty={empty}
        activeId={active}
        {...selectable}
        {...(handlers ? { onRowContextMenu: handlers.onRowContextMenu } : {})}
        className="min-h-0 flex-1"
      />
    </div>
  );
}
