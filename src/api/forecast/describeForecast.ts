import { dailyBudget } from '#engine/budget/dailyBudget.ts';
import { budgetsOf } from '#engine/budget/budgetsOf.ts';
import type { CampaignForecastResult, Estimate } from '#engine/forecast/campaignForecast.ts';
import { usdFromNanos, type CampaignRow, type Reader } from '#model/index.ts';
import { describeLoss, describeSample } from './describeLoss.ts';
import type { BudgetOutlook, DayFigure, ForecastResponse } from './forecastContract.ts';
import { shortSampleText } from './shortSampleText.ts';
import type { RequestSample } from './sampleRequests.ts';

/** The context in which a forecast is described. */
export interface ForecastContext {
  campaign: CampaignRow;
  user: Reader;
  sample: RequestSample;
  /** The account's zone, in whole hours from UTC. */
  zoneHours: number;
  /** The campaign's delivery so far: impressions, or nano-USD. */
  delivered: number;
  /** Whether win and impression rates are known. */
  areRatesKnown: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Maximum loss reasons in a forecast. */
const maxLosses = 8;

/** Describes a forecast per day, with amounts as decimals and texts. */
export function describeForecast(result: CampaignForecastResult, context: ForecastContext): ForecastResponse {
  const { campaign, user, sample } = context;
  const { sampled, eligible, bids, wins, imps, spend, devices, withDevice } = result;
  const days = daysOf(context);
  const perDay = ({ total, margin }: Estimate, textOf: (value: number) => string): DayFigure => {
    return { perDay: textOf(total / days), margin: textOf(margin / days) };
  };
  return {
    sample: describeSample(sample, sampled),
    figures: {
      requests: perDay({ total: sampled.requests, margin: 0 }, countText),
      eligible: perDay(eligible, countText),
      bids: perDay(bids, countText),
      wins: perDay(wins, countText),
      imps: perDay(imps, countText),
      spend: perDay(spend, usdText),
    },
    budget: outlookOf({ imps: imps.total / days, spend: spend.total / days }, context),
    devices,
    withDevice,
    losses: result.losses.slice(0, maxLosses).map((loss) => describeLoss(loss, sampled, { campaign, user })),
    notes: notesOf(result, context),
  };
}

/** The time that the sample covers, in milliseconds: traces may not go back for the entire range. */
function sampledMs({ sample, now }: ForecastContext): number {
  return now - (sample.requests[0]?.at ?? now);
}

/** The days that the sample counts for: at least an hour. */
function daysOf(context: ForecastContext): number {
  return Math.max(hourMs, sampledMs(context)) / dayMs;
}

function outlookOf(day: { imps: number; spend: number }, context: ForecastContext): BudgetOutlook {
  const { campaign, zoneHours, delivered, now } = context;
  const unit = campaign.budgetBy;
  const budgets = budgetsOf(campaign, zoneHours);
  const bound = budgets && dailyBudget(budgets, { delivered, now });
  if (!bound) {
    const { imps, spend } = day;
    return {
      outlook: 'none',
      unit,
      period: null,
      perDay: null,
      used: null,
      imps: countText(imps),
      spend: usdText(spend),
    };
  }
  const wanted = unit === 'spend' ? day.spend : day.imps;
  const part = wanted > bound.amount ? bound.amount / wanted : 1;
  return {
    outlook: wanted >= bound.amount ? 'used' : 'unused',
    unit,
    period: bound.period,
    perDay: unit === 'spend' ? usdText(bound.amount) : countText(bound.amount),
    used: bound.amount === 0 ? 1 : Math.round(Math.min(1, wanted / bound.amount) * 10_000) / 10_000,
    imps: countText(day.imps * part),
    spend: usdText(day.spend * part),
  };
}

function notesOf(
  { unreplayed, unknown: unevaluated, bids }: CampaignForecastResult,
  context: ForecastContext,
): ForecastResponse['notes'] {
  const { campaign, sample, areRatesKnown } = context;
  const notes: ForecastResponse['notes'] = [];
  const note = (code: string, text: string) => notes.push({ code, text });
  const shortText = shortSampleText(sampledMs(context));
  if (shortText !== null) note('short', shortText);
  if (bids.total > 0 && !areRatesKnown) {
    note('rates', 'No bids were sent in this period, so every bid is assumed to win and to be shown.');
  } else if (bids.total > 0 && sample.requests.some(({ supplySource }) => supplySource.supplierId > 0)) {
    note(
      'suppliers',
      'In supplier auctions, the campaign’s bids are assumed to win as often as all bids there, regardless of price.',
    );
  }
  if (campaign.frequencies.length > 0) {
    note('frequency', 'Frequency caps are not applied, because the sample does not contain all requests of a viewer.');
  }
  if (campaign.status !== 1) note('inactive', 'The campaign is paused. The forecast treats it as active.');
  if (unreplayed.traces > 0) {
    note(
      'unreplayed',
      `Auctions that could not be replayed and are assumed to end like the others: ${unreplayed.traces}.`,
    );
  }
  if (unevaluated.traces > 0)
    note('unevaluated', `Requests that could not be evaluated and are excluded: ${unevaluated.traces}.`);
  return notes;
}

function countText(value: number): string {
  return String(Math.round(value));
}

function usdText(nanos: number): string {
  return usdFromNanos(BigInt(Math.round(nanos)));
}
