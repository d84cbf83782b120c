import type { Candidate, Tier } from '../plan/plan.ts';
import { pickRandomRank } from './pickRandomRank.ts';

/** The order in which the candidates of a tier are called. */
export interface CallOrder {
  candidates: readonly Candidate[];
  /** Their places, from 0 on, which decide between equal prices; null where chance does. */
  places: ReadonlyMap<Candidate, number> | null;
}

/**
 * The order of a tier for one request. By rate, and equal rates by chance in proportion to their weights; in a tier that is
 * optimised by the places that were measured. One without a place leads as often as a draw among all would have put it
 * first: that is how it gets a place. The others without one come last.
 */
export function callOrder({ candidates, hasTies, isOptimized }: Omit<Tier, 'tier'>, seed: number): CallOrder {
  if (!hasTies && !isOptimized) return { candidates, places: null };
  const ranked = candidates.map((candidate) => ({
    candidate,
    rank: pickRandomRank(seed, candidate.tag.id, candidate.weight),
  }));
  if (!isOptimized) {
    ranked.sort((a, b) => b.candidate.tag.rate - a.candidate.tag.rate || a.rank - b.rank);
    return { candidates: ranked.map(({ candidate }) => candidate), places: null };
  }
  ranked.sort((a, b) => a.rank - b.rank);
  const byRank = ranked.map(({ candidate }) => candidate);
  const first = byRank[0]?.place === null ? byRank[0] : undefined;
  const order = [
    ...(first ? [first] : []),
    ...byRank.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0)),
    ...byRank.filter((candidate) => candidate.place === null && candidate !== first),
  ];
  return { candidates: order, places: new Map(order.map((candidate, index) => [candidate, index])) };
}
