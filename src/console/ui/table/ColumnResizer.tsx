import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from './useColumnLayout.ts';
import type { PlacedColumn } from './useColumnLayout.ts';
import type { ResizeColumn } from './useColumnWidths.ts';

export type ColumnResizerProps<Row> = {
  place: PlacedColumn<Row>;
  /** The heading cell. */
  cell: RefObject<HTMLTableCellElement | null>;
  onResize: ResizeColumn;
};

const STEP_PX = 16;

function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, width)));
}

/** The width at which no rendered cell of the column is cut off. */
function fittingWidth(header: HTMLTableCellElement): number {
  const cells = header.closest('table')?.querySelectorAll(`tr > :nth-child(${header.cellIndex + 1})`) ?? [];
  const range = document.createRange();
  let widest = 0;
  for (const cell of cells) {
    const content = cell.querySelector('.dt-label') ?? cell;
    range.selectNodeContents(content);
    const cut = Array.from(content.children, (child) => child.scrollWidth);
    widest = Math.max(widest, range.getBoundingClientRect().width, ...cut);
  }
  // Padding on both sides, and the space of the sort arrow.
  return clampWidth(widest + 36);
}

/**
 * The resize handle of a heading: dragged, or moved by Left and Right. A double-click or Enter fits the content, and
 * resets a column that was resized; Delete resets too.
 */
export function ColumnResizer<Row>({ place: { column, width }, cell, onResize }: ColumnResizerProps<Row>) {
  function drag(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0 || !cell.current) return;
    event.preventDefault();
    const handle: HTMLSpanElement = event.currentTarget;
    const startX = event.clientX;
    const start = cell.current.offsetWidth;
    let last: number | null = null;
    const done = new AbortController();
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener(
      'pointermove',
      (move) => {
        if (last === null && Math.abs(move.clientX - startX) <= 2) return;
        last = clampWidth(start + move.clientX - startX);
        onResize(column.id, last, false);
      },
      { signal: done.signal },
    );
    const finish = () => {
      done.abort();
      if (last !== null) onResize(column.id, last, true);
    };
    handle.addEventListener('pointerup', finish, { signal: done.signal });
    handle.addEventListener('lostpointercapture', finish, { signal: done.signal });
  }
  const reset = () => onResize(column.id, null, true);
  function fit() {
    if (cell.current) onResize(column.id, fittingWidth(cell.current), true);
  }
  const fitOrReset = () => (width === column.width ? fit() : reset());
  function onKeyDown(event: KeyboardEvent) {
    // A column that takes the spare width is wider than its own width.
    const now = cell.current?.offsetWidth ?? width;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => onResize(column.id, clampWidth(now - STEP_PX), true),
      ArrowRight: () => onResize(column.id, clampWidth(now + STEP_PX), true),
      Home: () => onResize(column.id, MIN_COLUMN_PX, true),
      End: () => onResize(column.id, MAX_COLUMN_PX, true),
      Enter: fitOrReset,
      Delete: reset,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${column.header}`}
      aria-valuenow={width}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuetext={`${width} pixels`}
      title="Drag to resize, double-click to fit or reset"
      onPointerDown={drag}
      onDoubleClick={fitOrReset}
      onKeyDown={onKeyDown}
      className="dt-resize"
    />
  );
}
