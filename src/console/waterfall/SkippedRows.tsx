import { heights } from './rowSpan.ts';

/** A spacer in place of rows out of view. */
export function SkippedRows({ count, columnCount }: { count: number; columnCount: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columnCount} className="border-0!" style={{ height: count * heights.row }} />
    </tr>
  );
}
