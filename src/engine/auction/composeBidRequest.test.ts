import { describe, expect, test } from 'vitest';
import type { TagRow } from '#model/index.ts';
import { createRates } from '#standards/openrtb/currency.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { soldDealsOf } from '../buying/soldDealsOf.ts';
import { buildDeal } from '#tests/support/engine/buildBuying.ts';
import { buyingSnapshot } from '#tests/support/engine/buildOwnBids.ts';
import { buildSetting, videoImp } from '#tests/support/engine/buildSetting.ts';
import { scenarioSnapshot } from '#tests/support/engine/scenarioSnapshot.ts';
import { planOf } from '../snapshot/snapshot.ts';
import type { ImpRequest } from './impRequest.ts';
import { composeBidRequest } from './composeBidRequest.ts';
import { composePrebidRequest } from './composePrebidRequest.ts';
import type { PodTerms } from './pod.ts';
import type { AuctionSetting } from './types.ts';

const banner = { format: [{ w: 300, h: 250 }] };

/** The requests for bids of tags, for the imps of one channel with a floor of $1. */
function buildImpRequests(
  tags: (Partial<TagRow> & { id: number })[],
  imps: Imp[] = [videoImp],
  pod: PodTerms | null = null,
): [readonly AuctionSetting[], readonly ImpRequest[]] {
  const waterfall = tags.map((tag) => ({ tag }));
  const plan = planOf(scenarioSnapshot({ title: '', channel: { floor: '1.00' }, waterfall, expect: {} }), 1);
  if (!plan) throw new Error('no plan');
  const rates = createRates({ EUR: 1.25 });
  const settings = imps.map((imp) => buildSetting(plan, { imp, rates, pod, request: { id: 'r1', bcat: ['IAB7'] } }));
  const impRequests = settings.flatMap((_, slot) =>
    plan.tiers.flatMap(({ candidates }) =>
      candidates.map((candidate) => ({ callId: slot, slot, candidate, deadline: 1000 + candidate.tag.timeoutMs })),
    ),
  );
  return [settings, impRequests];
}

test('OpenRTB 2.6, 3.2.4: a bid request offers all imps at the floors, in the currency and under the rules of the tag', () => {
  const seats = ['a'];
  const [settings, impRequests] = buildImpRequests(
    [{ id: 1, integration: 'RTB', currency: 'EUR', auctionType: 'second', seats, timeoutMs: 300, floor: '2.00' }],
    [videoImp, { id: '2', banner }],
  );
  expect(composeBidRequest(settings, impRequests, 1000)).toMatchObject({
    id: 'r1',
    at: 2,
    tmax: 300,
    cur: ['EUR'],
    wseat: ['a'],
    bcat: ['IAB7'],
    imp: [
      { id: '1', tagid: 'channel000000001', bidfloor: 1.6, bidfloorcur: 'EUR', secure: 1, video: videoImp.video },
      { id: '2', tagid: 'channel000000001', bidfloor: 1.6, bidfloorcur: 'EUR', banner },
    ],
  });
});

test('tags with the same terms share imp objects, and others have their own', () => {
  const bidder = { integration: 'RTB', timeoutMs: 300 } as const;
  const [settings, impRequests] = buildImpRequests(
    [
      { id: 1, ...bidder },
      { id: 2, ...bidder, timeoutMs: 200 },
      { id: 3, ...bidder, floor: '3.00' },
      { id: 4, ...bidder, currency: 'EUR' },
      { id: 5, ...bidder, mediaTypes: ['banner'] },
    ],
    [{ ...videoImp, banner }],
  );
  const made = new Map<string, Imp>();
  const impOf = (id: number) => {
    const own = impRequests.filter(({ candidate }) => candidate.tag.id === id);
    const request = composeBidRequest(settings, own, 1000, made);
    expect(request).toEqual(composeBidRequest(settings, own, 1000));
    return request.imp[0];
  };
  const [first, second, ...others] = [1, 2, 3, 4, 5].map(impOf);
  expect(second).toBe(first);
  for (const other of others) expect(other).not.toEqual(first);
});

test('a tag is offered only its media types', () => {
  const [settings, impRequests] = buildImpRequests(
    [{ id: 1, integration: 'RTB', mediaTypes: ['video'] }],
    [{ ...videoImp, banner }],
  );
  const [imp] = composeBidRequest(settings, impRequests, 1000).imp;
  expect(imp).toHaveProperty('video');
  expect(imp).not.toHaveProperty('banner');
  expect(composeBidRequest(settings, impRequests, 1000)).not.toHaveProperty('wseat');
});

test('floors by duration are converted to the currency of the tag, and none is below its own floor', () => {
  const durfloors = [
    { mindur: 1, maxdur: 15, bidfloor: 0.5 },
    { mindur: 16, bidfloor: 5 },
  ];
  const video = { mimes: ['video/mp4'], mincpmpersec: 0.25, durfloors };
  const [settings, impRequests] = buildImpRequests(
    [{ id: 1, integration: 'RTB', currency: 'EUR' }],
    [{ id: '1', video }],
  );
  expect(composeBidRequest(settings, impRequests, 1000).imp[0]).toMatchObject({
    bidfloor: 0.8,
    video: {
      mincpmpersec: 0.2,
      durfloors: [
        { maxdur: 15, bidfloor: 0.8 },
        { mindur: 16, bidfloor: 4 },
      ],
    },
  });
});

