import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum milliseconds that background work may block the event loop at once. */
const sliceMs = 2;

/** Yields to the event loop whenever a slice is used up: `await slice()` between small pieces of work. */
export function createSlicer(now: () => number): () => Promise<void> | undefined {
  let start = now();
  return () => {
    if (now() - start < sliceMs) return undefined;
    return nextTurn().then(() => {
      start = now();
    });
  };
}
