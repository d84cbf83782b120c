import type { BoughtAd } from './createBudgetLedger.ts';
import type { Lease, LedgerReport } from './ledgerReport.ts';

/** An ad whose notice or event came to another process than the one that bid for it. */
export interface AdNotice {
  kind: 'won' | 'billed';
  ad: BoughtAd;
}

/** Campaigns of one call at most: of others it is told with the next. */
export const maxLedgersPerCall = 20_000;

/** What a node tells the controller each second: POST /internal/budgets. */
export interface BudgetCall {
  /** Names one run of a process. */
  node: string;
  /** Counts its calls: one that comes after a later one is refused. */
  seq: number;
  /** The run whose holds it has taken over; null when it has, and the controller knows it. */
  before: string | null;
  /** Whether it stops, and wants nothing any more. */
  isLeaving: boolean;
  /** The time up to which it takes impressions as counted, in milliseconds since the epoch. */
  countedTo: number;
  books: LedgerReport[];
  ads: AdNotice[];
  /** Where it goes on to hear of ads; empty = from the beginning. */
  cursor: string;
}

/** What the controller answers. */
export interface BudgetAnswer {
  leases: Lease[];
  countedTo: number;
  ads: AdNotice[];
  cursor: string;
}
