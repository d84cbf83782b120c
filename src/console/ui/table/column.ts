import type { ReactNode } from 'react';

/** Identifies a row. */
export type RowId = string | number;

/** The column that orders the rows, with its direction. */
export type Sort = { id: string; direction: 'asc' | 'desc' };

/** Row heights: 26, 32 and 40 px. */
export type Density = 'compact' | 'normal' | 'relaxed';

/** Row height of each density, in CSS pixels. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 26, normal: 32, relaxed: 40 };

/** One column of a DataTable. The array must be stable between renders (useMemo or a constant): rows compare it. */
export type Column<Row> = {
  id: string;
  /** Heading as plain text. */
  header: string;
  /** Explains the heading: a metric's formula with its denominator. */
  hint?: string;
  /**
   * The cell's content as text or plain DOM (cell-link, pill, switch, check, cell-button), never a kit component with
   * state.
   */
  cell: (row: Row) => ReactNode;
  /** Numbers are end-aligned in tabular figures. */
  align?: 'start' | 'center' | 'end';
  /** CSS pixels, unless the table's `widths` overrides it. */
  width: number;
  /** Takes the spare width; without such a column, an empty one at the end does. */
  grow?: boolean;
  sortable?: boolean;
  /** Direction of the first press; by default descending for numbers, ascending for text. */
  firstSort?: 'asc' | 'desc';
  /** Pinned while scrolling sideways; only leading columns may be. */
  sticky?: boolean;
  /** The cell's tooltip where it says more than the text (an exact amount). Cut-off text gets one automatically. */
  title?: (row: Row) => string | undefined;
  className?: string;
};
