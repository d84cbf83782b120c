import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';
import { budgetColumns, budgetsOf, type CampaignBudgets } from '#engine/budget/budgetsOf.ts';
import { leaseOf, type OtherBooks } from '#engine/budget/leaseOf.ts';
import { leaseMs, longestHoldMs, lostMs } from '#engine/budget/leaseTerms.ts';
import type { Lease } from '#engine/budget/toldBook.ts';
import type { BudgetJournal, JournalEntry, JournalState } from '#storage/budget/budgetJournal.ts';
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
const nobody: OtherBooks = {
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
  journal,
  campaigns: readCampaigns,
  counted,
  now,
}: {
  journal: BudgetJournal;
  /** The campaigns of these ids, as they stand. */
  campaigns: (ids: readonly number[]) => Promise<BudgetCampaign[]>;
  counted: CountedSpend;
  now: () => Date;
}): BudgetController {
  const relay = createAdRelay(crypto.randomUUID());
  return {
    async exchange(call) {
      const { node, seq, before, books, ads, cursor } = call;
      const ids = books.map(({ campaignId }) => campaignId);
      const campaigns = new Map((ids.length === 0 ? [] : await readCampaigns(ids)).map((each) => [each.id, each]));
      const reading = await counted.read([...campaigns.values()], now().getTime());
      const at = now().getTime();
      let leases: Lease[] = [];
      const isNoted = await journal.exchange(
        {
          node,
          seq,
          before,
          countedTo: new Date(call.countedTo),
          entries: books,
          now: new Date(at),
          lostBefore: new Date(at - lostMs),
          goneBefore: new Date(at - leaseMs - longestHoldMs),
        },
        (state) => {
          leases = call.isLeaving ? [] : leasesOf(call, { campaigns, reading, state, now: at });
          return entriesWith(call, leases);
        },
      );
      if (!isNoted) return null;
      return { leases, countedTo: reading.upTo, ...relay.exchange(node, ads, cursor) };
    },
  };
}

function leasesOf(
  { books }: BudgetCall,
  {
    campaigns,
    reading,
    state,
    now,
  }: { campaigns: ReadonlyMap<number, BudgetCampaign>; reading: SpendReading; state: JournalState; now: number },
): Lease[] {
  return books.flatMap((told) => {
    const campaign = campaigns.get(told.campaignId);
    const counted = campaign ? reading.spentOf(campaign, told.unit, now) : { hour: 0, day: 0, flight: 0 };
    // Some run has dropped what this process has not counted yet.
    if (!counted || reading.upTo < state.countedTo) return [];
    const budgets = campaign ? budgetsNow(campaign) : null;
    const others = state.others.get(told.campaignId) ?? nobody;
    return leaseOf({ budgets, counted, told, others, now });
  });
}

function budgetsNow({ status, accountStatus, timezone, ...row }: BudgetCampaign): CampaignBudgets | null {
  return status === 1 && accountStatus === 1 ? budgetsOf(row, timezone) : null;
}

/** What is given back is out until the run says that it has. */
function entriesWith({ books }: BudgetCall, leases: readonly Lease[]): JournalEntry[] {
  const grants = new Map(leases.map(({ campaignId, grant }) => [campaignId, grant]));
  return books.map(({ campaignId, unit, free, held, billed, expected, chance }) => {
    const given = Math.max(0, grants.get(campaignId) ?? 0);
    return { campaignId, unit, free: free + given, held, billed, expected, chance };
  });
}
