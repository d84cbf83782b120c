import { type BuyerCurrency, type DemoBuyer } from './buyers.ts';

/** A buyer's statistics since the demo started. */
export interface BuyerStats {
  requests: number;
  /** Requests that it bid on, and the number of bids. */
  answered: number;
  bids: number;
  wins: number;
  /** Billed bids, each counted once. */
  billed: number;
  /** The sum of billed prices, in its currency. */
  spent: number;
  currency: BuyerCurrency;
  /** Losses by loss reason code (OpenRTB list 5.25). */
  losses: Record<string, number>;
  clicks: number;
}

/** The notices of OpenRTB section 4.3: win, billing, loss. */
export const noticeKinds = ['win', 'billing', 'loss'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** A notice as received. */
export interface Notice {
  bid: string;
  /** CPM in the currency of the bid. */
  price: number;
  reason: string;
}

/** Number of remembered billing notices, so that a repeated one is counted once. */
const maxRememberedBills = 10_000;

/** The statistics of the demo's buyers. */
export interface BuyerStatsStore {
  of(buyer: DemoBuyer): BuyerStats;
  /** Records a notice; a repeated billing notice changes nothing. */
  recordNotice(buyer: DemoBuyer, kind: NoticeKind, notice: Notice): void;
  all(): Record<string, BuyerStats>;
}

/** Creates empty statistics. */
export function createBuyerStatsStore(): BuyerStatsStore {
  const statsByBuyer = new Map<string, BuyerStats>();
  const bills = new Set<string>();
  const statsOf = ({ name, currency }: DemoBuyer): BuyerStats => {
    const known = statsByBuyer.get(name);
    if (known) return known;
    const stats = { requests: 0, answered: 0, bids: 0, wins: 0, billed: 0, spent: 0, currency, losses: {}, clicks: 0 };
    statsByBuyer.set(name, stats);
    return stats;
  };
  return {
    of: statsOf,
    recordNotice(buyer, kind, { bid, price, reason }) {
      const stats = statsOf(buyer);
      if (kind === 'win') stats.wins += 1;
      if (kind === 'loss') stats.losses[reason] = (stats.losses[reason] ?? 0) + 1;
      const bill = `${buyer.name} ${bid}`;
      if (kind !== 'billing' || bills.has(bill)) return;
      bills.add(bill);
      const oldest = bills.size > maxRememberedBills ? bills.values().next().value : undefined;
      if (oldest !== undefined) bills.delete(oldest);
      stats.billed += 1;
      stats.spent = Math.round((stats.spent + price / 1000) * 1e9) / 1e9;
    },
    all: () => Object.fromEntries(statsByBuyer),
  };
}
