import { safely } from './safely.ts';

/** The least part of an element that counts as in view. */
const leastPart = 0.5;

/**
 * Tells whether an element is in view, now and at each change: at least half of it, in a tab that shows. Returns what
 * ends it.
 */
export function watchView(element: Element, tell: (isInView: boolean) => void): () => void {
  let part = 0;
  let told: boolean | null = null;
  const judge = safely(() => {
    const isInView = part >= leastPart && document.visibilityState === 'visible';
    if (isInView !== told) tell((told = isInView));
  });
  const observer = new IntersectionObserver(
    (entries) => {
      part = entries[entries.length - 1]?.intersectionRatio ?? 0;
      judge();
    },
    { threshold: [0, leastPart, 1] },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', judge);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', judge);
  };
}

/** Calls once when an element comes near the view, in a tab that shows. Returns what ends it. */
export function onceNear(element: Element, run: () => void): () => void {
  let isNear = false;
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', judge);
  };
  const judge = safely(() => {
    if (!isNear || document.visibilityState !== 'visible') return;
    stop();
    run();
  });
  const observer = new IntersectionObserver(
    (entries) => {
      isNear = entries[entries.length - 1]?.isIntersecting ?? false;
      judge();
    },
    { rootMargin: '300px' },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', judge);
  return stop;
}
