import { expect, test } from 'vitest';
import type { PodAd } from '#engine/auction/pod.ts';
import type { Decision, Sale } from '#engine/auction/types.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import { outcomeFor, type Candidate } from '#engine/plan/plan.ts';
import { recordedOutcomes } from './recordedOutcomes.ts';

const candidate = (id: number) => ({ tag: { id, advertiserId: 9, marketplace: '' }, tier: 2 }) as unknown as Candidate;
const [tag, other, campaigns] = [candidate(1), candidate(2), candidate(campaignsId)];
const podAd = {} as PodAd;
const sale = (winner: Candidate) => ({ winner, won: null, podAd }) as unknown as Sale;
const saleOf = (campaignId: number) =>
  ({
    winner: campaigns,
    podAd,
    won: { bid: { deal: null, own: { advertiserId: 8, campaignId, creativeId: 10 * campaignId, charged: 1 } } },
  }) as unknown as Sale;
const decision = ([first, ...further]: [Sale, ...Sale[]], winners: readonly Candidate[]): Decision => ({
  kind: 'filled',
  ...first,
  further,
  outcomes: [outcomeFor(other, 'outbid', true, true), ...winners.map((each) => outcomeFor(each, null, true, true))],
  lossNotices: [],
});
const [lost] = decision([sale(tag)], []).outcomes;

test('a single ad leaves the outcomes of the auction as they are', () => {
  const single = decision([{ winner: tag, won: null } as unknown as Sale], [tag]);
  expect(recordedOutcomes(single)).toBe(single.outcomes);
});

test('a candidate that sold several ads of a pod has their number', () => {
  expect(recordedOutcomes(decision([sale(tag), sale(tag), saleOf(5)], [tag, campaigns]))).toEqual([
    lost,
    { ...outcomeFor(tag, null, true, true), ads: 2 },
    { ...outcomeFor(campaigns, null, true, true), advertiserId: 8, campaignId: 5, creativeId: 50 },
  ]);
});

test('each own campaign that sold has an outcome', () => {
  const won = outcomeFor(campaigns, null, true, true);
  expect(recordedOutcomes(decision([saleOf(5), saleOf(6), saleOf(5)], [campaigns]))).toEqual([
    lost,
    { ...won, advertiserId: 8, campaignId: 5, creativeId: 50, ads: 2 },
    { ...won, advertiserId: 8, campaignId: 6, creativeId: 60 },
  ]);
});

test('sales that were dropped after the auction leave no outcome, and those that remain have their own', () => {
  const won = outcomeFor(campaigns, null, true, true);
  const ofFive = { ...won, advertiserId: 8, campaignId: 5, creativeId: 50 };
  const auctioned = { ...decision([saleOf(6), saleOf(6)], [campaigns]), outcomes: [ofFive] } as Decision;
  expect(recordedOutcomes(auctioned)).toEqual([{ ...won, advertiserId: 8, campaignId: 6, creativeId: 60, ads: 2 }]);
  const alone = { ...decision([saleOf(6)], [campaigns]), outcomes: [ofFive] } as Decision;
  expect(recordedOutcomes(alone)).toEqual([{ ...won, advertiserId: 8, campaignId: 6, creativeId: 60 }]);
  const ofTag = decision([sale(tag)], [tag, campaigns]);
  expect(recordedOutcomes(ofTag)).toEqual([lost, outcomeFor(tag, null, true, true)]);
});
