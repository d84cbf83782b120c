import { ArrowDown, ArrowUp } from 'lucide-react';
import { lazy, Suspense, type ComponentType, useId, useRef, useState } from 'react';
import { ColumnResizer } from './ColumnResizer.tsx';
import type { Column, Sort } from './column.ts';
import type { ColumnLayout, PlacedColumn } from './useColumnLayout.ts';
import type { ResizeColumn } from './useColumnWidths.ts';
import { cx } from '../cx.ts';

// Loaded with the first heading that gets the keyboard focus. Without it the heading still has its description.
const HeadingHint = lazy<ComponentType<{ anchor: Element; text: string }>>(() =>
  import('./HeadingHint.tsx').then(
    (module) => ({ default: module.HeadingHint }),
    () => ({ default: () => null }),
  ),
);

export type DataTableHeaderProps<Row> = {
  layout: ColumnLayout<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  /** Undefined: widths are fixed. */
  onResize: ResizeColumn | undefined;
  /** Null: no checkboxes. */
  selection: 'none' | 'some' | 'all' | null;
  onSelectPage: (select: boolean) => void;
};

function nextSort<Row>(column: Column<Row>, sort: Sort | null): Sort {
  const first = column.firstSort ?? (column.align === 'end' ? 'desc' : 'asc');
  if (sort?.id !== column.id) return { id: column.id, direction: first };
  return { id: column.id, direction: sort.direction === 'asc' ? 'desc' : 'asc' };
}

function Header<Row>({
  place,
  sort,
  onSort,
  onResize,
}: { place: PlacedColumn<Row> } & Pick<DataTableHeaderProps<Row>, 'sort' | 'onSort' | 'onResize'>) {
  const { column } = place;
  const labelId = useId();
  const cell = useRef<HTMLTableCellElement>(null);
  // The heading whose hint is open.
  const [hinted, setHinted] = useState<Element | null>(null);
  const sorted = sort?.id === column.id ? sort.direction : null;
  const sortable = column.sortable === true && onSort !== undefined;

  return (
    <th
      ref={cell}
      scope="col"
      // The column's name without that of its resize handle.
      aria-labelledby={labelId}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(place.className, sortable && 'dt-sortable')}
      style={place.style}
      title={column.hint}
    >
      {sortable ? (
        <button
          type="button"
          aria-description={column.hint}
          onClick={() => onSort(nextSort(column, sort))}
          onFocus={({ currentTarget }) => setHinted(currentTarget.matches(':focus-visible') ? currentTarget : null)}
          onBlur={() => setHinted(null)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setHinted(null);
          }}
        >
          <span id={labelId} className="dt-label">
            {column.header}
          </span>
          <span aria-hidden className="dt-arrow" data-on={sorted ? '' : undefined}>
            {sorted === 'desc' || (!sorted && nextSort(column, null).direction === 'desc') ? (
              <ArrowDown />
            ) : (
              <ArrowUp />
            )}
          </span>
        </button>
      ) : (
        <span id={labelId} className="dt-label">
          {column.header}
        </span>
      )}
      {hinted && column.hint ? (
        <Suspense>
          <HeadingHint anchor={hinted} text={column.hint} />
        </Suspense>
      ) : null}
      {onResize ? <ColumnResizer place={place} cell={cell} onResize={onResize} /> : null}
    </th>
  );
}

/** The heading row of a DataTable: sort buttons, resize handles and the checkbox of the page. */
export function DataTableHeader<Row>({
  layout,
  sort,
  onSort,
  onResize,
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
          <Header key={place.column.id} place={place} sort={sort} onSort={onSort} onResize={onResize} />
        ))}
        {layout.hasFiller ? <td aria-hidden /> : null}
      </tr>
    </thead>
  );
}
