import { pickRandomRank } from '#engine/auction/pickRandomRank.ts';

/** Chance for simulations: the same for the same seed. */
export interface RandomTraffic {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  /** How much comes where `mean` is expected (Poisson). */
  arrivals(mean: number): number;
}

/** Traffic that a seed decides. */
export function randomTraffic(seed: number): RandomTraffic {
  let count = 0;
  const next = () => 1 - Math.exp(-pickRandomRank(seed, (count += 1), 1));
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
