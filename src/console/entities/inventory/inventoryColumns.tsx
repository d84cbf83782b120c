import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import type { Metric } from '#reports/index.ts';
import { exactValue, formatValue } from '../../reporting/formatValue.ts';
import { reportOf } from '../../reporting/reportLink.ts';
import type { Column } from '../../ui/column.ts';
import type { InventoryRow } from './listMembers.ts';

/** What a row of inventory can be filtered by in a report. */
export type InventoryDimension = 'app' | 'site';

/** The figures that a page of inventory shows, of those that the reader may see. */
export const inventoryMetrics = ['calls', 'reqs', 'imps', 'fill', 'rev', 'cost', 'profit', 'ecpm'] as const;

/** The columns of a page of inventory: the name, its figures, and the way to its report. */
export function inventoryColumns(
  label: string,
  dimension: InventoryDimension | null,
  metrics: readonly Pick<Metric, 'key' | 'label' | 'definition' | 'unit'>[],
): Column<InventoryRow>[] {
  const name: Column<InventoryRow> = {
    id: 'name',
    header: label,
    sortable: true,
    sticky: true,
    grow: true,
    width: 240,
    cell: (row) => (
      <span dir="auto" className="font-medium">
        {row.name}
      </span>
    ),
  };
  if (!dimension) return [name];
  const figures = metrics.map(({ key, label, definition, unit }): Column<InventoryRow> => ({
    id: key,
    header: label,
    hint: definition,
    align: 'end',
    sortable: true,
    firstSort: 'desc',
    width: Math.max(unit === 'ratio' ? 84 : 104, Math.ceil(label.length * 6.8) + 40),
    cell: (row) => formatValue(row.figures?.[key], unit),
    title: (row) => exactValue(row.figures?.[key], unit),
  }));
  const report: Column<InventoryRow> = {
    id: 'report',
    header: 'Report',
    align: 'center',
    width: 72,
    cell: (row) => (
      <Link
        to="/report"
        search={reportOf({ dim: dimension, op: 'in', values: [row.name] }, { range: 'last7', dims: 'day' })}
        className="cell-button"
        aria-label={`Report of ${row.name}`}
        title={`Report of ${row.name}`}
      >
        <ChartNoAxesColumn aria-hidden />
      </Link>
    ),
  };
  return [name, ...figures, report];
}
