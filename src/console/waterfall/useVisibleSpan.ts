import { useCallback, useSyncExternalStore } from 'react';

/** A part of an element's height, in pixels from its top. */
export interface Span {
  from: number;
  to: number;
}

/** What is rendered beyond the part in view, and the steps in which the part moves: most scrolling renders nothing. */
const overscan = 440;
const step = 220;

/** The part of an element that is in view where it scrolls, with some more at both ends; all of it before that is known. */
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

/** The nearest element around another that scrolls it up and down. */
export function scrollerOf(element: Element): HTMLElement | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}
