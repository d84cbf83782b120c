import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { type ObservedFigure, observedKind } from '#model/supply/observedInventory.ts';
import { exactValue, formatValue } from '#reports/result/formatValue.ts';
import { reportOf } from '../../reports/reportLink.ts';
import type { Column } from '../../ui/table/column.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import type { Inventory } from './inventory.ts';
import { listsColumn, firstAndLastSeenColumns, type CellContext } from './observedCells.tsx';
import { metricOf, type Metric } from '#reports/index.ts';

/** The columns of observed inventory: name, figures, lists, other declared values and the link to the report. */
export function observedColumns(inventory: Inventory, context: CellContext, hasLists: boolean): Column<ObservedRow>[] {
  const { dimension, list } = inventory;
  const report: Column<ObservedRow> = {
    id: 'report',
    header: 'Report',
    align: 'center',
    width: 72,
    cell: (row) => (
      <Link
        to="/report"
        search={reportOf({ dim: dimension, op: 'in', values: [row.key] }, { range: 'last7', dims: 'day' })}
        className="cell-button"
        aria-label={`Report of ${row.key}`}
        title={`Report of ${row.key}`}
      >
        <ChartNoAxesColumn aria-hidden />
      </Link>
    ),
  };
  const { leading, more } = inventory.columns(context);
  return [
    ...leading,
    ...figuresOf(inventory, context).map(figureColumn),
    ...(hasLists ? [listsColumn(pageOf(list.name) ?? '/')] : []),
    ...more,
    ...firstAndLastSeenColumns(context),
    report,
  ];
}

/** The figures of a kind of observed inventory, without money where it is hidden. */
function figuresOf({ observed }: Inventory, { hidesMoney }: Pick<CellContext, 'hidesMoney'>): ShownFigure[] {
  const figures = observedKind(observed).figures.map(shownFigure);
  return hidesMoney ? figures.filter(({ unit }) => unit !== 'usd') : figures;
}

export function totalsOf(
  inventory: Inventory,
  columns: readonly Column<ObservedRow>[],
  totals: ObservedRow['figures'],
): Record<string, string> {
  const cells = figuresOf(inventory, {})
    .filter(({ key }) => key in totals)
    .map(({ key, unit }) => [key, formatValue(totals[key], unit)]);
  return { [columns[0]?.id ?? '']: 'Totals', ...Object.fromEntries(cells) };
}

function figureColumn({ key, label, definition, unit }: ShownFigure): Column<ObservedRow> {
  return {
    id: key,
    header: label,
    hint: definition,
    align: 'end',
    sortable: true,
    firstSort: 'desc',
    width: Math.max(unit === 'ratio' ? 84 : unit === 'usd' ? 116 : 96, Math.ceil(label.length * 6.8) + 40),
    cell: (row) => formatValue(valueOf(row, key), unit),
    title: (row) => exactValue(valueOf(row, key), unit),
  };
}

function valueOf({ figures }: ObservedRow, key: ObservedFigure): string | number | null {
  return figures[key] ?? null;
}

/** A figure as tables show it. */
type ShownFigure = Pick<Metric, 'label' | 'definition' | 'unit'> & { key: ObservedFigure };

/** Label and definition of a figure: those of the report metric, where there is one. */
function shownFigure(key: ObservedFigure): ShownFigure {
  if (key !== 'errorShare') {
    const { label, definition, unit } = metricOf(key);
    return { key, label, definition, unit };
  }
  return {
    key,
    label: 'Errors %',
    definition: 'Errors ÷ (impressions + errors): how often players could not show it.',
    unit: 'ratio',
  };
}
