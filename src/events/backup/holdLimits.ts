/**
 * Limits of a cut on several nodes, in ms. A worker that is held goes on by itself after `held`; the one that makes the
 * cut began to count before, so it relies on less.
 */
export const holdLimits = {
  /** Until every worker has said that it is ready. None is held meanwhile. */
  ready: 120_000,
  /** For which a worker loads what is sealed before it is ready. */
  drain: 60_000,
  /** Until every loader is empty and held. */
  gather: 45_000,
  /** Until the cut is made, from the order to pause. */
  cut: 55_000,
  held: 60_000,
  /** Without anything that a node sends. */
  silence: 60_000,
} as const;
