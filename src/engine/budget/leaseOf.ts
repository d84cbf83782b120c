import { isInFlight } from '../flight.ts';
import type { BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';
import { leaseMs, winWaitMs } from './leaseTerms.ts';
import { rateOf, type Spent } from './rateOf.ts';
import type { Lease, LedgerReport } from './ledgerReport.ts';

/** The other nodes' state of a campaign, in its unit. */
export interface OtherLedgers {
  /** Leased or reserved by all other nodes, lost ones included: the amount that they may still spend. */
  outstanding: number;
  billed: number;
  expected: number;
  /** Of live nodes: free money, expected spend per second of their opportunities, and their number. */
  free: number;
  opportunityRate: number;
  count: number;
  /** Whether any of them counts in another unit, as before a change of the campaign. */
  hasUnitMismatch: boolean;
}

/** The inputs of a lease: a campaign's budgets and deliveries, and the report of the requesting node. */
export interface LeaseRequest {
  /** null when it has no budgets any more, or is not active. */
  budgets: CampaignBudgets | null;
  /** Spend counted in the current periods. */
  counted: Spent;
  report: LedgerReport;
  others: OtherLedgers;
  now: number;
}

const leaseS = leaseMs / 1000;
/**
 * The time for which a bid without a notice blocks money, in seconds: `winWaitMs`, and as long again until the
 * controller has the report.
 */
const bidReservationS = (2 * winWaitMs) / 1000;
/** Minimum part of an equal share for a node whose opportunities are not known yet. */
const minShare = 0.05;
/** Maximum part of free money that may be leased at once: the lease of a lost node is blocked for half an hour. */
const maxLeasedShare = 0.5;
/** A node returns money above this multiple of its need. */
const surplusFactor = 1.25;

/**
 * The lease of a node for a campaign. Counted, free and reserved amounts of all nodes together never exceed a budget,
 * in any period, so bids made with leases cannot exceed a budget.
 */
export function leaseOf({ budgets, counted, report, others, now }: LeaseRequest): Lease {
  const { campaignId, unit, free } = report;
  const none: Lease = { campaignId, unit, grant: 0 - free, rate: 0 };
  if (budgets?.unit !== unit || !isInFlight(budgets.flight, now)) return none;
  const unallocated = others.hasUnitMismatch ? 0 : unallocatedOf(budgets, counted, report, others);
  const share = shareOf(report, others);
  const total = rateOf(budgets, {
    spent: withBilled(counted, report.billed + others.billed),
    expected: report.expected + others.expected,
    latencyMs: report.latencyMs,
    now,
  });
  const rate = total === null ? null : total * share;
  const wanted = wantedOf(report, {
    perSecond: rate ?? report.opportunityRate,
    share,
    pot: Math.max(0, unallocated + free + others.free),
  });
  return { campaignId, unit, grant: grantOf(report, wanted, unallocated), rate };
}

/** The part of all budgets that is neither counted nor leased; below zero after a budget cut. */
function unallocatedOf(
  { budgets }: CampaignBudgets,
  counted: Spent,
  report: LedgerReport,
  others: OtherLedgers,
): number {
  const left = Math.min(...budgets.map(({ period, amount }) => amount - counted[period]));
  return left - report.free - report.reserved - others.outstanding;
}

function withBilled(counted: Spent, billed: number): Spent {
  const add = (period: BudgetPeriod) => counted[period] + billed;
  return { hour: add('hour'), day: add('day'), flight: add('flight') };
}

/** The share of a node, by its opportunities. */
function shareOf({ opportunityRate }: LedgerReport, others: OtherLedgers): number {
  const count = others.count + 1;
  const all = opportunityRate + others.opportunityRate;
  if (all === 0) return 1 / count;
  return (opportunityRate / all + minShare / count) / (1 + minShare);
}

/**
 * The free money that a node should have: enough for its rate until the lease ends, but not too much of all free money.
 */
function wantedOf(
  { winRate, peakPrice }: LedgerReport,
  { perSecond, share, pot }: { perSecond: number; share: number; pot: number },
): number {
  const needed = perSecond * leaseS + (perSecond / winRate) * bidReservationS + 2 * peakPrice;
  const part = Math.max(pot * share * maxLeasedShare, peakPrice);
  return Math.floor(Math.min(needed, part, pot));
}

function grantOf({ free, peakPrice }: LedgerReport, wanted: number, unallocated: number): number {
  if (unallocated < 0) return -Math.min(free, Math.max(-unallocated, free - wanted));
  const next =
    wanted > free
      ? free + Math.min(wanted - free, Math.floor(unallocated))
      : free > wanted * surplusFactor
        ? wanted
        : free;
  // Less than one price is of no use here, but may be to another node.
  const granted = next < peakPrice ? 0 : next;
  return granted - free;
}
