import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Role } from '#model/index.ts';
import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { exactValue } from '../../reporting/formatValue.ts';
import { useObjectLinks, type ShowObject } from '../../reporting/useObjectLinks.tsx';
import { reportOf } from '../../reporting/reportLink.ts';
import { DataTable, type Column, type Sort } from '../../ui/DataTable.tsx';
import { cellText } from '../report/reportColumns.ts';

interface FinanceTableProps {
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: ReportRow | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The days of the month. */
  from: string;
  to: string;
  role: Role;
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
}

/** One row for each demand account, under the totals of all; each leads to the account and to its report by day. */
export function FinanceTable({
  columns,
  rows,
  totals,
  sort,
  onSort,
  from,
  to,
  role,
  isLoading,
  isStale,
  empty,
}: FinanceTableProps) {
  const showObject = useObjectLinks(role, ['demand']);
  const shown = useMemo(
    () => [...columns.map((column) => tableColumn(column, showObject)), reportColumn(from, to)],
    [columns, showObject, from, to],
  );
  const totalCells = useMemo(
    () =>
      totals &&
      Object.fromEntries(
        columns.map((column) => [column.key, column.type === 'metric' ? cellText(totals, column) : 'All accounts']),
      ),
    [columns, totals],
  );
  return (
    <DataTable
      label="Financial report"
      columns={shown}
      rows={rows}
      rowId={(row) => Number(row['account'])}
      sort={sort}
      onSort={onSort}
      totals={totalCells}
      loading={isLoading}
      stale={isStale}
      empty={empty}
      className="min-h-0 flex-1 border-t"
    />
  );
}

function tableColumn(column: ReportColumn, showObject: ShowObject): Column<ReportRow> {
  if (column.type === 'dimension') {
    const { dimension } = column;
    return {
      id: column.key,
      header: column.label,
      width: 220,
      grow: true,
      sortable: true,
      sticky: true,
      cell: (row) => showObject(dimension.entity, Number(row[column.key]), dimensionText(row, dimension)),
    };
  }
  const { unit, definition } = column.metric;
  return {
    id: column.key,
    header: column.label,
    hint: definition,
    align: 'end',
    width: unit === 'ratio' ? 84 : 116,
    sortable: true,
    cell: (row) => cellText(row, column),
    title: (row) => exactValue(row[column.key], unit),
  };
}

function reportColumn(from: string, to: string): Column<ReportRow> {
  return {
    id: 'report',
    header: 'By day',
    align: 'center',
    width: 72,
    cell: (row) => {
      const name = String(row['account_name'] ?? `#${row['account']}`);
      return (
        <Link
          to="/report"
          search={reportOf({ dim: 'account', op: 'in', values: [Number(row['account'])] }, { from, to, dims: 'day' })}
          className="cell-button"
          aria-label={`Report of ${name} by day`}
          title={`Report of ${name} by day`}
        >
          <ChartNoAxesColumn aria-hidden />
        </Link>
      );
    },
  };
}
