import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import '../../styles/parts.css';
import '../../styles/table.css';
import { DataTableHeader } from './DataTableHeader.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { ROW_HEIGHT } from './column.ts';
import type { Column, Density, RowId, Sort } from './column.ts';
import { SELECT_PX, useColumnLayout } from './useColumnLayout.ts';
import { useColumnWidths } from './useColumnWidths.ts';
import type { ColumnWidths } from './useColumnWidths.ts';
import { MAX_ROWS, useRowWindow } from './useRowWindow.ts';
import { cx } from '../cx.ts';

export type DataTableProps<Row> = {
  /** Accessible name: "Tags". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  /** Name of a row in "Select …"; its ID by default. */
  rowName?: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: ReadonlySet<RowId>;
  onSelection?: (selection: Set<RowId>) => void;
  canSelect?: (row: Row) => boolean;
  /** Cells of the totals row by column ID; the row is pinned under the headings. */
  totals?: Readonly<Record<string, ReactNode>> | null;
  density?: Density;
  /** Widths that differ from the columns' own, in CSS pixels by column ID. */
  widths?: ColumnWidths;
  /**
   * Makes columns resizable; called with all widths after a drag or a key changed one. Store them by table; {} resets.
   */
  onWidths?: (widths: ColumnWidths) => void;
  /** Renders gray placeholder rows while the first rows load. */
  loading?: boolean;
  skeletonRows?: number;
  /** Dims rows that are being refetched. */
  stale?: boolean;
  /** Shown under the headings when there are no rows: an EmptyState or ErrorState. */
  empty?: ReactNode;
  /** The row with the keyboard focus (useTableKeys). */
  activeId?: RowId | null;
  rowClassName?: (row: Row) => string | undefined;
  onRowContextMenu?: (row: Row, event: MouseEvent) => void;
  /** Called for a click on a row beside its links and controls. A link or key must lead there, too. */
  onRowClick?: (row: Row) => void;
  /** Number of rows above which only visible ones are rendered. */
  virtualOver?: number;
  /** The shown page: the table scrolls to its top when this or the sort changes. */
  page?: number;
  /** Total of all pages, for screen readers. */
  rowCount?: number;
  /** Size of the scroll container, such as "flex-1 min-h-0" or "max-h-96". */
  className?: string;
};

const HEADER_PX = 32;

/** Sets the title of text that is cut off, only when it is hovered. */
function titleWhenCut(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element)) return;
  const cell = event.target.closest('td');
  const cut = [cell, event.target].some((element) => element && element.scrollWidth > element.clientWidth);
  if (cell && !cell.title && cut) cell.title = cell.textContent ?? '';
}

