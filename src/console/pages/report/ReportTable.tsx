import { useMemo, type ReactNode } from 'react';
import type { Role } from '#model/index.ts';
import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { exactValue } from '../../reporting/formatValue.ts';
import { useObjectLinks, type ShowObject } from '../../reporting/useObjectLinks.tsx';
import { DataTable, type Column, type Sort } from '../../ui/DataTable.tsx';
import { cellText } from './reportColumns.ts';

interface ReportTableProps {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: ReportRow | null;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  role: Role;
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
}

/** The rows of a report under their totals. */
export function ReportTable({
  columns,
  rows,
  totals,
  sort,
  onSort,
  role,
  isLoading,
  isStale,
  empty,
}: ReportTableProps) {
  const showObject = useObjectLinks(
    role,
    columns.map((column) => (column.type === 'dimension' ? column.dimension.entity : undefined)),
  );
  const shown = useMemo(
    () => columns.map((column, index) => tableColumn(column, index, showObject)),
    [columns, showObject],
  );
  const dimensions = columns.filter(({ type }) => type === 'dimension');
  const totalCells = useMemo(() => {
    if (!totals) return null;
    return Object.fromEntries(
      columns.map((column, index) => [
        column.key,
        column.type === 'metric' ? cellText(totals, column) : index === 0 ? 'Totals' : '',
      ]),
    );
  }, [columns, totals]);
  return (
    <DataTable
      label="Report"
      columns={shown}
      rows={rows}
      rowId={(row) => dimensions.map(({ key }) => String(row[key])).join('\u0001')}
      sort={sort}
      onSort={onSort}
      totals={dimensions.length > 0 ? totalCells : null}
      density="compact"
      loading={isLoading}
      stale={isStale}
      empty={empty}
      className="min-h-72 flex-1"
    />
  );
}

const dimensionWidths = { time: 128, id: 200, number: 90, text: 190 };

function tableColumn(column: ReportColumn, index: number, showObject: ShowObject): Column<ReportRow> {
  if (column.type === 'metric') {
    const { unit, definition } = column.metric;
    return {
      id: column.key,
      header: column.label,
      hint: definition,
      align: 'end',
      width: Math.max(unit === 'ratio' ? 76 : 96, Math.round(column.label.length * 6.2) + 34),
      sortable: true,
      cell: (row) => cellText(row, column),
      title: (row) => exactValue(row[column.key], unit),
    };
  }
  const { dimension } = column;
  return {
    id: column.key,
    header: column.label,
    hint: dimension.definition,
    width: dimension.key === 'reason' || dimension.key === 'ivt_type' ? 310 : dimensionWidths[dimension.kind],
    sortable: true,
    sticky: index === 0,
    cell: (row) => {
      const text = dimensionText(row, dimension);
      if (dimension.kind === 'id') return showObject(dimension.entity, Number(row[column.key]), text);
      return row[column.key] === '' && !row[`${column.key}_name`] ? <span className="cell-muted">{text}</span> : text;
    },
  };
}