test('partners share one request: each under its own alias, with all media types and the lowest floor', () => {
  const [settings, impRequests] = buildImpRequests(
    [
      { id: 1, integration: 'PreBid', partner: 'appnexusP', partnerParams: { placementId: 7 }, mediaTypes: ['video'] },
      {
        id: 2,
        integration: 'PreBid',
        partner: 'appnexusP',
        partnerParams: { placementId: 8 },
        floor: '3.00',
        mediaTypes: ['banner'],
      },
      { id: 3, integration: 'PreBid', partner: 'rubiconP', floor: '2.00', mediaTypes: ['banner'] },
    ],
    [{ ...videoImp, banner, native: { request: '{}' } }],
  );
  const request = composePrebidRequest(settings, impRequests, 1000);
  expect(request).toMatchObject({
    id: 'r1',
    at: 1,
    cur: ['USD'],
    ext: { prebid: { aliases: { t1: 'appnexus', t2: 'appnexus', t3: 'rubicon' } } },
    imp: [
      {
        bidfloor: 1,
        bidfloorcur: 'USD',
        banner,
        video: videoImp.video,
        ext: { prebid: { bidder: { t1: { placementId: 7 }, t2: { placementId: 8 }, t3: {} } } },
      },
    ],
  });
  expect(request.imp[0]).not.toHaveProperty('native');
});

test('each partner gets its own deals beside those of the request', () => {
  const pmp = { private_auction: 0 as const, deals: [{ id: 'of-the-request', bidfloor: 2, bidfloorcur: 'USD' }] };
  const [settings, impRequests] = buildImpRequests(
    [
      { id: 1, integration: 'PreBid', partner: 'appnexusP' },
      { id: 2, integration: 'PreBid', partner: 'rubiconP' },
    ],
    [{ ...videoImp, pmp }],
  );
  const plain = composePrebidRequest(settings, impRequests, 1000);
  expect(plain.imp[0]?.ext?.['prebid']).not.toHaveProperty('imp');
  const deals = soldDealsOf(buyingSnapshot({ deal: [buildDeal({ dealId: 'sold', side: 'sell', tagIds: [2] })] }), 1);
  const offered = impRequests.map((impRequest): ImpRequest => ({
    ...impRequest,
    candidate: { ...impRequest.candidate, deals: deals.byTag.get(impRequest.candidate.tag.id) ?? [] },
  }));
  const request = composePrebidRequest(settings, offered, 1000);
  expect(request.imp[0]?.pmp).toEqual(pmp);
  expect(request.imp[0]?.ext?.['prebid']).toMatchObject({
    bidder: { t1: {}, t2: {} },
    imp: { t2: { pmp: { deals: [{ id: 'of-the-request' }, { id: 'sold' }] } } },
  });
  expect(request.imp[0]?.ext?.['prebid']).not.toHaveProperty('imp.t1');
});

test.each([
  [1000, 900],
  [300, 270],
  [100, 80],
  [30, 15],
  [1, 1],
])(
  'with %d ms left, the Prebid Server gets %d, because it may wait for its slowest partner until then',
  (timeoutMs, tmax) => {
    const [settings, impRequests] = buildImpRequests([
      { id: 1, integration: 'PreBid', partner: 'appnexusP', timeoutMs },
    ]);
    expect(composePrebidRequest(settings, impRequests, 1000).tmax).toBe(tmax);
  },
);

describe('a pod', () => {
  const dedupe = { creatives: true, advertisers: true, categories: false };
  const pod = { podId: 'p', isShared: false, slots: 3, durationS: 60, shortestS: 5, dedupe };
  const video = { mimes: ['video/mp4'], podid: 'p', poddur: 60, maxseq: 3, maxduration: 120, poddedupe: [1] };

  test('is one imp for OpenRTB 2.6 bidders, and one imp per slot for 2.5', () => {
    const [settings, impRequests] = buildImpRequests([{ id: 1, integration: 'RTB' }], [{ id: '1', video }], pod);
    expect(composeBidRequest(settings, impRequests, 1000).imp).toMatchObject([{ id: '1', video }]);
    const older = buildImpRequests([{ id: 1, integration: 'RTB', rtbVersion: '2.5' }], [{ id: '1', video }], pod);
    const { imp } = composeBidRequest(...older, 1000);
    expect(imp.map(({ id, bidfloor }) => [id, bidfloor])).toEqual([
      ['1', 1],
      ['1:2', 1],
      ['1:3', 1],
    ]);
    expect(imp.map((each) => each.video)).toEqual(
      [1, 2, 3].map((sequence) => ({ mimes: ['video/mp4'], maxduration: 60, sequence })),
    );
  });

  test('OpenRTB 2.6, 3.2.7: is no longer than its time where maxduration is 0, which is none', () => {
    const open = { ...video, maxduration: 0 };
    const older = buildImpRequests([{ id: 1, integration: 'RTB', rtbVersion: '2.5' }], [{ id: '1', video: open }], pod);
    expect(composeBidRequest(...older, 1000).imp[0]?.video).toMatchObject({ maxduration: 60 });
  });

  test('lets a Prebid Server return several bids of a partner', () => {
    const tag = { id: 1, integration: 'PreBid', partner: 'appnexusP' } as const;
    const { ext } = composePrebidRequest(...buildImpRequests([tag], [{ id: '1', video }], pod), 1000);
    expect(ext).toMatchObject({ prebid: { multibid: [{ bidders: ['t1'], maxbids: 3 }] } });
    const alone = composePrebidRequest(...buildImpRequests([tag]), 1000);
    expect(alone.ext?.['prebid']).not.toHaveProperty('multibid');
  });
});
