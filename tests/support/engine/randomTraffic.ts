import { seededRank } from '#engine/auction/seededRank.ts';

/** Seeded random numbers for simulations. */
export interface RandomTraffic {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from 0, below `below`. */
  below(below: number): number;
  /** A Poisson-distributed number with this mean. */
  arrivals(mean: number): number;
}

/** Random traffic for a seed. */
export function randomTraffic(seed: number): RandomTraffic {
  let count = 0;
  const next = () => 1 - Math.exp(-seededRank(seed, (count += 1), 1));
  return {
    next,
    below: (below) => Math.floor(next() * below),
    arrivals(mean) {
      if (mean > 50) {
        const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
      }
      const end = Math.exp(-mean);
      let arrived = 0;
      for (let product = next(); product > end; product *= next()) arrived += 1;
      return arrived;
    },
  };
}
