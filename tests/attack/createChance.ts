import { seededRandom } from '../../src/demo/chance.ts';

/** Random choices that are the same for the same seed. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  isLucky(probability: number): boolean;
  /** A random element; throws a RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T;
}

/** Creates a sequence. */
export function createChance(seed: number): Chance {
  const next = seededRandom(seed);
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    isLucky: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[below(list.length)] as T;
    },
  };
}
