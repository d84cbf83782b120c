import type { Candidate } from '../plan/plan.ts';

/**
 * How many more ads of a candidate may be shown to a viewer who has seen `seen`. `seen` is null when the viewer is
 * unknown. Returns Infinity without a limit.
 */
export function adsLeft({ frequency }: Pick<Candidate, 'frequency'>, seen: number | null): number {
  return frequency && seen !== null ? Math.max(0, frequency.imps - seen) : Infinity;
}
