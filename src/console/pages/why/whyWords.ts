import type { WhyLoss, WhyStep, WhyTraceLine } from '#api/why/whyContract.ts';
import type { CallOutcome } from '#model/index.ts';
import { failureWords } from '../../lib/failureWords.ts';
import { formatExactMoney } from '../../lib/format.ts';

/** The steps of a funnel: what each is called, and whose losses stand under it. */
export const stepWords: Record<WhyStep['key'], { label: string; help: string; at: WhyLoss['at'] | null }> = {
  calls: { label: 'Calls', help: 'Every hit on a channel', at: null },
  blocked: { label: 'Blocked', help: 'Refused before they counted as requests', at: 'blocked' },
  reqs: { label: 'Requests', help: 'Calls that passed the gates', at: null },
  missed: { label: 'Missed', help: 'Requests without any eligible tag', at: 'missed' },
  considered: { label: 'Tags considered', help: 'Tags of the waterfall that were looked at', at: 'keptOut' },
  asked: { label: 'Tags asked', help: 'Calls to tags, and stored ads considered', at: 'lost' },
  answered: { label: 'Tags with an ad', help: 'Answers with a usable ad', at: null },
  opps: { label: 'Opportunities', help: 'Requests answered with an ad', at: 'unanswered' },
  imps: { label: 'Impressions', help: 'Ads that were shown', at: null },
};

/** What steps are called where ad exchanges and own campaigns are asked in place of tags. */
export const buyerWords: Partial<Record<WhyStep['key'], { label: string; help: string }>> = {
  calls: { label: 'Calls', help: 'Impressions that the supplier asked about' },
  missed: { label: 'Missed', help: 'Requests without any eligible buyer' },
  considered: { label: 'Buyers considered', help: 'Ad exchanges and own campaigns that were looked at' },
  asked: { label: 'Buyers asked', help: 'Bid requests to ad exchanges, and own campaigns asked' },
  answered: { label: 'Buyers with a bid', help: 'Answers with a usable bid' },
  opps: { label: 'Opportunities', help: 'Requests with a bid to answer with' },
};

/** What became of a call. */
export const outcomeWords: Record<CallOutcome, string> = {
  answered: 'Answered',
  ...failureWords,
  invalid_bid: 'Not readable',
  given_up: 'Given up',
};

/** Who won, at what price. */
export function winnerText({ id, name, cpm }: WhyTraceLine['winners'][number]): string {
  return `${name ?? `Tag #${id}`}, ${formatExactMoney(cpm)} CPM`;
}

/** Minutes and seconds: 09:58. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
