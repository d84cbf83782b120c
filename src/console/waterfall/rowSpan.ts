import type { Span } from './useVisibleSpan.ts';

/** Heights in pixels, the same as in waterfall.css. */
export const heights = { head: 32, gap: 10, heading: 32, row: 44 } as const;

/** Above this number of rows only visible ones are rendered. */
export const maxRows = 60;

/**
 * The rows of a block inside a span, as a range of indexes excluding the last; `top` is the position of the first row.
 */
export function rowsIn({ from, to }: Span, top: number, count: number): { first: number; last: number } {
  const clamp = (index: number) => Math.min(count, Math.max(0, index));
  return { first: clamp(Math.floor((from - top) / heights.row)), last: clamp(Math.ceil((to - top) / heights.row)) };
}

/** A rendered row, or the number of rows left out. */
export type Part<Row> = { row: Row; index: number } | { skipped: number; index: number };

/** Splits a block into parts, of which only a range is rendered; a pinned row is rendered wherever it is. */
export function partsOf<Row extends { id: number }>(
  rows: readonly Row[],
  { first, last }: { first: number; last: number },
  pinnedId: number | null,
): Part<Row>[] {
  const parts: Part<Row>[] = [];
  let skipped = 0;
  rows.forEach((row, index) => {
    if ((index < first || index >= last) && row.id !== pinnedId) {
      skipped += 1;
      return;
    }
    if (skipped > 0) parts.push({ skipped, index: index - skipped });
    skipped = 0;
    parts.push({ row, index });
  });
  if (skipped > 0) parts.push({ skipped, index: rows.length - skipped });
  return parts;
}
