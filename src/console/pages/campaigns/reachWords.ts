import type { ForecastAnswer, ReachSample } from '#api/reach/reachContract.ts';
import type { FunnelStage } from '#model/buying/funnelStages.ts';
import { fewestTraces } from '#model/whatIf.ts';
import { formatCount, formatDateTime, formatMoney, formatShare } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';

/** What got past each step of a campaign's funnel. */
export const stageWords: Record<FunnelStage, { label: string; help: string }> = {
  asked: { label: 'Campaigns were asked', help: 'The supplier or channel let the request pass, and nobody won before' },
  campaign: { label: 'Campaign is running', help: 'It and its advertiser are active, in flight, and do not rest' },
  place: { label: 'Bought from there', help: 'It buys from the supplier or channel' },
  traffic: { label: 'Valid traffic', help: 'The request was not found to be invalid, or that does not matter' },
  form: { label: 'Right type of ad', help: 'The impression takes ads of its type' },
  targeting: { label: 'Targeting', help: 'All targetings and lists of the campaign and its advertiser let it pass' },
  creatives: { label: 'A creative fits', help: 'One of its creatives is what the impression asks for' },
  frequency: { label: 'Frequency', help: 'The viewer may see it once more' },
  price: { label: 'Price', help: 'It bids, under a deal or not, what is asked at least' },
  money: { label: 'Budget and pacing', help: 'It has the money, and it is time to spend it: it bids' },
  auction: { label: 'Won our own auction', help: 'No other campaign or ad exchange was worth more: the bid is sent' },
};

/** What the requests of an answer are. */
export function sampleText({ from, to, read, kept, requests }: ReachSample, timezone: number): string {
  if (from === null || to === null) return 'No request is kept of the suppliers and channels that it buys from.';
  const some = read < kept ? `${formatCount(read)} of the ${formatCount(kept)}` : `the ${formatCount(read)}`;
  return `It rests on ${some} requests of the sample from ${formatDateTime(from, timezone)} to ${formatDateTime(to, timezone)} (${offsetLabel(timezone)}).${requests === read ? '' : ` They stand for ${formatCount(requests)}.`}`;
}

/** What is to be said where the sample is too small. */
export const tooFewText = `It takes ${fewestTraces} requests of the suppliers and channels that it buys from. A sample of all requests is kept, for seven days.`;

const periodWords = { hour: 'budget an hour', day: 'budget a day', flight: 'whole budget' } as const;

/** What becomes of the budget. */
export function budgetText({ budget }: ForecastAnswer): {
  title: string;
  text: string;
  tone: 'good' | 'warn' | 'info';
} {
  const { outlook, unit, period, perDay, used } = budget;
  if (outlook === 'none' || period === null) {
    return { title: 'No budget bounds a day.', text: 'It spends whatever its bids win.', tone: 'info' };
  }
  const amount = unit === 'spend' ? formatMoney(perDay) : `${formatCount(Number(perDay))} impressions`;
  const bound = `Its ${periodWords[period]} leaves ${amount} a day`;
  if (outlook === 'used') {
    return { title: 'The budget will be used up.', text: `${bound}, and there is traffic for more.`, tone: 'good' };
  }
  return {
    title: 'The budget will not be used up.',
    text: `${bound}. What it reaches is worth ${formatShare(used)} of that.`,
    tone: 'warn',
  };
}
