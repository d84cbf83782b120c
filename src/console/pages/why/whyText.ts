import type { WhyLoss, WhyStep, WhyTraceLine } from '#api/why/whyContract.ts';
import type { CallOutcome } from '#model/index.ts';
import { failureMessages } from '../../lib/failureMessages.ts';
import { formatExactMoney, formatMoney } from '../../lib/format.ts';

/** Labels of the funnel steps, and the stage whose losses are listed under each. */
export const stepLabels: Record<WhyStep['key'], { label: string; help: string; at: WhyLoss['at'] | null }> = {
  calls: { label: 'Calls', help: 'Hits on channel URLs', at: null },
  blocked: { label: 'Blocked', help: 'Blocked by the supply filters', at: 'blocked' },
  reqs: { label: 'Requests', help: 'Calls that passed the supply filters', at: null },
  missed: { label: 'Missed requests', help: 'Requests without an eligible tag', at: 'missed' },
  considered: { label: 'Tags considered', help: 'Waterfall tags considered for requests', at: 'excluded' },
  called: { label: 'Tags called', help: 'Calls sent to tags, and stored ads considered', at: 'lost' },
  answered: { label: 'Tags with an ad', help: 'Responses with a usable ad', at: null },
  opps: { label: 'Opportunities', help: 'Requests that returned an ad', at: 'unanswered' },
  ads: { label: 'Ads', help: 'Ads returned: a pod has several', at: null },
  imps: { label: 'Impressions', help: 'Ads that were shown', at: null },
};

/** Labels of the steps where ad exchanges and own campaigns are called instead of tags. */
export const buyerStepLabels: Partial<Record<WhyStep['key'], { label: string; help: string }>> = {
  calls: { label: 'Calls', help: 'Impressions in the supplier’s bid requests' },
  missed: { label: 'Missed requests', help: 'Requests without an eligible buyer' },
  considered: { label: 'Buyers considered', help: 'Ad exchanges and own campaigns considered for requests' },
  called: { label: 'Buyers called', help: 'Bid requests sent to ad exchanges, and own campaigns evaluated' },
  answered: { label: 'Buyers with a bid', help: 'Responses with a usable bid' },
  opps: { label: 'Opportunities', help: 'Requests that returned a bid' },
};

/** Labels of call outcomes. */
export const outcomeLabels: Record<CallOutcome, string> = {
  answered: 'Responded',
  ...failureMessages,
  invalid_bid: 'Invalid response',
  given_up: 'Canceled',
};

/** The winners and their prices at two decimals. */
export function winnersText(winners: WhyTraceLine['winners']): string {
  return winners.map(({ cpm, ...tag }) => `${tagName(tag)}, ${formatMoney(cpm)} CPM`).join(', ');
}

/** The winners and their prices with all decimals. */
export function exactWinnersText(winners: WhyTraceLine['winners']): string {
  return winners.map(({ cpm, ...tag }) => `${tagName(tag)}, ${formatExactMoney(cpm)} CPM`).join(', ');
}

function tagName({ id, name }: Pick<WhyTraceLine['winners'][number], 'id' | 'name'>): string {
  return name ?? `Tag #${id}`;
}

/** Minutes and seconds: 09:58. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
