import type { BoughtAd } from './createBudgetLedger.ts';
import type { Lease, LedgerReport } from './ledgerReport.ts';

/** A win or billing notice that reached another process than the one that bid. */
export interface AdNotice {
  kind: 'won' | 'billed';
  ad: BoughtAd;
}

/** Maximum campaigns per call; the others are reported with the next call. */
export const maxLedgersPerCall = 20_000;

/** The report of a node to the controller, sent every second: POST /internal/budgets. */
export interface BudgetCall {
  /** Identifies one run of a process. */
  node: string;
  /** The number of the call: one that arrives after a later one is rejected. */
  seq: number;
  /** The previous run whose reservations it has taken over; null once the controller has confirmed that. */
  previousNode: string | null;
  /** Whether it shuts down and needs no more leases. */
  isLeaving: boolean;
  /** The time up to which it treats impressions as counted, in milliseconds since the epoch. */
  countedTo: number;
  ledgers: LedgerReport[];
  ads: AdNotice[];
  /** The position in the stream of ad notices from which it continues; empty = the beginning. */
  cursor: string;
}

/** The controller's response to a budget call. */
export interface BudgetResponse {
  leases: Lease[];
  countedTo: number;
  ads: AdNotice[];
  cursor: string;
}
