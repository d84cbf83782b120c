import { expect, test } from 'vitest';
import type { CandidateReason, TraceBody } from '#model/index.ts';
import { createAdPerformance } from '../buying/createAdPerformance.ts';
import { buildCampaign, buildCreative, buildDeal, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import { buyingSnapshot } from '#tests/support/engine/buildOwnBids.ts';
import type { ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import { videoImp } from '#tests/support/engine/buildSetting.ts';
import { createCampaignForecast } from './campaignForecast.ts';
import { createCampaignFunnel } from './campaignFunnel.ts';
import type { EvaluationContext, TracedRequest } from './tracedBidsSetting.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const usd = 1_000_000_000;
const campaign = { id: 1, demandId: 1 };

/** A configuration of one supplier and the campaign. */
function contextOf(values: Parameters<typeof buildCampaign>[0] = {}, more: ConfigurationRows = {}): EvaluationContext {
  const snapshot = buyingSnapshot({
    supplier: [buildSupplier()],
    campaign: [buildCampaign(values)],
    creative: [buildCreative()],
    ...more,
  });
  return { snapshot, locate: () => null, adPerformance: createAdPerformance({ creatives: [], places: [] }) };
}

interface Logged {
  /** Recorded outcomes of campaigns, by id. */
  outcomes?: Record<number, CandidateReason | null>;
  /** Where the outcomes stand in the response of the own campaigns. */
  key?: 'outcomes' | 'fates';
  /** Another campaign's bid, in dollars. */
  rival?: number;
  more?: Partial<TracedRequest>;
  isCut?: boolean;
}

/** A video request of the supplier for which campaigns were called. */
function request({ outcomes = {}, key = 'outcomes', rival, more = {}, isCut = false }: Logged = {}): TracedRequest {
  const adm = '<VAST version="3.0"><Ad><InLine><Creatives></Creatives></InLine></Ad></VAST>';
  const bid = { id: '1', impid: videoImp.id, price: rival ?? 0, cid: '9', crid: '9-1', adm, ext: { charged: 0 } };
  const ofCampaigns = Object.entries(outcomes).map(([id, reason]) => ({
    campaignId: Number(id),
    advertiserId: 1,
    reason,
  }));
  const text = JSON.stringify({
    id: 'r',
    seatbid: rival === undefined ? [] : [{ bid: [bid] }],
    ext: { [key]: { [videoImp.id]: ofCampaigns } },
  });
  const body: TraceBody = {
    snapshot: 1,
    request: { params: {}, headers: {}, address: '', country: '', region: '' },
    auction: {
      startedAt: noon,
      seed: 1,
      mediaTypes: ['video'],
      floor: 0,
      dynamicFloor: 0,
      isPrivate: false,
      pod: null,
      hasPrebidServer: false,
      offered: { request: { id: 'r' }, imp: { ...videoImp } },
      checks: [],
      calls: [
        {
          kind: 'bids',
          callIds: [1],
          tagIds: [0],
          hop: 0,
          url: '',
          startedMs: 0,
          endedMs: 0,
          outcome: 'answered',
          text,
          isCut,
        },
      ],
      inputs: [{ atMs: 0, call: 0 }],
      tookMs: 0,
    },
    candidates: [],
    winners: [],
  };
  return {
    serveId: 'a',
    at: noon,
    integration: 'bid',
    sampleWeight: 10,
    reason: null,
    ivt: undefined,
    supplySource: { supplierId: 1, channelId: 0 },
    environment: 'web',
    inventory: '',
    body,
    ...more,
  };
}

function funnel(requests: readonly TracedRequest[], context = contextOf()) {
  const work = createCampaignFunnel(campaign, context);
  for (const each of requests) work.take(each);
  return work.result();
}

test('recorded outcomes count, and others are evaluated with the campaign as it is now', () => {
  const {
    sampled,
    reevaluated: judged,
    losses,
    stages,
  } = funnel([
    request({ outcomes: { 1: 'frequency' } }),
    request({ outcomes: { 1: 'budget' } }),
    request(),
    request({ outcomes: { 2: null } }),
  ]);
  expect([sampled, judged]).toEqual([
    { traces: 4, requests: 40 },
    { traces: 2, requests: 20 },
  ]);
  expect(losses.map(({ stage, reason, traces }) => [stage, reason, traces])).toEqual([
    ['money', 'budget', 1],
    ['frequency', 'frequency', 1],
  ]);
  expect(stages.map(({ traces }) => traces)).toEqual([4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2]);
});

test('traces of an earlier version have the outcomes under another key', () => {
  const requests = (['outcomes', 'fates'] as const).map((key) => request({ outcomes: { 1: 'frequency' }, key }));
  const { losses } = funnel(requests);
  expect(losses).toMatchObject([{ stage: 'frequency', reason: 'frequency', traces: 2 }]);
});

test('a bid that another outbid is lost in our own auction', () => {
  const won = request({ outcomes: { 1: null } });
  const { losses } = funnel([won]);
  expect(losses).toMatchObject([{ stage: 'auction', reason: 'outbid', traces: 1 }]);
});

test('requests that ended before campaigns were called are separated by supplier and channel', () => {
  const refused = request({ more: { reason: 'qps_exceeded' } });
  const { losses, stages } = funnel([{ ...refused, body: { ...refused.body, auction: null } }, request()]);
  expect(losses).toMatchObject([
    { stage: 'requested', reason: 'qps_exceeded', supplierId: 1, channelId: 0, requests: 10 },
  ]);
  expect(stages[0]).toEqual({ stage: 'requested', traces: 1, requests: 10 });
});

test('requests of a deleted supplier are unknown', () => {
  const { sampled, unknown } = funnel([request({ more: { supplySource: { supplierId: 7, channelId: 0 } } })]);
  expect([sampled.traces, unknown.traces]).toEqual([0, 1]);
});

function forecast(requests: readonly TracedRequest[], ...rows: Parameters<typeof contextOf>) {
  const ratesOf = () => ({ wins: 0.5, imps: 0.25 });
  const work = createCampaignForecast(campaign, contextOf(...rows), { now: noon, ratesOf });
  for (const each of requests) work.take(each);
  return work.result();
}

test('bids compete with the recorded bids, and have the win rates of the supplier', () => {
  const { eligible, bids, wins, imps, spend, losses } = forecast([
    request({ rival: 1 }),
    request({ rival: 3 }),
    request(),
  ]);
  expect(eligible.total).toBe(30);
  expect([bids.total, wins.total, imps.total]).toEqual([20, 10, 5]);
  expect(spend.total).toBe(5 * (2 * usd) * 0.001);
  expect(losses).toMatchObject([{ stage: 'auction', reason: 'outbid', requests: 10 }]);
  // Two requests, each sampled 1 in 10.
  expect(bids.margin).toBeCloseTo(1.96 * Math.sqrt(2 * 10 * 9), 9);
});

test('a margin is subtracted before it competes, and is charged', () => {
  const { bids, spend } = forecast([request({ rival: 1.7 })], { margin: 20 });
  expect(bids.total).toBe(0);
  expect(forecast([request({ rival: 1.5 })], { margin: 20 }).spend.total).toBe(2.5 * 2 * usd * 0.001);
  expect(spend.total).toBe(0);
});

test('the campaign’s recorded bid does not compete with it', () => {
  const own = request({ outcomes: { 1: null }, rival: 5 });
  const [call] = own.body.auction?.calls ?? [];
  if (!call) throw new Error('there is a call');
  call.text = call.text.replace('"cid":"9"', '"cid":"1"');
  expect(forecast([own]).bids.total).toBe(10);
});

test('a deal for certain seats is used where the supplier now knows us by one of them', () => {
  const offer = request();
  const { auction } = offer.body;
  if (!auction) throw new Error('there is an auction');
  const pmp = { deals: [{ id: 'deal-1', wseat: ['ours'] }] };
  auction.offered = { request: { id: 'r' }, imp: { ...videoImp, pmp } };
  const under = (seat: string) =>
    forecast(
      [offer],
      { dealIds: [1], isOpenMarket: false },
      { supplier: [buildSupplier({ seat })], deal: [buildDeal()] },
    );
  expect(under('theirs').losses).toMatchObject([{ stage: 'price', reason: 'seat_blocked', requests: 10 }]);
  expect([under('theirs').bids.total, under('ours').bids.total]).toEqual([0, 10]);
});

test('auctions that are not recorded in full are assumed to go like the others', () => {
  const { eligible, bids, unreplayed } = forecast([request(), request({ isCut: true })]);
  expect([eligible.total, bids.total, unreplayed.traces]).toEqual([20, 20, 1]);
});

test('a future flight is checked as if it had started', () => {
  const { losses } = forecast([request()], { startDate: '2026-03-11' });
  expect(losses).toMatchObject([{ stage: 'campaign', reason: 'flight' }]);
  const work = createCampaignForecast(campaign, contextOf({ startDate: '2026-03-11' }), {
    now: noon + 86_400_000,
    ratesOf: () => ({ wins: 1, imps: 1 }),
  });
  work.take(request());
  expect(work.result().bids.total).toBe(10);
});
