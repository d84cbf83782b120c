import { useCallback, useSyncExternalStore } from 'react';

/** A vertical part of an element, in pixels from its top. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Pixels rendered beyond the visible part, and the steps in which the span moves, so that most scroll events render
 * nothing.
 */
const overscan = 440;
const step = 220;

/**
 * The visible part of an element in its scroll container, with some more at both ends; the whole element until it is
 * known.
 */
export function useVisibleSpan(element: HTMLElement | null, isWanted: boolean): Span {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const scroller = isWanted && element ? scrollerOf(element) : null;
      if (!scroller) return () => {};
      const size = new ResizeObserver(onChange);
      size.observe(scroller);
      scroller.addEventListener('scroll', onChange, { passive: true });
      return () => {
        size.disconnect();
        scroller.removeEventListener('scroll', onChange);
      };
    },
    [element, isWanted],
  );
  const from = useSyncExternalStore(subscribe, () => {
    const scroller = isWanted && element ? scrollerOf(element) : null;
    if (!scroller || !element) return -Infinity;
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    return Math.floor(above / step) * step - overscan;
  });
  const height = useSyncExternalStore(subscribe, () => {
    const scroller = isWanted && element ? scrollerOf(element) : null;
    return scroller ? scroller.clientHeight + 2 * overscan + step : Infinity;
  });
  return { from, to: from === -Infinity ? Infinity : from + height };
}

/** The nearest ancestor that scrolls an element vertically. */
export function scrollerOf(element: Element): HTMLElement | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}
