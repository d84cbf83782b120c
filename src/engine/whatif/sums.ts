/** What is counted of each request. */
export const figureKeys = ['reqs', 'opps', 'imps', 'rev', 'cost', 'profit'] as const;
export type FigureKey = (typeof figureKeys)[number];
export type Figures = Record<FigureKey, number>;

/** A figure before and after, and how sure the difference is: it lies within ± margin in 95 of 100 cases. */
export interface Difference {
  before: number;
  after: number;
  difference: number;
  margin: number;
}

/** Totals of a sample, drawn request by request. */
export interface PairedSums {
  add(weight: number, before: Figures, after: Figures): void;
  of(key: FigureKey): Difference;
  /** Impressions for each request. */
  fill(): Difference;
}

/** Of a normal distribution, what holds 95 of 100 cases. */
const z = 1.96;

/**
 * Differences that a sample may have missed, beside those that it has: with these the interval holds 95 of 100 cases where
 * few requests differ, too. Of a difference that none has, three times what a request stands for.
 */
const unseen = (3 / z) ** 2;

/**
 * Sums of a Poisson sample by Horvitz and Thompson. What is compared are the same requests before and after: only those
 * that come out another way make the difference unsure, and those that the sample may have missed. `isWhole`: whether to
 * reckon with these where not one differs.
 */
export function createPairedSums({ isTotal }: { isTotal: boolean }): PairedSums {
  const before = noFigures();
  const after = noFigures();
  const variance = noFigures();
  const largest = noFigures();
  const squaresBefore = noFigures();
  let count = 0;
  let spreads = 0;
  /** Products of what a fill is made of: impressions and requests, before and after. */
  const products = Array.from({ length: 16 }, () => 0);
  /** What requests bring to the variance that are not in the sample, and differ as the one that differs most. */
  const varianceUnseen = (key: FigureKey): number => {
    if (count === 0) return 0;
    if (largest[key] > 0) return (unseen * spreads * largest[key]) / count;
    // Requests are lost at the gates alone, where all that fail are in the sample alike.
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
      const parts = [was.imps, was.reqs, is.imps, is.reqs];
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
      const was = ratio(before.imps, before.reqs);
      const is = ratio(after.imps, after.reqs);
      // The ratios' change with each of their parts, by Taylor.
      const slopes = [-ratio(1, before.reqs), ratio(was, before.reqs), ratio(1, after.reqs), -ratio(is, after.reqs)];
      let spread = 0;
      for (const [row, one] of slopes.entries()) {
        for (const [column, other] of slopes.entries()) spread += one * other * (products[4 * row + column] ?? 0);
      }
      const missed = varianceUnseen('imps') * ratio(1, before.reqs) ** 2;
      return { before: was, after: is, difference: is - was, margin: z * Math.sqrt(Math.max(0, spread) + missed) };
    },
  };
}

/** Figures of nothing. */
export function noFigures(): Figures {
  return { reqs: 0, opps: 0, imps: 0, rev: 0, cost: 0, profit: 0 };
}

function ratio(top: number, bottom: number): number {
  return bottom === 0 ? 0 : top / bottom;
}
