import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Column, Sort } from './column.ts';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from './useColumnLayout.ts';
import type { ColumnLayout, PlacedColumn } from './useColumnLayout.ts';
import { cx } from './cx.ts';

export type DataTableHeaderProps<Row> = {
  layout: ColumnLayout<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  onWidth: ((id: string, width: number | null) => void) | undefined;
  /** null: no check boxes. */
  selection: 'none' | 'some' | 'all' | null;
  onSelectPage: (select: boolean) => void;
};

function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, width)));
}

/** The width at which no shown cell of a column is cut off. */
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
  // Padding on both sides, and the place of the sort arrow.
  return clampWidth(widest + 36);
}

function nextSort<Row>(column: Column<Row>, sort: Sort | null): Sort {
  const first = column.firstSort ?? (column.align === 'end' ? 'desc' : 'asc');
  if (sort?.id !== column.id) return { id: column.id, direction: first };
  return { id: column.id, direction: sort.direction === 'asc' ? 'desc' : 'asc' };
}

function Header<Row>({
  place,
  sort,
  onSort,
  onWidth,
}: { place: PlacedColumn<Row> } & Pick<DataTableHeaderProps<Row>, 'sort' | 'onSort' | 'onWidth'>) {
  const { column } = place;
  const cell = useRef<HTMLTableCellElement>(null);
  const sorted = sort?.id === column.id ? sort.direction : null;
  const sortable = column.sortable === true && onSort !== undefined;

  function drag(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0 || !cell.current || !onWidth) return;
    event.preventDefault();
    const handle: HTMLSpanElement = event.currentTarget;
    const startX = event.clientX;
    const start = cell.current.offsetWidth;
    const done = new AbortController();
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener(
      'pointermove',
      (move) => {
        if (Math.abs(move.clientX - startX) > 2) onWidth(column.id, clampWidth(start + move.clientX - startX));
      },
      { signal: done.signal },
    );
    handle.addEventListener('lostpointercapture', () => done.abort(), { signal: done.signal });
  }
  function nudge(event: KeyboardEvent) {
    if (!onWidth || !event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    onWidth(column.id, clampWidth(place.width + (event.key === 'ArrowRight' ? 16 : -16)));
  }

  return (
    <th
      ref={cell}
      scope="col"
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(place.className, sortable && 'dt-sortable')}
      style={place.style}
      title={column.hint}
    >
      {sortable ? (
        <button type="button" onClick={() => onSort(nextSort(column, sort))} onKeyDown={nudge}>
          <span className="dt-label">{column.header}</span>
          <span aria-hidden className="dt-arrow" data-on={sorted ? '' : undefined}>
            {sorted === 'desc' || (!sorted && nextSort(column, null).direction === 'desc') ? (
              <ArrowDown />
            ) : (
              <ArrowUp />
            )}
          </span>
        </button>
      ) : (
        <span className="dt-label">{column.header}</span>
      )}
      {onWidth ? (
        <span
          aria-hidden
          className="dt-resize"
          title="Drag to resize, double-click to fit"
          onPointerDown={drag}
          onDoubleClick={() => {
            if (cell.current) onWidth(column.id, fittingWidth(cell.current));
          }}
        />
      ) : null}
    </th>
  );
}

/** The heading row of a DataTable: sort buttons, width handles and the check box of the page. */
export function DataTableHeader<Row>({
  layout,
  sort,
  onSort,
  onWidth,
  selection,
  onSelectPage,
}: DataTableHeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection === null ? null : (
          <th scope="col" className={cx('dt-select dt-sticky', !layout.placed[0]?.style && 'dt-edge')}>
            <label>
              <input
                type="checkbox"
                className="check"
                aria-label="Select all rows of this page"
                checked={selection === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = selection === 'some';
                }}
                onChange={() => onSelectPage(selection !== 'all')}
              />
            </label>
          </th>
        )}
        {layout.placed.map((place) => (
          <Header key={place.column.id} place={place} sort={sort} onSort={onSort} onWidth={onWidth} />
        ))}
        {layout.hasFiller ? <td aria-hidden /> : null}
      </tr>
    </thead>
  );
}
