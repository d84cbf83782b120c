import type { BudgetUnit } from './budgetsOf.ts';

/** A node's report on a campaign to the controller. Amounts are in the campaign's unit. */
export interface LedgerReport {
  campaignId: number;
  unit: BudgetUnit;
  /** Leased and available for bids. */
  free: number;
  /** Reserved for bids, in all states. */
  reserved: number;
  /** The part of `reserved` whose impressions are billed but not counted yet. */
  billed: number;
  /** The expected spend of the other reservations. */
  expected: number;
  /** The expected spend per second of all its opportunities. */
  opportunityRate: number;
  /** The part of bid amounts that is billed in the end (0–1). */
  winRate: number;
  /** Average milliseconds from bid to bill. */
  latencyMs: number;
  /** The highest price requested lately: a smaller lease is of no use. */
  peakPrice: number;
}

/** The controller's lease of a campaign to a node. */
export interface Lease {
  campaignId: number;
  unit: BudgetUnit;
  /** The amount granted; negative = to be returned. */
  grant: number;
  /** Target spend per second of its bids; null = as fast as possible. */
  rate: number | null;
}
