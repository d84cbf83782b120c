import { useState } from 'react';

/** Widths of columns in CSS pixels, by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** A new width of a column, null for its own; `isFinal` is false while it is being dragged. */
export type ResizeColumn = (id: string, width: number | null, isFinal: boolean) => void;

/** The widths as they look now: the caller's, and the one being dragged, which the caller hears of when it is let go. */
export function useColumnWidths(
  widths: ColumnWidths | undefined,
  onWidths: ((widths: ColumnWidths) => void) | undefined,
): { current: ColumnWidths | undefined; resize: ResizeColumn } {
  const [dragged, setDragged] = useState<ColumnWidths | null>(null);
  return {
    current: dragged ?? widths,
    resize(id, width, isFinal) {
      const { [id]: _, ...others } = widths ?? {};
      const next = width === null ? others : { ...others, [id]: width };
      setDragged(isFinal ? null : next);
      if (isFinal) onWidths?.(next);
    },
  };
}
