/** The figures counted per request. */
export const figureKeys = ['reqs', 'slots', 'opps', 'imps', 'rev', 'cost', 'profit'] as const;
export type FigureKey = (typeof figureKeys)[number];
export type Figures = Record<FigureKey, number>;

/** A figure before and after, with the 95 % margin of error of the difference. */
export interface Difference {
  before: number;
  after: number;
  difference: number;
  margin: number;
}

/** Totals of a sample, added request by request. */
export interface PairedSums {
  add(weight: number, before: Figures, after: Figures): void;
  of(key: FigureKey): Difference;
  /** Impressions per slot. */
  fill(): Difference;
}

/** The 95 % quantile of the normal distribution, two-sided. */
const z = 1.96;

/**
 * Number of differing requests that the sample may have missed. With it, the interval covers 95 % of cases even where
 * few requests differ; where none differs, it amounts to three times the sampling factor (rule of three).
 */
const unseen = (3 / z) ** 2;

/**
 * Sums of a Poisson sample (Horvitz–Thompson estimator). The same requests are compared before and after, so only those
 * with a different result add uncertainty, and those that the sample may have missed. `isTotal`: whether to allow for
 * missed ones even where none differs.
 */
export function createPairedSums({ isTotal }: { isTotal: boolean }): PairedSums {
  const before = noFigures();
  const after = noFigures();
  const variance = noFigures();
  const largest = noFigures();
  const squaresBefore = noFigures();
  let count = 0;
  let spreads = 0;
  /** Products of the parts of a fill: impressions and slots, before and after. */
  const products = Array.from({ length: 16 }, () => 0);
  /** The variance of requests that are not in the sample, assumed to differ as much as the one that differs most. */
  const varianceUnseen = (key: FigureKey): number => {
    if (count === 0) return 0;
    if (largest[key] > 0) return (unseen * spreads * largest[key]) / count;
    // The number of requests changes only at the gates, and requests refused there are sampled like all others.
    return isTotal && key !== 'reqs' ? (unseen * spreads * squaresBefore[key]) / count ** 2 : 0;
  };
  return {
    add(weight, was, is) {
      const spread = Math.max(0, weight * (weight - 1));
      for (const key of figureKeys) {
        before[key] += weight * was[key];
        after[key] += weight * is[key];
        const square = (is[key] - was[key]) ** 2;
        variance[key] += spread * square;
        largest[key] = Math.max(largest[key], square);
        squaresBefore[key] += was[key] ** 2;
      }
      count += 1;
      spreads += spread;
      const parts = [was.imps, was.slots, is.imps, is.slots];
      for (const [row, one] of parts.entries()) {
        for (const [column, other] of parts.entries()) {
          products[4 * row + column] = (products[4 * row + column] ?? 0) + spread * one * other;
        }
      }
    },
    of: (key) => ({
      before: before[key],
      after: after[key],
      difference: after[key] - before[key],
      margin: z * Math.sqrt(variance[key] + varianceUnseen(key)),
    }),
    fill() {
      const was = ratio(before.imps, before.slots);
      const is = ratio(after.imps, after.slots);
      // Derivatives of the ratios by each of their parts (delta method).
      const slopes = [
        -ratio(1, before.slots),
        ratio(was, before.slots),
        ratio(1, after.slots),
        -ratio(is, after.slots),
      ];
      let spread = 0;
      for (const [row, one] of slopes.entries()) {
        for (const [column, other] of slopes.entries()) spread += one * other * (products[4 * row + column] ?? 0);
      }
      const missed = varianceUnseen('imps') * ratio(1, before.slots) ** 2;
      return { before: was, after: is, difference: is - was, margin: z * Math.sqrt(Math.max(0, spread) + missed) };
    },
  };
}

/** Figures of zero. */
export function noFigures(): Figures {
  return { reqs: 0, slots: 0, opps: 0, imps: 0, rev: 0, cost: 0, profit: 0 };
}

function ratio(top: number, bottom: number): number {
  return bottom === 0 ? 0 : top / bottom;
}
