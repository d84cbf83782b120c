import { spanOf } from '#engine/delivery/spanOf.ts';
import type { CampaignBudgets } from '#engine/budget/budgetsOf.ts';
import type { BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { leaseOf, type OtherLedgers } from '#engine/budget/leaseOf.ts';
import { leaseMs, maxReservationMs, nodeTimeoutMs } from '#engine/budget/leaseTerms.ts';
import type { Spent } from '#engine/budget/rateOf.ts';
import type { Lease, LedgerReport } from '#engine/budget/ledgerReport.ts';

/** A billed impression. */
export interface Billed {
  at: number;
  amount: number;
}

/** A node's report to the controller. */
export interface SimulatedCall {
  node: string;
  ledgers: readonly LedgerReport[];
  notices: readonly { kind: 'won' | 'billed'; ad: BoughtAd }[];
  cursor: number;
}

/** The controller's response. */
export interface SimulatedResponse {
  leases: Lease[];
  countedTo: number;
  notices: readonly { kind: 'won' | 'billed'; ad: BoughtAd }[];
  cursor: number;
}

/** The controller of one campaign with its ledger in memory: what the API does with PostgreSQL and ClickHouse. */
export interface SimulatedController {
  exchange(call: SimulatedCall, now: number): SimulatedResponse;
  setBudgets(budgets: CampaignBudgets): void;
  /** Total of all leased and reserved money, as in the ledger. */
  outstanding(): number;
}

interface Row extends LedgerReport {
  reportedAt: number;
}

/** `billed`: all billed impressions, in order; `loadedTo`: the time up to which the store has them. */
export function simulateController(
  first: CampaignBudgets,
  { billed, loadedTo }: { billed: readonly Billed[]; loadedTo: () => number },
): SimulatedController {
  let budgets = first;
  const rows = new Map<string, Row>();
  const relayed: { node: string; kind: 'won' | 'billed'; ad: BoughtAd }[] = [];
  const counted = { flight: 0, day: 0, hour: 0, dayStart: 0, hourStart: 0, next: 0 };

  const count = (now: number): Spent => {
    const day = spanOf('day', now, budgets.zoneHours).start;
    const hour = spanOf('hour', now, budgets.zoneHours).start;
    if (counted.dayStart !== day) Object.assign(counted, { dayStart: day, day: 0 });
    if (counted.hourStart !== hour) Object.assign(counted, { hourStart: hour, hour: 0 });
    for (; counted.next < billed.length; counted.next += 1) {
      const each = billed[counted.next];
      if (!each || each.at > loadedTo()) break;
      counted.flight += each.amount;
      if (each.at >= day) counted.day += each.amount;
      if (each.at >= hour) counted.hour += each.amount;
    }
    return { hour: counted.hour, day: counted.day, flight: counted.flight };
  };

  const othersOf = (node: string, unit: LedgerReport['unit'], now: number): OtherLedgers => {
    const others = {
      outstanding: 0,
      billed: 0,
      expected: 0,
      free: 0,
      opportunityRate: 0,
      count: 0,
      hasUnitMismatch: false,
    };
    for (const [name, row] of rows) {
      if (name === node) continue;
      if (now > row.reportedAt + leaseMs + maxReservationMs) {
        rows.delete(name);
        continue;
      }
      others.hasUnitMismatch ||= row.unit !== unit;
      others.outstanding += row.free + row.reserved;
      others.billed += row.billed;
      others.expected += row.expected;
      if (now > row.reportedAt + nodeTimeoutMs) continue;
      others.free += row.free;
      others.opportunityRate += row.opportunityRate;
      others.count += 1;
    }
    return others;
  };

  return {
    exchange({ node, ledgers, notices, cursor }, now) {
      const known = rows.get(node);
      if (known) known.reportedAt = now;
      for (const each of notices) relayed.push({ node, ...each });
      const leases = ledgers.map((each) => {
        const lease = leaseOf({
          budgets,
          counted: count(now),
          report: each,
          others: othersOf(node, each.unit, now),
          now,
        });
        rows.set(node, { ...each, free: each.free + Math.max(0, lease.grant), reportedAt: now });
        return lease;
      });
      return {
        leases,
        countedTo: loadedTo(),
        notices: relayed.slice(cursor).filter((each) => each.node !== node),
        cursor: relayed.length,
      };
    },
    setBudgets(next) {
      budgets = next;
    },
    outstanding: () => [...rows.values()].reduce((sum, { free, reserved }) => sum + free + reserved, 0),
  };
}
