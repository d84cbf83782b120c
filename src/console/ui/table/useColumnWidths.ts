import { useState } from 'react';

/** Column widths in CSS pixels, by column ID. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** Sets a column's width; null resets it. `isFinal` is false while it is being dragged. */
export type ResizeColumn = (id: string, width: number | null, isFinal: boolean) => void;

/** The current widths: the caller's, and the one being dragged, which is reported to the caller on release. */
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
