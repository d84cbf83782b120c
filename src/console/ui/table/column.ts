import type { ReactNode } from 'react';

/** What tells a row from the others. */
export type RowId = string | number;

/** Which column orders the rows. */
export type Sort = { id: string; direction: 'asc' | 'desc' };

/** Row heights: 26, 32 and 40 px. */
export type Density = 'compact' | 'normal' | 'relaxed';

/** Row height of each density, in CSS pixels. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 26, normal: 32, relaxed: 40 };

/** One column of a DataTable. Keep the array stable between renders (useMemo or a constant): rows compare it. */
export type Column<Row> = {
  id: string;
  /** The heading; plain text. */
  header: string;
  /** Explains the heading: a metric's formula with its denominator. */
  hint?: string;
  /** The cell's content as text or plain DOM (cell-link, pill, switch, check, cell-button), never a kit component with state. */
  cell: (row: Row) => ReactNode;
  /** Numbers end-aligned, in tabular figures. */
  align?: 'start' | 'center' | 'end';
  /** CSS pixels, unless the table's `widths` says otherwise. */
  width: number;
  /** Takes the room that is left over; without one, an empty column at the end does. */
  grow?: boolean;
  sortable?: boolean;
  /** The direction of a first press; numbers go down first, text up. */
  firstSort?: 'asc' | 'desc';
  /** Stays in view while scrolling sideways; only leading columns may. */
  sticky?: boolean;
  /** The cell's tooltip where it says more than the text (an exact amount). Cut-off text gets one by itself. */
  title?: (row: Row) => string | undefined;
  /** Classes of the cells. */
  className?: string;
};
