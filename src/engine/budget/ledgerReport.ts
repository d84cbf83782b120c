import type { BudgetUnit } from './budgetsOf.ts';

/** What a node tells the controller of a campaign. Amounts are in the unit. */
export interface LedgerReport {
  campaignId: number;
  unit: BudgetUnit;
  /** What it may bid with. */
  free: number;
  /** What its bids hold, all in all. */
  held: number;
  /** The part of it whose impressions are billed and not counted yet. */
  billed: number;
  /** What is to be expected of the rest of it. */
  expected: number;
  /** What all of its chances to bid would bring a second. */
  chance: number;
  /** The part of what is bid that is billed in the end. */
  winRate: number;
  /** Milliseconds from bid to bill. */
  latencyMs: number;
  /** The highest price that it was asked for lately: with less nothing can be done. */
  least: number;
}

/** What the controller answers about a campaign. */
export interface Lease {
  campaignId: number;
  unit: BudgetUnit;
  /** What the node gets; below zero what it gives back. */
  grant: number;
  /** What its bids are to bring a second; null = as fast as it can. */
  rate: number | null;
}
