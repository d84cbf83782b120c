import { spanOf } from '#engine/delivery/spanOf.ts';
import { dayNumber } from '#model/calendarDay.ts';
import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';
import type { Pacing } from '../entities/listResponse.ts';

/** A campaign's delivery: impressions, or nano-USD; null while it is not available. */
export interface Delivered {
  lifetime: bigint | null;
  today: bigint | null;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The pacing of a campaign at `now` (ms); null when it has no budget whose period has begun. */
export function pacingOf(row: CampaignStateRow, { lifetime, today }: Delivered, now: number): Pacing | null {
  const { endDate, timezone } = row;
  const { total, perDay } = budgetsIn(row);
  if (total !== null && endDate !== null) {
    const shift = timezone * hourMs;
    const end = (dayNumber(endDate) + 1) * dayMs - shift;
    const start = row.startDate === null ? Date.parse(row.createdAt) : dayNumber(row.startDate) * dayMs - shift;
    if (now < start || end <= start) return null;
    return {
      period: 'flight',
      delivered: partOf(lifetime, total),
      elapsed: Math.min(1, (now - start) / (end - start)),
    };
  }
  if (perDay === null) return null;
  const day = spanOf('day', now, timezone);
  return { period: 'day', delivered: partOf(today, perDay), elapsed: (now - day.start) / dayMs };
}

/** Delivered share ÷ elapsed share: 1 = on pace. Null when it cannot be computed. */
export function paceOf(pacing: Pacing | undefined): number | null {
  return pacing && pacing.delivered !== null && pacing.elapsed > 0 ? pacing.delivered / pacing.elapsed : null;
}

/** The budgets of a campaign in the unit they count: impressions, or nano-USD. */
export function budgetsIn(row: CampaignStateRow): { total: bigint | null; perDay: bigint | null } {
  const [total, perDay] =
    row.budgetBy === 'spend' ? [row.spendTotal, row.spendPerDay] : [row.impsTotal, row.impsPerDay];
  return { total: total === null ? null : BigInt(total), perDay: perDay === null ? null : BigInt(perDay) };
}

function partOf(done: bigint | null, budget: bigint): number | null {
  return done === null || budget === 0n ? null : Number((done * 10_000n) / budget) / 10_000;
}
