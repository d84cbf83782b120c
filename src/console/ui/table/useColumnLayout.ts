import { useMemo } from 'react';
import type { CSSProperties } from 'react';
import type { Column } from './column.ts';
import { cx } from '../cx.ts';

/** Width of the checkbox column, in pixels. */
export const SELECT_PX = 36;
export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 900;

export type PlacedColumn<Row> = {
  column: Column<Row>;
  width: number;
  grows: boolean;
  /** Classes of its header and cells. */
  className: string;
  /** The left edge of a sticky column. */
  style: CSSProperties | undefined;
};

export type ColumnLayout<Row> = {
  placed: readonly PlacedColumn<Row>[];
  /** Minimum width of the whole table, in pixels. */
  total: number;
  /** Width of the sticky columns, in pixels. */
  stickyWidth: number;
  hasFiller: boolean;
};

function placeColumns<Row>(
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>>,
  selectable: boolean,
): ColumnLayout<Row> {
  const growing = columns.find((column) => column.grow && widths[column.id] === undefined);
  const placed: PlacedColumn<Row>[] = [];
  let left = selectable ? SELECT_PX : 0;
  let total = left;
  let leading = true;
  for (const [index, column] of columns.entries()) {
    const width = widths[column.id] ?? column.width;
    leading &&= column.sticky === true;
    placed.push({
      column,
      width,
      grows: column === growing,
      className: cx(
        column.align === 'end' && 'dt-end',
        column.align === 'center' && 'dt-center',
        leading && 'dt-sticky',
        leading && !columns[index + 1]?.sticky && 'dt-edge',
        column.className,
      ),
      style: leading ? { left } : undefined,
    });
    total += width;
    if (leading) left += width;
  }
  return { placed, total, stickyWidth: left, hasFiller: growing === undefined };
}

/** The layout of the columns: widths by ID, left edges of sticky columns, and which one takes the spare width. */
export function useColumnLayout<Row>(
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>> | undefined,
  selectable: boolean,
): ColumnLayout<Row> {
  return useMemo(() => placeColumns(columns, widths ?? {}, selectable), [columns, widths, selectable]);
}
