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

/** Figures plus a share of others: counts to whole numbers, money to a nano-dollar. */
function withShare(hours: Figures, hour: Figures, share: number): Figures {
  const scale = BigInt(Math.round(share * 1e6));
  const plus = (sum: bigint, partial: bigint) => sum + (partial * scale) / 1_000_000n;
  return {
    sumOf: (id, key) => plus(hours.sumOf(id, key), hour.sumOf(id, key)),
    totalOf: (ids, key) => plus(hours.totalOf(ids, key), hour.totalOf(ids, key)),
    partsOf: () => [],
  };
}

const noFigures: Figures = { sumOf: () => 0n, totalOf: () => 0n, partsOf: () => [] };
