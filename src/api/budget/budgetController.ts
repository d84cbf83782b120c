import type { BudgetResponse, BudgetCall } from '#engine/budget/budgetCall.ts';
import { budgetColumns, budgetsOf, type CampaignBudgets } from '#engine/budget/budgetsOf.ts';
import { leaseOf, type OtherLedgers } from '#engine/budget/leaseOf.ts';
import { leaseMs, maxReservationMs, nodeTimeoutMs } from '#engine/budget/leaseTerms.ts';
import type { Lease } from '#engine/budget/ledgerReport.ts';
import type { BudgetLedgerStore, LedgerEntry, LedgerState } from '#storage/budget/budgetLedgerStore.ts';
import type { ReadCampaign } from '#storage/budget/readCampaigns.ts';
import { createAdRelay } from './adRelay.ts';
import type { CountedSpend, SpendReading } from './countedSpend.ts';

/** Leases campaign budgets to serving processes. */
export interface BudgetController {
  /** Handles one call; null when a later call of the same process was already handled. */
  exchange(call: BudgetCall): Promise<BudgetResponse | null>;
}

type BudgetCampaign = ReadCampaign<(typeof budgetColumns)[number]>;

/** The ledgers of a campaign that no other process spends on. */
const noOtherLedgers: OtherLedgers = {
  outstanding: 0,
  billed: 0,
  expected: 0,
  free: 0,
  opportunityRate: 0,
  count: 0,
  hasUnitMismatch: false,
};

/**
 * Creates the budget controller of an API process. It is stateless: leases are stored in the ledger store, spend in
 * ClickHouse. Several may run, and each may restart at any time.
 */
export function createBudgetController({
  ledgerStore,
  campaigns: readCampaigns,
  counted,
  now,
}: {
  ledgerStore: BudgetLedgerStore;
  /** Reads the current campaigns of these ids. */
  campaigns: (ids: readonly number[]) => Promise<BudgetCampaign[]>;
  counted: CountedSpend;
  now: () => Date;
}): BudgetController {
  const relay = createAdRelay(crypto.randomUUID());
  return {
    async exchange(call) {
      const { node, seq, previousNode, ledgers, ads, cursor } = call;
      const ids = ledgers.map(({ campaignId }) => campaignId);
      const campaigns = new Map((ids.length === 0 ? [] : await readCampaigns(ids)).map((each) => [each.id, each]));
      const reading = await counted.read([...campaigns.values()], now().getTime());
      const at = now().getTime();
      let leases: Lease[] = [];
      const isRecorded = await ledgerStore.exchange(
        {
          node,
          seq,
          previousNode,
          countedTo: new Date(call.countedTo),
          entries: ledgers,
          now: new Date(at),
          lostBefore: new Date(at - nodeTimeoutMs),
          pruneBefore: new Date(at - leaseMs - maxReservationMs),
        },
        (state) => {
          leases = call.isLeaving ? [] : leasesOf(call, { campaigns, reading, state, now: at });
          return entriesWith(call, leases);
        },
      );
      if (!isRecorded) return null;
      return { leases, countedTo: reading.upTo, ...relay.exchange(node, ads, cursor) };
    },
  };
}

function leasesOf(
  { ledgers }: BudgetCall,
  {
    campaigns,
    reading,
    state,
    now,
  }: { campaigns: ReadonlyMap<number, BudgetCampaign>; reading: SpendReading; state: LedgerState; now: number },
): Lease[] {
  return ledgers.flatMap((report) => {
    const campaign = campaigns.get(report.campaignId);
    const counted = campaign ? reading.spentOf(campaign, report.unit, now) : { hour: 0, day: 0, flight: 0 };
    // Another call has already pruned spend that this reading does not count yet.
    if (!counted || reading.upTo < state.countedTo) return [];
    const budgets = campaign ? activeBudgetsOf(campaign) : null;
    const others = state.others.get(report.campaignId) ?? noOtherLedgers;
    return leaseOf({ budgets, counted, report, others, now });
  });
}

function activeBudgetsOf({ status, accountStatus, timezone, ...row }: BudgetCampaign): CampaignBudgets | null {
  return status === 1 && accountStatus === 1 ? budgetsOf(row, timezone) : null;
}

/** Budget that a process returns stays leased until the process confirms it. */
function entriesWith({ ledgers }: BudgetCall, leases: readonly Lease[]): LedgerEntry[] {
  const grants = new Map(leases.map(({ campaignId, grant }) => [campaignId, grant]));
  return ledgers.map(({ campaignId, unit, free, reserved, billed, expected, opportunityRate }) => {
    const given = Math.max(0, grants.get(campaignId) ?? 0);
    return { campaignId, unit, free: free + given, reserved, billed, expected, opportunityRate };
  });
}
