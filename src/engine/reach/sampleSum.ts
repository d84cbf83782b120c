/** A sum over a sample, with its 95 % margin of error. */
export interface SampleSum {
  add(sampleWeight: number, value: number): void;
  readonly total: number;
  readonly margin: number;
}

/** The 95 % quantile of the normal distribution, two-sided. */
const z = 1.96;

/** Sums values of a Poisson sample (Horvitz–Thompson estimator): a request of weight N was sampled 1 in N. */
export function createSampleSum(): SampleSum {
  let total = 0;
  let variance = 0;
  return {
    add(sampleWeight, value) {
      total += sampleWeight * value;
      variance += Math.max(0, sampleWeight * (sampleWeight - 1)) * value ** 2;
    },
    get total() {
      return total;
    },
    get margin() {
      return z * Math.sqrt(variance);
    },
  };
}
