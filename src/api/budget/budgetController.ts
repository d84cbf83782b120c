import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';
import { budgetColumns, budgetsOf, type CampaignBudgets } from '#engine/budget/budgetsOf.ts';
import { leaseOf, type OtherLedgers } from '#engine/budget/leaseOf.ts';
import { leaseMs, maxReservationMs, nodeTimeoutMs } from '#engine/budget/leaseTerms.ts';
import type { Lease } from '#engine/budget/ledgerReport.ts';
import type { BudgetLedgerStore, LedgerEntry, LedgerState } from '#storage/budget/budgetLedgerStore.ts';
import type { ReadCampaign } from '#storage/budget/readCampaigns.ts';
import { createAdRelay } from './adRelay.ts';
import type { CountedSpend, SpendReading } from './countedSpend.ts';

/** Leases budgets of campaigns to serving processes. */
export interface BudgetController {
  /** Answers one call; null when a later one of the same process has come already. */
  exchange(call: BudgetCall): Promise<BudgetAnswer | null>;
}

type BudgetCampaign = ReadCampaign<(typeof budgetColumns)[number]>;

/** Nobody has anything of a campaign. */
const noOtherLedgers: OtherLedgers = {
  outstanding: 0,
  billed: 0,
  expected: 0,
  free: 0,
  chance: 0,
  count: 0,
  isStrange: false,
};

/**
 * The controller of a process of the api. It remembers nothing that matters: what is out stands in the journal, and what is
 * spent in ClickHouse. So there may be several of them, and each may start anew at any time.
 */
export function createBudgetController({
  ledgerStore,
  campaigns: readCampaigns,
  counted,
  now,
}: {
  ledgerStore: BudgetLedgerStore;
  /** The campaigns of these ids, as they stand. */
  campaigns: (ids: readonly number[]) => Promise<BudgetCampaign[]>;
  counted: CountedSpend;
  now: () => Date;
}): BudgetController {
  const relay = createAdRelay(crypto.randomUUID());
  return {
    async exchange(call) {
      const { node, seq, before, books: ledgers, ads, cursor } = call;
      const ids = ledgers.map(({ campaignId }) => campaignId);
      const campaigns = new Map((ids.length === 0 ? [] : await readCampaigns(ids)).map((each) => [each.id, each]));
      const reading = await counted.read([...campaigns.values()], now().getTime());
      const at = now().getTime();
      let leases: Lease[] = [];
      const isRecorded = await ledgerStore.exchange(
        {
          node,
          seq,
          before,
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
  { books: ledgers }: BudgetCall,
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
    // Some run has dropped what this process has not counted yet.
    if (!counted || reading.upTo < state.countedTo) return [];
    const budgets = campaign ? activeBudgetsOf(campaign) : null;
    const others = state.others.get(report.campaignId) ?? noOtherLedgers;
    return leaseOf({ budgets, counted, report, others, now });
  });
}

function activeBudgetsOf({ status, accountStatus, timezone, ...row }: BudgetCampaign): CampaignBudgets | null {
  return status === 1 && accountStatus === 1 ? budgetsOf(row, timezone) : null;
}

/** What is given back is out until the run says that it has. */
function entriesWith({ books: ledgers }: BudgetCall, leases: readonly Lease[]): LedgerEntry[] {
  const grants = new Map(leases.map(({ campaignId, grant }) => [campaignId, grant]));
  return ledgers.map(({ campaignId, unit, free, held: reserved, billed, expected, chance }) => {
    const given = Math.max(0, grants.get(campaignId) ?? 0);
    return { campaignId, unit, free: free + given, held: reserved, billed, expected, chance };
  });
}
