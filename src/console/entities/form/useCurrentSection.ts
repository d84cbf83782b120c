import { useCallback, useSyncExternalStore, type RefObject } from 'react';

/** Pixels below the top of the scrolled area at which a section becomes the current one. */
const readingLinePx = 120;

/** The ID of the section that a scrolled form shows at its top; the first one until it is known. */
export function useCurrentSection(scroller: RefObject<HTMLElement | null>, ids: readonly string[]): string | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const box = scroller.current;
      box?.addEventListener('scroll', onChange, { passive: true });
      return () => box?.removeEventListener('scroll', onChange);
    },
    [scroller],
  );
  return useSyncExternalStore(subscribe, () => {
    const box = scroller.current;
    if (!box) return ids[0];
    const line = box.getBoundingClientRect().top + readingLinePx;
    const isAbove = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line;
    return ids.findLast(isAbove) ?? ids[0];
  });
}
