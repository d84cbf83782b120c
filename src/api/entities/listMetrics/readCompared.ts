import { shareOfSum } from '#reports/index.ts';
import type { Figures } from './figures.ts';
import type { ComparedPeriod, Period } from './listPeriod.ts';

/** Reads the figures of an earlier period, of whose last hour a share counts; null while they are unavailable. */
export async function readCompared(
  { whole, partial }: ComparedPeriod,
  read: (period: Period) => Promise<Figures | null>,
): Promise<Figures | null> {
  const [hours, hour] = await Promise.all([
    whole ? read(whole) : noFigures,
    partial ? read(partial.period) : noFigures,
  ]);
  return hours && hour && withShare(hours, hour, partial?.share ?? 0);
}

/** Figures plus a share of others. */
function withShare(hours: Figures, hour: Figures, share: number): Figures {
  const plus = (sum: bigint, partial: bigint) => sum + shareOfSum(partial, share);
  return {
    sumOf: (id, key) => plus(hours.sumOf(id, key), hour.sumOf(id, key)),
    totalOf: (ids, key) => plus(hours.totalOf(ids, key), hour.totalOf(ids, key)),
    partsOf: () => [],
  };
}

const noFigures: Figures = { sumOf: () => 0n, totalOf: () => 0n, partsOf: () => [] };
