import { heights } from './rowSpan.ts';

/** The room of rows that are out of view. */
export function SkippedRows({ count, columnCount }: { count: number; columnCount: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} className="border-0!" style={{ height: count * heights.row }} />
    </tr>
  );
}
