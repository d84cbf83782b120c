import { useCallback, useSyncExternalStore } from 'react';

export type RowWindowOptions = {
  /** The scroll container; null until it is mounted. */
  scroller: HTMLElement | null;
  count: number;
  /** Height of every row, in pixels. */
  rowPx: number;
  /** Pixels of content before the first row. */
  lead: number;
  /** Pixels at the top that sticky headings cover. */
  cover?: number;
  /** False: all rows are rendered. */
  enabled: boolean;
};

export type RowWindow = {
  /** First row to render. */
  start: number;
  /** One past the last row to render. */
  end: number;
  /** Scrolls as little as needed to show a row in full. */
  scrollToRow: (index: number) => void;
};

/**
 * Maximum number of rendered rows; with headings, totals and spacers a table stays within 60. Only a taller view
 * renders more.
 */
export const MAX_ROWS = 56;

const OVERSCAN = 8;
/** The window moves in steps of this many rows, so that most scroll events render nothing. */
const STEP = 4;

/** The rows to render around the visible ones: some more at both ends, as far as MAX_ROWS allows. */
export function windowOf(first: number, visible: number, count: number): { start: number; end: number } {
  const last = Math.max(0, count - 1);
  const overscan = Math.max(0, Math.min(OVERSCAN, Math.floor((MAX_ROWS - STEP - visible) / 2)));
  return {
    start: Math.max(0, Math.min(first, last - (last % STEP)) - overscan),
    end: Math.min(count, first + visible + STEP + overscan),
  };
}

/** The window of rendered rows in a long list with rows of equal height. */
export function useRowWindow({ scroller, count, rowPx, lead, cover = 0, enabled }: RowWindowOptions): RowWindow {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!scroller || !enabled) return () => {};
      const size = new ResizeObserver(onChange);
      size.observe(scroller);
      scroller.addEventListener('scroll', onChange, { passive: true });
      return () => {
        size.disconnect();
        scroller.removeEventListener('scroll', onChange);
      };
    },
    [scroller, enabled],
  );
  const first = useSyncExternalStore(subscribe, () => {
    const row = Math.floor(Math.max(0, (scroller?.scrollTop ?? 0) - lead + cover) / rowPx);
    return row - (row % STEP);
  });
  const visible = useSyncExternalStore(subscribe, () => Math.ceil((scroller?.clientHeight ?? 0) / rowPx));
  const scrollToRow = useCallback(
    (index: number) => {
      if (!scroller) return;
      // Space between the covered part and the first row, also added at both ends.
      const edge = lead - cover;
      const top = lead + index * rowPx;
      const minTop = top + rowPx + edge - scroller.clientHeight;
      const most = top - edge - cover;
      if (most < scroller.scrollTop) scroller.scrollTo({ top: most });
      else if (minTop > scroller.scrollTop) scroller.scrollTo({ top: minTop });
    },
    [scroller, rowPx, lead, cover],
  );
  if (!enabled) return { start: 0, end: count, scrollToRow };
  return { ...windowOf(first, visible, count), scrollToRow };
}
