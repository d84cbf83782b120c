import { isInFlight } from '../flight.ts';
import type { BudgetPeriod, CampaignBudgets } from './budgetsOf.ts';
import { leaseMs, winWaitMs } from './leaseTerms.ts';
import { rateOf, type Spent } from './rateOf.ts';
import type { Lease, LedgerReport } from './ledgerReport.ts';

/** What the other nodes have of a campaign, in its unit. */
export interface OtherLedgers {
  /** Free or held, of nodes that are lost too: what they may still spend. */
  outstanding: number;
  billed: number;
  expected: number;
  /** Of those that were heard of lately: what is free, what their chances would bring a second, and how many they are. */
  free: number;
  chance: number;
  count: number;
  /** Whether any of them counts in another unit, as before a change. */
  isStrange: boolean;
}

/** What is known of a campaign when a node asks for it. */
export interface LeaseRequest {
  /** Null = it has no budgets any more, or is not active. */
  budgets: CampaignBudgets | null;
  /** What is counted in the current periods. */
  counted: Spent;
  report: LedgerReport;
  others: OtherLedgers;
  now: number;
}

const leaseS = leaseMs / 1000;
/** Bids of which nothing is heard hold money for `winWaitMs`, and some more until the controller has heard that they do not. */
const bidReservationS = (2 * winWaitMs) / 1000;
/** A node whose chances are not known yet gets at least so much of an equal part. */
const minShare = 0.05;
/** The part of what is free that may be out at once: what a node takes with it when it is lost is nobody's for half an hour. */
const maxLeasedShare = 0.5;
/** More than this many times what it needs, a node gives back. */
const surplusFactor = 1.25;

/**
 * What a node gets of a campaign. What is counted, and free or held anywhere, is never more than a budget by it, in each of
 * the periods; so nothing that is bid with a lease can pass a budget.
 */
export function leaseOf({ budgets, counted, report, others, now }: LeaseRequest): Lease {
  const { campaignId, unit, free } = report;
  const none: Lease = { campaignId, unit, grant: 0 - free, rate: 0 };
  if (budgets?.unit !== unit || !isInFlight(budgets.flight, now)) return none;
  const unallocated = others.isStrange ? 0 : unallocatedOf(budgets, counted, report, others);
  const share = shareOf(report, others);
  const total = rateOf(budgets, {
    spent: withBilled(counted, report.billed + others.billed),
    expected: report.expected + others.expected,
    latencyMs: report.latencyMs,
    now,
  });
  const rate = total === null ? null : total * share;
  const wanted = wantedOf(report, {
    perSecond: rate ?? report.chance,
    share,
    pot: Math.max(0, unallocated + free + others.free),
  });
  return { campaignId, unit, grant: grantOf(report, wanted, unallocated), rate };
}

/** What of all budgets is neither counted nor out with a node; below zero after a budget was cut. */
function unallocatedOf(
  { budgets }: CampaignBudgets,
  counted: Spent,
  report: LedgerReport,
  others: OtherLedgers,
): number {
  const left = Math.min(...budgets.map(({ period, amount }) => amount - counted[period]));
  return left - report.free - report.held - others.outstanding;
}

function withBilled(counted: Spent, billed: number): Spent {
  const add = (period: BudgetPeriod) => counted[period] + billed;
  return { hour: add('hour'), day: add('day'), flight: add('flight') };
}

/** The part of a node, by its chances to bid. */
function shareOf({ chance }: LedgerReport, others: OtherLedgers): number {
  const count = others.count + 1;
  const all = chance + others.chance;
  if (all === 0) return 1 / count;
  return (chance / all + minShare / count) / (1 + minShare);
}

/** What should be free on a node: enough for its pace until the lease ends, but not too much of all that is free. */
function wantedOf(
  { winRate, least }: LedgerReport,
  { perSecond, share, pot }: { perSecond: number; share: number; pot: number },
): number {
  const needed = perSecond * leaseS + (perSecond / winRate) * bidReservationS + 2 * least;
  const part = Math.max(pot * share * maxLeasedShare, least);
  return Math.floor(Math.min(needed, part, pot));
}

function grantOf({ free, least }: LedgerReport, wanted: number, unallocated: number): number {
  if (unallocated < 0) return -Math.min(free, Math.max(-unallocated, free - wanted));
  const next =
    wanted > free
      ? free + Math.min(wanted - free, Math.floor(unallocated))
      : free > wanted * surplusFactor
        ? wanted
        : free;
  // Less than one price is of no use here, and may be to another node.
  const granted = next < least ? 0 : next;
  return granted - free;
}
