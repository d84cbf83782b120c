/** Random choices, the same in every run with the same seed. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  isLucky(probability: number): boolean;
  /** One element; throws a RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T;
}

/** Starts a sequence (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
