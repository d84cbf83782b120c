import type { Candidate } from '../plan/plan.ts';

/** How many more ads of a candidate a viewer may see who has seen `seen` of them; null = nobody knows the viewer, or it is not limited. */
export function adsLeft({ frequency }: Pick<Candidate, 'frequency'>, seen: number | null): number {
  return frequency && seen !== null ? Math.max(0, frequency.imps - seen) : Infinity;
}
