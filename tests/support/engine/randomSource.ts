import { seededRank } from '#engine/auction/seededRank.ts';

/** Seeded random choices. */
export class RandomSource {
  #count = 0;
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A number in [0, 1). */
  next(): number {
    return 1 - Math.exp(-seededRank(this.#seed, (this.#count += 1), 1));
  }

  /** True with this probability. */
  boolean(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from 0, below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of the values. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** A price of up to four dollars. */
  usd(): string {
    return `${this.below(4)}.${this.below(3)}0`;
  }
}
