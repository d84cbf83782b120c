import type { Candidate, Tier } from '../plan/plan.ts';
import { seededRank } from './seededRank.ts';

/** The order in which the candidates of a tier are called. */
export interface CallOrder {
  candidates: readonly Candidate[];
  /** Ranks from 0 that break ties between equal prices; null where a weighted draw does. */
  positions: ReadonlyMap<Candidate, number> | null;
}

/**
 * Orders the candidates of a tier for one request. By default: by rate, and equal rates by a weighted draw. In an
 * optimized tier: by measured rank. A candidate without a rank leads as often as a weighted draw among all would put it
 * first, so that it gets measured; the other unranked ones come last.
 */
export function callOrder({ candidates, hasTies, isOptimized }: Omit<Tier, 'tier'>, seed: number): CallOrder {
  if (!hasTies && !isOptimized) return { candidates, positions: null };
  const ranked = candidates.map((candidate) => ({
    candidate,
    rank: seededRank(seed, candidate.tag.id, candidate.weight),
  }));
  if (!isOptimized) {
    ranked.sort((a, b) => b.candidate.tag.rate - a.candidate.tag.rate || a.rank - b.rank);
    return { candidates: ranked.map(({ candidate }) => candidate), positions: null };
  }
  ranked.sort((a, b) => a.rank - b.rank);
  const byRank = ranked.map(({ candidate }) => candidate);
  const first = byRank[0]?.rank === null ? byRank[0] : undefined;
  const order = [
    ...(first ? [first] : []),
    ...byRank.filter(({ rank }) => rank !== null).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)),
    ...byRank.filter((candidate) => candidate.rank === null && candidate !== first),
  ];
  return { candidates: order, positions: new Map(order.map((candidate, index) => [candidate, index])) };
}
