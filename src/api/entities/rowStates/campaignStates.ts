import { usdFromNanos } from '#model/index.ts';
import { dayAt } from '#reports/index.ts';
import type { CampaignStateRow } from '#storage/entities/buyingStateRows.ts';
import { budgetsIn, type Delivered, paceOf, pacingOf } from '../../buying/pacingOf.ts';
import { readDelivered } from '../../buying/readPacings.ts';
import type { RowState } from '../listAnswer.ts';
import { flightStatesOf } from './flightStates.ts';
import { counted, type ReadStates, statesById } from './rowState.ts';

/** Delivered ÷ elapsed below which a campaign is behind, and above which it is ahead. */
const bounds = { behind: 0.9, ahead: 1.1 };

/** The part of its time before which the pace of a campaign says little. */
const warmUp = 0.05;

/** What keeps an active campaign from bidding at `now` (ms), or from delivering as it was told to. */
export function campaignStatesOf(row: CampaignStateRow, delivered: Delivered, now: number): RowState[] {
  const flight = flightStatesOf(row, dayAt(now, row.timezone));
  const states = [...flight.rest];
  if (!row.isAdvertiserActive) {
    const text = `Its advertiser ${row.advertiserName} is not active, which pauses all its campaigns.`;
    states.push({ code: 'advertiser_paused', text, fix: 'advertiserId' });
  }
  states.push(...creativeState(row), ...supplyStates(row), ...budgetState(row, delivered, now));
  const isRunning = flight.rest.length === 0;
  return [...states, ...(isRunning ? paceState(row, delivered, now) : []), ...flight.soon];
}

function creativeState({ creatives, fitting, approved }: CampaignStateRow): RowState[] {
  const state = (code: string, text: string) => [{ code, text, fix: 'creativeIds' }];
  if (creatives === 0) return state('no_creative', 'It has nothing to show: choose creatives for it.');
  if (fitting === 0) return state('no_creative', 'None of its creatives is active and of its type.');
  return approved > 0 ? [] : state('not_approved', 'None of its creatives is approved.');
}

function supplyStates({ isOpenMarket, deals, tooHigh }: CampaignStateRow): RowState[] {
  if (!isOpenMarket && deals === 0) {
    return [{ code: 'no_supply', text: 'It bids under deals alone, and has no active one.', fix: 'dealIds' }];
  }
  if (tooHigh.length === 0) return [];
  const text = `It bids less than the price of ${tooHigh.slice(0, 3).join(', ')}${tooHigh.length > 3 ? ` and ${tooHigh.length - 3} more` : ''}.`;
  return [{ code: 'below_deal', text, fix: 'dealBids' }];
}

function budgetState(row: CampaignStateRow, { ever, today }: Delivered, now: number): RowState[] {
  const { total, perDay } = budgetsIn(row);
  const isSpend = row.budgetBy === 'spend';
  const out = (budget: bigint, when: string, fix: string): RowState[] => {
    const text = isSpend
      ? `It has spent its $${usdFromNanos(budget)} ${when}.`
      : `It has shown its ${counted(budget)} impressions ${when}.`;
    return [{ code: 'budget_out', text, fix }];
  };
  if (total !== null && ever !== null && ever >= total) {
    return out(total, 'in all, and rests for good', isSpend ? 'spendTotal' : 'impsTotal');
  }
  if (perDay !== null && today !== null && today >= perDay) {
    return out(perDay, 'of today', isSpend ? 'spendPerDay' : 'impsPerDay');
  }
  if (row.cappedUntil === null || Date.parse(row.cappedUntil) <= now) return [];
  return [{ code: 'budget_out', text: 'It has had what its budgets allow for now.', fix: 'budgetBy' }];
}

function paceState(row: CampaignStateRow, delivered: Delivered, now: number): RowState[] {
  const pacing = pacingOf(row, delivered, now);
  if (pacing?.period !== 'flight' || pacing.delivered === null || pacing.delivered >= 1) return [];
  const pace = paceOf(pacing);
  if (pacing.elapsed < warmUp || pace === null) return [];
  const text = `It has delivered ${percent(pacing.delivered)} of its budget in ${percent(pacing.elapsed)} of its time.`;
  if (pace < bounds.behind) return [{ code: 'behind', text, fix: 'bid' }];
  return pace > bounds.ahead ? [{ code: 'ahead', text, fix: 'pacing' }] : [];
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** The states of campaigns. */
export const campaignStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.campaignStateRows(ids);
  const deliveredOf = await readDelivered(context, rows);
  return statesById(rows, (row) => campaignStatesOf(row, deliveredOf(row), context.now.getTime()));
};
