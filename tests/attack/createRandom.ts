import { seededRandom } from '../../src/demo/seededRandom.ts';

/** Random choices that are the same for the same seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  boolean(probability: number): boolean;
  /** A random element; throws a RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T;
}

/** Creates a sequence. */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    boolean: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[below(list.length)] as T;
    },
  };
}
