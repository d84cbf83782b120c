import { nanosText } from '#model/money/nanosText.ts';
import { dayAt } from '#reports/index.ts';
import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';
import { budgetsIn, type Delivered, paceOf, pacingOf } from '../../buying/pacingOf.ts';
import { readDelivered } from '../../buying/readPacings.ts';
import type { RowState } from '../rowParts.ts';
import { flightStatesOf } from './flightStates.ts';
import { counted, type FoundState, percentage, type ReadStates, statesById, untilMidnight } from './rowState.ts';
import { readUsualHours, type UsualFigures, type UsualHours, usualStatesOf } from './usualStates.ts';

/** Delivered ÷ elapsed share below which a campaign is behind, and above which it is ahead. */
const bounds = { behind: 0.9, ahead: 1.1 };

/** Elapsed share of the period below which the pace is not significant. */
const warmUp = 0.05;

/** The figures that are compared with the usual ones. */
const usualFigures: UsualFigures = {
  served: { key: 'imps', words: 'Impressions' },
  rates: [{ part: 'bids', total: 'slots', words: 'Bid rate' }],
  fix: 'bid',
};

/**
 * The problems that prevent an active campaign from bidding at `now` (ms), or from delivering on pace or as usual.
 * `hours` are the last full hour and the same hour of earlier days; null = unavailable.
 */
export function campaignStatesOf(
  row: CampaignStateRow,
  delivered: Delivered,
  now: number,
  hours: UsualHours | null = null,
): FoundState[] {
  const flight = flightStatesOf(row, dayAt(now, row.timezone));
  const states = [...flight.inactive];
  if (!row.isAdvertiserActive) {
    const text = `Advertiser ${row.advertiserName} is not active, so all its campaigns are paused.`;
    states.push({ code: 'advertiser_paused', text, fix: 'advertiserId' });
  }
  states.push(...creativeState(row), ...supplyStates(row), ...budgetState(row, delivered, now));
  const isRunning = flight.inactive.length === 0;
  // A campaign ahead of pace slows down, and one that cannot bid has none of the usual figures.
  const pace = isRunning ? paceState(row, delivered, now) : [];
  const canBid = states.length === 0 && !pace.some(({ code }) => code === 'ahead');
  return [...states, ...pace, ...(canBid && hours ? usualStatesOf(hours, usualFigures) : []), ...flight.soon];
}

function creativeState({ creatives, fitting, drafts, approved, blocked }: CampaignStateRow): RowState[] {
  const state = (code: string, text: string) => [{ code, text, fix: 'creativeIds' }];
  if (creatives === 0) return state('no_creative', 'No creatives are selected.');
  if (fitting === 0) return state('no_creative', 'No active creative matches the campaign type.');
  if (drafts === fitting) {
    return state('no_creative', 'All creatives of the campaign type are drafts, without a file or markup.');
  }
  if (approved === 0) return state('not_approved', 'No creative is approved.');
  return approved > blocked ? [] : state('creatives_blocked', 'All approved creatives are blocked by their scan.');
}

function supplyStates({ isOpenMarket, deals, tooHigh }: CampaignStateRow): RowState[] {
  if (!isOpenMarket && deals === 0) {
    return [{ code: 'no_supply', text: 'Bidding is limited to deals, and no deal is active.', fix: 'dealIds' }];
  }
  if (tooHigh.length === 0) return [];
  const text = `The bid is below the price of ${tooHigh.slice(0, 3).join(', ')}${tooHigh.length > 3 ? ` and ${tooHigh.length - 3} more` : ''}.`;
  return [{ code: 'below_deal', text, fix: 'dealBids' }];
}

function budgetState(row: CampaignStateRow, { lifetime, today }: Delivered, now: number): FoundState[] {
  const { total, perDay } = budgetsIn(row);
  const isSpend = row.budgetBy === 'spend';
  const out = (budget: bigint, period: 'Lifetime' | 'Daily', fix: string): FoundState[] => {
    const text = (reached: string) => `${period} ${reached}${period === 'Daily' ? `; ${untilMidnight}` : ''}.`;
    if (!isSpend) return [{ code: 'budget_out', text: text(`impression cap of ${counted(budget)} reached`), fix }];
    return [
      {
        code: 'budget_out',
        text: text(`budget of ${nanosText(budget)} exhausted`),
        textWithoutMoney: text('budget exhausted'),
        fix,
      },
    ];
  };
  if (total !== null && lifetime !== null && lifetime >= total) {
    return out(total, 'Lifetime', isSpend ? 'spendTotal' : 'impsTotal');
  }
  if (perDay !== null && today !== null && today >= perDay) {
    return out(perDay, 'Daily', isSpend ? 'spendPerDay' : 'impsPerDay');
  }
  if (row.cappedUntil === null || Date.parse(row.cappedUntil) <= now) return [];
  return [{ code: 'budget_out', text: 'Paused because a budget is exhausted.', fix: 'budgetBy' }];
}

function paceState(row: CampaignStateRow, delivered: Delivered, now: number): RowState[] {
  const pacing = pacingOf(row, delivered, now);
  if (pacing?.period !== 'flight' || pacing.delivered === null || pacing.delivered >= 1) return [];
  const pace = paceOf(pacing);
  if (pacing.elapsed < warmUp || pace === null) return [];
  const text = `${percentage(pacing.delivered)} of the budget delivered in ${percentage(pacing.elapsed)} of the flight.`;
  if (pace < bounds.behind) return [{ code: 'behind', text, fix: 'bid' }];
  return pace > bounds.ahead ? [{ code: 'ahead', text, fix: 'pacing' }] : [];
}

export const campaignStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.campaignStateRows(ids);
  const [deliveredOf, hoursOf] = await Promise.all([
    readDelivered(context, rows),
    rows.length > 0 ? readUsualHours(context, 'campaign', usualFigures) : null,
  ]);
  return statesById(rows, (row) =>
    campaignStatesOf(row, deliveredOf(row), context.now.getTime(), hoursOf?.(row.id) ?? null),
  );
};
