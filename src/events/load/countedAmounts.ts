import type { FactRow } from './factRows.ts';

/** Counted impressions, and their amounts in nano-USD. */
export interface CountedAmounts {
  imps: number;
  /** Revenue. */
  rev: number;
  /** Payments to publishers. */
  cost: number;
}

/** Sums the counted impressions among rows by integration; `unknown` where a row does not name it. */
export function createAmountSums(): {
  add(row: FactRow): void;
  sums: ReadonlyMap<string, Readonly<CountedAmounts>>;
} {
  const sums = new Map<string, CountedAmounts>();
  return {
    add({ imps, integration = 'unknown', rev = 0, cost = 0 }) {
      if (!imps) return;
      const sum = sums.get(integration) ?? { imps: 0, rev: 0, cost: 0 };
      sums.set(integration, sum);
      sum.imps += imps;
      sum.rev += rev;
      sum.cost += cost;
    },
    sums,
  };
}
