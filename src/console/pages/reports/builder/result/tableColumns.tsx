import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Role } from '#model/index.ts';
import { dimensionText, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { exactValue } from '#reports/result/formatValue.ts';
import type { ShowObject } from '../../../../reports/useObjectLinks.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { changeText, toneOfChange } from './changeText.ts';
import { cellText } from './cellText.ts';

/** How the cells of a report are shown. */
export interface CellContext {
  role: Role;
  showObject: ShowObject;
  /** Whether values have a menu. */
  hasMenus: boolean;
}

type DimensionColumn = ReportColumn & { type: 'dimension' };
type MetricColumn = ReportColumn & { type: 'metric' };

const clockKeys: readonly string[] = ['minute', 'minute15', 'hour'];

const dimensionWidths = { time: 136, id: 216, number: 104, text: 206 };

const tones = { good: 'text-good', bad: 'text-bad', neutral: 'cell-muted' };

/** The columns of the table. Names get the room that those of these rows need, up to a maximum. */
export function tableColumns(
  columns: readonly ReportColumn[],
  context: CellContext,
  rows: readonly ReportRow[],
): Column<ReportRow>[] {
  return columns.map((column, index) =>
    column.type === 'dimension' ? dimensionColumn(column, index, context, rows) : metricColumn(column, context),
  );
}

/** The cells of the totals row by column. */
export function totalCells(columns: readonly ReportColumn[], totals: ReportRow, context: CellContext) {
  return Object.fromEntries(
    columns.map((column, index): [string, ReactNode] => [
      column.key,
      column.type === 'metric' ? metricColumn(column, context).cell(totals) : index === 0 ? 'Totals' : '',
    ]),
  );
}

const hints = {
  before: 'In the comparison period.',
  change: 'Change from the comparison period, in percent.',
  diff: 'Difference from the comparison period.',
};

/** A numeric column: a metric, or a comparison column of one. */
export function metricColumn(column: MetricColumn, { role }: Pick<CellContext, 'role'>): Column<ReportRow> {
  const { metric, part, unit, label } = column;
  const room = part === 'change' ? 48 : 34;
  return {
    id: column.key,
    header: label,
    hint: part === null ? metric.definition : `${metric.definition} ${hints[part]}`,
    align: 'end',
    width: Math.max(unit === 'ratio' ? 76 : 96, Math.round(label.length * 7.2) + room),
    sortable: true,
    cell: (row) => {
      if (part === null) return cellText(row, column);
      if (part === 'before') return <span className="cell-muted">{cellText(row, column)}</span>;
      const change = numberOf(row[column.key]);
      return <span className={tones[toneOfChange(metric.key, change, role)]}>{changeText(change)}</span>;
    },
    title: (row) => exactValue(row[column.key], unit),
  };
}

function dimensionColumn(
  column: DimensionColumn,
  index: number,
  { showObject, hasMenus }: CellContext,
  rows: readonly ReportRow[],
): Column<ReportRow> {
  const { dimension } = column;
  const shown = (row: ReportRow, text: string): ReactNode => {
    if (dimension.kind === 'id') return showObject(dimension.entity, Number(row[column.key]), text);
    return row[column.key] === '' && !row[`${column.key}_name`] ? <span className="cell-muted">{text}</span> : text;
  };
  return {
    id: column.key,
    header: column.label,
    hint: dimension.definition,
    width: widthOf(column, rows),
    sortable: true,
    sticky: index === 0,
    cell: (row) => {
      const text = dimensionText(row, dimension);
      if (!hasMenus || row[column.key] === null) return shown(row, text);
      return (
        <span className="cell-drill">
          <span>{shown(row, text)}</span>
          <button
            type="button"
            data-drill={column.key}
            aria-haspopup="menu"
            aria-label={`Actions for ${text}`}
            title="Filter, break down, copy"
          >
            <ChevronDown aria-hidden />
          </button>
        </span>
      );
    },
    title: (row) => (dimension.kind === 'time' ? undefined : dimensionText(row, dimension)),
  };
}

/** Maximum width of a column that grows with its names, in pixels. */
const maxNamePx = 380;
/** Rows whose names are measured. */
const measuredRows = 500;

function widthOf({ dimension, label }: DimensionColumn, rows: readonly ReportRow[]): number {
  if (dimension.key === 'reason' || dimension.key === 'ivt_type') return 330;
  const minWidth = clockKeys.includes(dimension.key) ? 172 : dimensionWidths[dimension.kind];
  const isNamed = dimension.kind === 'id' || dimension.kind === 'text';
  const lengths = isNamed ? rows.slice(0, measuredRows).map((row) => dimensionText(row, dimension).length) : [];
  const namePx = Math.min(maxNamePx, Math.round(Math.max(0, ...lengths) * 6.8) + 48);
  return Math.max(minWidth, namePx, Math.round(label.length * 7.2) + 40);
}

function numberOf(value: string | number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
