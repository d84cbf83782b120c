/**
 * Limits of a cut on several nodes, in ms. A worker that has paused goes on by itself after `pause`; the one that makes the
 * cut began to count before, so it relies on less.
 */
export const cutLimits = {
  /** Until every worker has said that it is ready. None is paused meanwhile. */
  ready: 120_000,
  /** For which a worker loads what is sealed before it is ready. */
  drain: 60_000,
  /** Until every loader is empty and has paused. */
  gather: 45_000,
  /** Until the cut is made, from the order to pause. */
  cut: 55_000,
  pause: 60_000,
  /** Without anything that a node sends. */
  silence: 60_000,
} as const;
