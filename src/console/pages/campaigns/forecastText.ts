import type { ForecastResponse, SampleSummary } from '#api/forecast/forecastContract.ts';
import type { FunnelStage } from '#model/buying/funnelStages.ts';
import { minTraces } from '#model/whatif/whatIf.ts';
import { formatCount, formatDateTime, formatMoney, formatShare } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';

/** Labels of a campaign's funnel stages. Each counts the requests that passed it. */
export const stageLabels: Record<FunnelStage, { label: string; help: string }> = {
  requested: {
    label: 'Available to campaigns',
    help: 'The supplier or channel accepted the request, and no earlier tier filled it',
  },
  campaign: {
    label: 'Campaign is running',
    help: 'The campaign and its advertiser are active, in flight and within budget',
  },
  place: { label: 'Supply source', help: 'The campaign buys from the supplier or channel' },
  traffic: { label: 'Valid traffic', help: 'The request is not invalid traffic, or invalid traffic is not blocked' },
  form: { label: 'Media type', help: 'The ad request accepts ads of the campaign’s type' },
  targeting: {
    label: 'Targeting',
    help: 'The request matches all targetings and lists of the campaign and its advertiser',
  },
  creatives: { label: 'Matching creative', help: 'At least one creative meets the requirements of the ad request' },
  frequency: { label: 'Frequency cap', help: 'The viewer has not reached the frequency cap' },
  price: { label: 'Bid price', help: 'The bid meets the floor, with or without a deal' },
  money: { label: 'Budget and pacing', help: 'Budget and pacing allow a bid now: the campaign bids' },
  auction: { label: 'Won internal auction', help: 'No other campaign or ad exchange bid more: the bid is sent' },
};

/** Describes the sample of requests behind a funnel or forecast. */
export function sampleText({ from, to, sampled, available, requests }: SampleSummary, timezone: number): string {
  if (from === null || to === null)
    return 'There are no stored requests from the suppliers and channels that the campaign buys from.';
  const some = sampled < available ? `${formatCount(sampled)} of ${formatCount(available)}` : formatCount(sampled);
  return `Based on ${some} sampled ${available === 1 ? 'request' : 'requests'} from ${formatDateTime(from, timezone)} to ${formatDateTime(to, timezone)} (${offsetLabel(timezone)}).${requests === sampled ? '' : ` They represent ${formatCount(requests)} requests.`}`;
}

/** The text for a sample that is too small. */
export const tooFewText = `At least ${minTraces} sampled requests from the suppliers and channels that the campaign buys from are needed. Samples are stored for seven days.`;

const periodLabels = { hour: 'hourly limit', day: 'daily limit', flight: 'lifetime limit' } as const;

/** Describes how much of the budget will be used. */
export function budgetText({ budget }: ForecastResponse): {
  title: string;
  text: string;
  tone: 'good' | 'warn' | 'info';
} {
  const { outlook, unit, period, perDay, used } = budget;
  if (outlook === 'none' || period === null) {
    return { title: 'No budget limits delivery.', text: 'The campaign spends whatever its bids win.', tone: 'info' };
  }
  const amount = unit === 'spend' ? formatMoney(perDay) : `${formatCount(Number(perDay))} impressions`;
  const bound = `The ${periodLabels[period]} allows ${amount} per day`;
  if (outlook === 'used') {
    return { title: 'The budget will be fully used.', text: `${bound}, and there is traffic for more.`, tone: 'good' };
  }
  return {
    title: 'The budget will not be fully used.',
    text: `${bound}. The expected delivery uses ${formatShare(used)} of that.`,
    tone: 'warn',
  };
}

/** Whether a figure is shown with ±. Impressions and spend are not when the budget limits them. */
export function areMarginsShown({ figures, budget }: Pick<ForecastResponse, 'figures' | 'budget'>): boolean {
  const { imps, spend, ...others } = figures;
  const shown = [...Object.values(others), ...(budget.outlook === 'used' ? [] : [imps, spend])];
  return shown.some(({ margin }) => Number(margin) > 0);
}