/** True while the page is being printed: paper gets every row. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const on = () => flushSync(() => setPrinting(true));
    const off = () => setPrinting(false);
    window.addEventListener('beforeprint', on);
    window.addEventListener('afterprint', off);
    return () => {
      window.removeEventListener('beforeprint', on);
      window.removeEventListener('afterprint', off);
    };
  }, []);
  return printing;
}

/**
 * A dense table over plain column definitions: sticky headings and first columns, sorting, selection, totals, virtual
 * rows.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  rowName,
  sort = null,
  onSort,
  selection,
  onSelection,
  canSelect,
  totals,
  density = 'normal',
  widths,
  onWidths,
  loading = false,
  skeletonRows = 12,
  stale = false,
  empty,
  activeId = null,
  rowClassName,
  onRowContextMenu,
  onRowClick,
  virtualOver = MAX_ROWS,
  page = 1,
  rowCount,
  className,
}: DataTableProps<Row>) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const selectable = selection !== undefined && onSelection !== undefined;
  const { current, resize } = useColumnWidths(widths, onWidths);
  const layout = useColumnLayout(columns, current, selectable);
  const rowPx = ROW_HEIGHT[density];
  const headPx = HEADER_PX + (totals ? rowPx : 0);
  const printing = usePrinting();
  const virtual = rows.length > virtualOver && !printing;
  const showSkeleton = loading && rows.length === 0;

  const { start, end, scrollToRow } = useRowWindow({
    scroller,
    count: rows.length,
    rowPx,
    lead: headPx,
    cover: headPx,
    enabled: virtual,
  });

  // The last row pressed without Shift: the fixed end of a range selection.
  const anchor = useRef<number | null>(null);
  function toggle(index: number, isRange: boolean) {
    const pressed = rows[index];
    if (!pressed || !selection || !onSelection) return;
    const select = !selection.has(rowId(pressed));
    const from = isRange && anchor.current !== null ? anchor.current : index;
    const next = new Set(selection);
    for (const row of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (canSelect && !canSelect(row)) continue;
      if (select) next.add(rowId(row));
      else next.delete(rowId(row));
    }
    anchor.current = index;
    onSelection(next);
  }

  const choosable = selectable ? (canSelect ? rows.filter(canSelect) : rows) : [];
  const chosen = selectable ? choosable.reduce((sum, row) => sum + Number(selection.has(rowId(row))), 0) : 0;
  const pageState = !selectable ? null : chosen === 0 ? 'none' : chosen === choosable.length ? 'all' : 'some';
  function selectPage(select: boolean) {
    const next = new Set(selection);
    for (const row of choosable) {
      if (select) next.add(rowId(row));
      else next.delete(rowId(row));
    }
    onSelection?.(next);
  }

  const toTop = useEffectEvent((_shown: string) => {
    anchor.current = null;
    scroller?.scrollTo({ top: 0 });
  });
  const shown = `${sort?.id} ${sort?.direction} ${page}`;
  const shownBefore = useRef(shown);
  useEffect(() => {
    // Not when it is mounted: the router restores where it was scrolled.
    if (shownBefore.current !== shown) toTop(shown);
    shownBefore.current = shown;
  }, [shown]);

  // Scrolls the row that the keyboard moved to into view, clear of the headings, and focuses it so that it is
  // announced.
  const showRow = useEffectEvent((id: RowId) => {
    const index = rows.findIndex((row) => rowId(row) === id);
    if (index < 0) return undefined;
    scrollToRow(index);
    return requestAnimationFrame(() => {
      scroller?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)?.focus({ preventScroll: true });
    });
  });
  useEffect(() => {
    if (activeId === null) return undefined;
    const frame = showRow(activeId);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [activeId]);

  const before = start * rowPx;
  const after = (rows.length - end) * rowPx;
  const span = columns.length + Number(selectable) + Number(layout.hasFiller);

  function renderRow(row: Row, index: number) {
    const id = rowId(row);
    return (
      <DataTableRow
        key={id}
        row={row}
        id={id}
        index={index}
        placed={layout.placed}
        hasFiller={layout.hasFiller}
        selected={!selectable ? null : canSelect && !canSelect(row) ? undefined : selection.has(id)}
        name={rowName?.(row) ?? String(id)}
        active={id === activeId}
        className={rowClassName?.(row)}
      />
    );
  }

  return (
    <div
      ref={setScroller}
      data-scroll-restoration-id={label}
      // Focusable, so that it can be scrolled by keyboard.
      tabIndex={0}
      role="group"
      aria-label={`${label}, scrollable`}
      className={cx('dt', className)}
      style={
        {
          '--dt-row': `${rowPx}px`,
          scrollPaddingTop: headPx,
          scrollPaddingLeft: layout.stickyWidth,
        } as CSSProperties
      }
    >
      <table
        aria-label={label}
        aria-rowcount={rowCount ?? rows.length + 1}
        aria-busy={loading || stale || undefined}
        data-density={density}
        data-stale={stale || undefined}
        style={{ minWidth: layout.total }}
      >
        <colgroup>
          {selectable ? <col style={{ width: SELECT_PX }} /> : null}
          {layout.placed.map(({ column, width, grows }) => (
            <col key={column.id} style={grows ? undefined : { width }} />
          ))}
          {layout.hasFiller ? <col /> : null}
        </colgroup>
        <DataTableHeader
          layout={layout}
          sort={sort}
          onSort={onSort}
          onResize={onWidths ? resize : undefined}
          selection={pageState}
          onSelectPage={selectPage}
        />
        {totals && !showSkeleton && rows.length > 0 ? (
          <tbody className="dt-totals">
            <tr>
              {selectable ? <td className={cx('dt-select dt-sticky', !layout.placed[0]?.style && 'dt-edge')} /> : null}
              {layout.placed.map(({ column, className, style }) => (
                <td key={column.id} className={className || undefined} style={style}>
                  {totals[column.id]}
                </td>
              ))}
              {layout.hasFiller ? <td aria-hidden /> : null}
            </tr>
          </tbody>
        ) : null}
        <tbody
          onMouseOver={titleWhenCut}
          // Checkbox changes bubble up to here, so that rows need no handler of their own.
          onChange={(event) => {
            const box = event.target instanceof Element ? event.target.closest('.dt-select') : null;
            const row = box?.closest('tr')?.dataset['row'];
            const { nativeEvent } = event;
            if (row) toggle(Number(row), nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey);
          }}
          onClick={(event) => {
            if (!onRowClick || !(event.target instanceof Element)) return;
            if (event.target.closest('a, button, input, label') || getSelection()?.type === 'Range') return;
            const row = rows[Number(event.target.closest('tr')?.dataset['row'])];
            if (row !== undefined) onRowClick(row);
          }}
          onContextMenu={(event) => {
            if (!onRowContextMenu || !(event.target instanceof Element)) return;
            const row = rows[Number(event.target.closest('tr')?.dataset['row'])];
            if (row !== undefined) onRowContextMenu(row, event);
          }}
        >
          {showSkeleton ? (
            Array.from({ length: skeletonRows }, (_, index) => (
              <tr key={index} aria-hidden>
                {selectable ? <td className="dt-select dt-sticky" /> : null}
                {layout.placed.map(({ column, className, style }) => (
                  <td key={column.id} className={className || undefined} style={style}>
                    <span className="skeleton dt-skeleton" data-size={(index * 7 + column.id.length * 3) % 4} />
                  </td>
                ))}
                {layout.hasFiller ? <td /> : null}
              </tr>
            ))
          ) : rows.length === 0 ? (
            <tr className="dt-empty">
              <td colSpan={span}>
                <div>{empty}</div>
              </td>
            </tr>
          ) : (
            <>
              {before > 0 ? (
                <tr aria-hidden className="dt-spacer">
                  <td colSpan={span} style={{ height: before }} />
                </tr>
              ) : null}
              {rows.slice(start, end).map((row, offset) => renderRow(row, start + offset))}
              {after > 0 ? (
                <tr aria-hidden className="dt-spacer">
                  <td colSpan={span} style={{ height: after }} />
                </tr>
              ) : null}
            </>
          )}
        </tbody>
      </table>
    </div>
  );
}

export type { Column, Density, RowId, Sort } from './column.ts';
export type { ColumnWidths } from './useColumnWidths.ts';
