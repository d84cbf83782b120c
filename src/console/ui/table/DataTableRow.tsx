import { memo } from 'react';
import type { RowId } from './column.ts';
import type { PlacedColumn } from './useColumnLayout.ts';
import { cx } from '../cx.ts';

export type DataTableRowProps<Row> = {
  row: Row;
  id: RowId;
  index: number;
  placed: readonly PlacedColumn<Row>[];
  hasFiller: boolean;
  /** Null: rows cannot be selected; undefined: this row cannot. */
  selected: boolean | null | undefined;
  name: string;
  active: boolean;
  className: string | undefined;
};

/** React needs a handler; the change bubbles to the table's body, which has the selection. */
function reportedByBody() {}

function Row<Row>({ row, id, index, placed, hasFiller, selected, name, active, className }: DataTableRowProps<Row>) {
  return (
    <tr
      data-row={index}
      data-id={id}
      data-active={active || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      tabIndex={active ? -1 : undefined}
      className={className}
    >
      {selected === null ? null : (
        <td className={cx('dt-select dt-sticky', !placed[0]?.style && 'dt-edge')}>
          <label>
            <input
              type="checkbox"
              className="check"
              aria-label={`Select ${name}`}
              checked={selected ?? false}
              disabled={selected === undefined}
              onChange={reportedByBody}
            />
          </label>
        </td>
      )}
      {placed.map((place) => (
        <td
          key={place.column.id}
          className={place.className || undefined}
          style={place.style}
          title={place.column.title?.(row)}
        >
          {place.column.cell(row)}
        </td>
      ))}
      {hasFiller ? <td aria-hidden /> : null}
    </tr>
  );
}

/** One row; it re-renders only when its own data, its selection or the columns change. */
export const DataTableRow = memo(Row) as typeof Row;
