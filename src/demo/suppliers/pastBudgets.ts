import { dayFromNumber, type Day } from '#model/calendarDay.ts';
import { nanosFromUsd, nanosPerImpression, type CampaignRow } from '#model/index.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Tracks campaign budgets while a history is being generated, in any order of hours. */
export interface PastBudgets {
  /**
   * True when a campaign is in its flight at a time (milliseconds since the epoch), and one more impression exceeds
   * none of its budgets.
   */
  mayBid(campaign: CampaignRow, at: number): boolean;
  /** Counts one impression. */
  count(campaign: CampaignRow, at: number): void;
}

/** Creates unspent budgets; days are those of a zone, in whole hours from UTC. */
export function createPastBudgets(timezone: number): PastBudgets {
  const spent = new Map<string, number>();
  const dayOf = (at: number): Day => dayFromNumber(Math.floor((at + timezone * hourMs) / dayMs));

  function boundsOf(campaign: CampaignRow, at: number): { key: string; limit: number | null; step: number }[] {
    const { id, budgetBy, spendTotal, spendPerDay, impsTotal, impsPerDay, bid } = campaign;
    const isSpend = budgetBy === 'spend';
    const nanosOf = (usd: string | null) => (usd === null ? null : Number(nanosFromUsd(usd)));
    const step = isSpend ? nanosPerImpression(bid) : 1;
    return [
      { key: String(id), limit: isSpend ? nanosOf(spendTotal) : impsTotal, step },
      { key: `${id} ${dayOf(at)}`, limit: isSpend ? nanosOf(spendPerDay) : impsPerDay, step },
    ];
  }

  return {
    mayBid(campaign, at) {
      const day = dayOf(at);
      const { startDate, endDate } = campaign;
      if ((startDate !== null && day < startDate) || (endDate !== null && day > endDate)) return false;
      return boundsOf(campaign, at).every(
        ({ key, limit, step }) => limit === null || (spent.get(key) ?? 0) + step <= limit,
      );
    },
    count(campaign, at) {
      for (const { key, step } of boundsOf(campaign, at)) spent.set(key, (spent.get(key) ?? 0) + step);
    },
  };
}
