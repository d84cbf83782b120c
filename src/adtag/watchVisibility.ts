import { safely } from './safely.ts';

/** Minimum visible share of an element that counts as in view. */
const minVisibleShare = 0.5;

/**
 * Reports whether an element is in view, now and at each change: at least half of it, in a visible tab. Returns a
 * function that stops watching.
 */
export function watchVisibility(element: Element, onChange: (isInView: boolean) => void): () => void {
  let visibleShare = 0;
  let lastReported: boolean | null = null;
  const update = safely(() => {
    const isInView = visibleShare >= minVisibleShare && document.visibilityState === 'visible';
    if (isInView !== lastReported) onChange((lastReported = isInView));
  });
  const observer = new IntersectionObserver(
    (entries) => {
      visibleShare = entries[entries.length - 1]?.intersectionRatio ?? 0;
      update();
    },
    { threshold: [0, minVisibleShare, 1] },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
}

/**
 * Calls `run` once when an element comes within 300 px of the viewport, in a visible tab. Returns a function that
 * cancels it.
 */
export function whenNearViewport(element: Element, run: () => void): () => void {
  let isNear = false;
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
  const update = safely(() => {
    if (!isNear || document.visibilityState !== 'visible') return;
    stop();
    run();
  });
  const observer = new IntersectionObserver(
    (entries) => {
      isNear = entries[entries.length - 1]?.isIntersecting ?? false;
      update();
    },
    { rootMargin: '300px' },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  return stop;
}
