import type { Candidate } from '../plan/plan.ts';

/**
 * The number of further ads of a candidate for a viewer who has seen `seen`. `seen` is null when the viewer is unknown.
 * Returns Infinity without a limit.
 */
export function adsLeft({ frequency }: Pick<Candidate, 'frequency'>, seen: number | null): number {
  return frequency && seen !== null ? Math.max(0, frequency.imps - seen) : Infinity;
}
