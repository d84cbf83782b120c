/** A sum over a sample, and within what it is to be trusted in 95 of 100 cases. */
export interface SampleSum {
  add(weight: number, value: number): void;
  readonly total: number;
  readonly margin: number;
}

/** Of a normal distribution, what holds 95 of 100 cases. */
const z = 1.96;

/** Sums values of a Poisson sample by Horvitz and Thompson: each stands for as many requests as its weight says. */
export function createSampleSum(): SampleSum {
  let total = 0;
  let variance = 0;
  return {
    add(weight, value) {
      total += weight * value;
      variance += Math.max(0, weight * (weight - 1)) * value ** 2;
    },
    get total() {
      return total;
    },
    get margin() {
      return z * Math.sqrt(variance);
    },
  };
}
