import { pickRandomRank } from '#engine/auction/pickRandomRank.ts';

/** Chance that is the same for a seed. */
export class RandomSource {
  #count = 0;
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** In [0, 1). */
  next(): number {
    return 1 - Math.exp(-pickRandomRank(this.#seed, (this.#count += 1), 1));
  }

  /** True with a probability. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 on, below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of the values. */
  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Up to four dollars. */
  usd(): string {
    return `${this.below(4)}.${this.below(3)}0`;
  }
}
