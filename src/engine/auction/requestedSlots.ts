import type { Decision } from './types.ts';

/**
 * The ads that are requested: the `slots` of its pod, or as many as were sold where they leave no time for
 * another one. 1 for a request for a single ad.
 */
export function requestedSlots(slots: number, decision: Decision): number {
  return decision.kind === 'filled' && decision.isFull ? 1 + decision.further.length : slots;
}
