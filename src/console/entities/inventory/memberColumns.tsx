import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import type { Metric, ReportRow } from '#reports/index.ts';
import { exactValue, formatValue } from '#reports/result/formatValue.ts';
import { reportOf } from '../../reports/reportLink.ts';
import type { Column } from '../../ui/table/column.ts';
import type { Inventory } from './inventory.ts';
import type { MemberRow } from './useInventoryMembers.ts';

/** The columns of a list's members: name, figures and the link to the report. */
export function memberColumns(
  { label, dimension }: Inventory,
  metrics: readonly Pick<Metric, 'key' | 'label' | 'definition' | 'unit'>[],
): Column<MemberRow>[] {
  const name: Column<MemberRow> = {
    id: 'value',
    header: label,
    sortable: true,
    sticky: true,
    grow: true,
    width: 240,
    cell: ({ name, figures }) => (
      <>
        <span dir="auto" className="font-medium">
          {name}
        </span>
        {titleOf(figures, dimension) === '' ? null : <span className="cell-muted"> {titleOf(figures, dimension)}</span>}
      </>
    ),
  };
  const figures = metrics.map(({ key, label, definition, unit }): Column<MemberRow> => ({
    id: key,
    header: label,
    hint: definition,
    align: 'end',
    width: Math.max(unit === 'ratio' ? 84 : 104, Math.ceil(label.length * 6.8) + 40),
    cell: (row) => formatValue(row.figures?.[key], unit),
    title: (row) => exactValue(row.figures?.[key], unit),
  }));
  const report: Column<MemberRow> = {
    id: 'report',
    header: 'Report',
    align: 'center',
    width: 72,
    cell: (row) => (
      <Link
        to="/report"
        search={reportOf(
          { dim: dimension, op: 'in', values: [asSeen(row, dimension)] },
          { range: 'last7', dims: 'day' },
        )}
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

/** The member as it is written in traffic. */
function asSeen({ name, figures }: MemberRow, dimension: string): string {
  return String(figures?.[dimension] ?? name);
}

function titleOf(figures: ReportRow | null, dimension: string): string {
  const title = figures?.[`${dimension}_name`];
  return typeof title === 'string' ? title : '';
}

/** Joins members with their report rows. Members of app lists are stored in lower case, traffic may not be. */
export function withFigures(members: readonly string[], rows: readonly ReportRow[], dimension: string): MemberRow[] {
  const byName = new Map(rows.map((row) => [String(row[dimension]), row]));
  const byLowerName = new Map(rows.map((row) => [String(row[dimension]).toLowerCase(), row]));
  return members.map((name) => ({ name, figures: byName.get(name) ?? byLowerName.get(name) ?? null }));
}
