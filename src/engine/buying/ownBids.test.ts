import { describe, expect, test } from 'vitest';
import { createRates } from '#standards/openrtb/currency.ts';
import type { CampaignRow, CreativeRow } from '#model/index.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { buildCampaign, buildCreative, buildDeal, buildFile } from '#tests/support/engine/buildBuying.ts';
import { buildOwnBidsSetting, buyingSnapshot } from '#tests/support/engine/buildOwnBids.ts';
import { buildAdvertiser, buildTargeting, type ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import { videoImp } from '#tests/support/engine/buildSetting.ts';
import { applyMessage } from '../snapshot/snapshot.ts';
import { campaignsOf } from './campaignsOf.ts';
import { ownBids, type OwnBids } from './ownBids.ts';

type Overrides = Parameters<typeof buildOwnBidsSetting>[0];

const usd = (amount: number) => amount * 1_000_000_000;
const video = (more: Partial<NonNullable<Imp['video']>>): Imp => ({
  ...videoImp,
  video: { mimes: ['video/mp4'], ...videoImp.video, ...more },
});

function play(rows: ConfigurationRows, overrides: Overrides = {}): OwnBids {
  return ownBids(
    campaignsOf(buyingSnapshot({ creative: [buildCreative()], ...rows }), 1),
    buildOwnBidsSetting({ recordsOutcomes: true, ...overrides }),
  );
}

/** The reason of the first campaign, or "bids". */
function reasonOf(campaign: Partial<CampaignRow>, overrides: Overrides = {}, more: ConfigurationRows = {}): string {
  const { outcomes } = play({ campaign: [buildCampaign(campaign)], ...more }, { watched: [1], ...overrides });
  return outcomes[0]?.reason ?? 'bids';
}

const withCreative = (creative: Partial<CreativeRow>, overrides: Overrides = {}, campaign: Partial<CampaignRow> = {}) =>
  reasonOf(campaign, overrides, { creative: [buildCreative(creative)] });

test('bids are sorted by price, at most ten, and the others are outbid', () => {
  const campaign = Array.from({ length: 12 }, (_, at) => buildCampaign({ id: at + 1, bid: `${at + 1}.00` }));
  const { bids, outcomes } = play({ campaign });
  expect(bids.map(({ campaignId }) => campaignId)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(bids[0]).toMatchObject({
    advertiserId: 1,
    creativeId: 1,
    cpm: usd(12),
    worth: usd(12),
    dealId: 0,
    bid: {
      id: '12',
      impid: '1',
      price: 12,
      cid: '12',
      adid: '1',
      adomain: ['brand.example'],
      dur: 15,
      mtype: 2,
      protocol: 13,
    },
  });
  expect(outcomes.filter(({ reason }) => reason === null)).toHaveLength(10);
  expect(outcomes.filter(({ reason }) => reason === 'outbid').map(({ campaignId }) => campaignId)).toEqual([2, 1]);
});

test('an imp for one ad gets three bids', () => {
  const campaign = Array.from({ length: 5 }, (_, at) => buildCampaign({ id: at + 1, bid: `${at + 1}.00` }));
  const { bids, outcomes } = play({ campaign }, { slots: 1 });
  expect(bids.map(({ campaignId }) => campaignId)).toEqual([5, 4, 3]);
  expect(outcomes.filter(({ reason }) => reason === 'outbid')).toHaveLength(2);
});

test('without recording of outcomes, campaigns that cannot be among the best are not evaluated', () => {
  const campaign = Array.from({ length: 20 }, (_, at) => buildCampaign({ id: at + 1, bid: `${at + 1}.00` }));
  const judged: number[] = [];
  const mayBid = (id: number) => {
    judged.push(id);
    return 'ok' as const;
  };
  const { bids, outcomes } = play({ campaign }, { slots: 1, recordsOutcomes: false, mayBid });
  expect(bids.map(({ campaignId }) => campaignId)).toEqual([20, 19, 18]);
  expect(judged).toEqual([20, 19, 18]);
  expect(outcomes).toEqual([]);
});

test('of many campaigns only those are evaluated that can be among the best', () => {
  const campaign = Array.from({ length: 500 }, (_, at) => buildCampaign({ id: at + 1, bid: `${at % 250}.25` }));
  let judged = 0;
  const mayBid = (id: number) => {
    judged += 1;
    return id === 250 ? 'budget' : 'ok';
  };
  const { bids, outcomes } = play({ campaign }, { mayBid });
  expect(bids.map(({ bid }) => bid.price)).toEqual(
    [249, 248, 248, 247, 247, 246, 246, 245, 245, 244].map((x) => x + 0.25),
  );
  expect(outcomes.find(({ campaignId }) => campaignId === 250)?.reason).toBe('budget');
  expect(judged).toBeLessThan(40);
});

test('watched campaigns are recorded among any number of others', () => {
  const campaign = Array.from({ length: 60 }, (_, at) => buildCampaign({ id: at + 1, bid: `${at + 1}.00` }));
  const { outcomes } = play({ campaign: [...campaign, buildCampaign({ id: 99, status: 0 })] }, { watched: [1, 99] });
  expect(outcomes).toHaveLength(50);
  expect(outcomes.slice(0, 2)).toMatchObject([
    { campaignId: 1, reason: 'outbid' },
    { campaignId: 99, reason: 'inactive' },
  ]);
});

test('equal bids are ordered by a seeded draw', () => {
  const campaign = [1, 2, 3].map((id) => buildCampaign({ id }));
  const orders = new Set<string>();
  for (let seed = 0; seed < 50; seed += 1) {
    const order = () =>
      play({ campaign }, { seed })
        .bids.map(({ campaignId }) => campaignId)
        .join();
    expect(order()).toBe(order());
    orders.add(order());
  }
  expect(orders.size).toBe(6);
});

describe('a campaign bids, or has one reason not to', () => {
  const day = Date.UTC(2026, 2, 2);
  test.each([
    ['inactive', { status: 0 }, {}],
    ['flight', { startDate: '2026-03-03' }, { now: day }],
    ['flight', { endDate: '2026-03-01' }, { now: day }],
    ['bids', { startDate: '2026-03-02', endDate: '2026-03-02' }, { now: day }],
    ['cap', { cappedUntil: '2026-03-03T00:00:00.000Z' }, { now: day }],
    ['not_assigned', { supplierIds: [2] }, {}],
    ['not_assigned', { excludedSupplierIds: [1] }, {}],
    ['not_assigned', { ownChannels: 'none' }, { supplySource: { supplierId: 0, channelId: 7 } }],
    ['not_assigned', { ownChannels: 'chosen', channelIds: [8] }, { supplySource: { supplierId: 0, channelId: 7 } }],
    [
      'bids',
      { supplierIds: [2], ownChannels: 'chosen', channelIds: [7] },
      { supplySource: { supplierId: 0, channelId: 7 } },
    ],
    ['ivt', {}, { isInvalid: true }],
    ['bids', { checkIVT: false }, { isInvalid: true }],
    ['media_type', { type: 'banner' }, {}],
    ['no_creative', { creativeIds: [] }, {}],
    ['frequency', {}, { adsLeft: () => 0 }],
    ['below_floor', {}, { floor: usd(2) + 1 }],
    ['bids', {}, { floor: usd(2) }],
    ['below_floor', { margin: 10 }, { floor: usd(1.9) }],
    ['zero_bid', { multipliers: [{ dimension: 'country', value: 'us', factor: 0 }] }, { query: 'country=US' }],
    ['deal_missing', { isOpenMarket: false }, {}],
    ['deal_missing', {}, { imp: { ...videoImp, pmp: { private_auction: 1 } } }],
    ['budget', {}, { mayBid: () => 'budget' }],
    ['pacing', {}, { mayBid: () => 'pacing' }],
  ] as [string, Partial<CampaignRow>, Overrides][])('“%s” for %j', (reason, campaign, overrides) => {
    expect(reasonOf(campaign, overrides)).toBe(reason);
  });

  test('rules of its advertiser and targetings apply too', () => {
    expect(reasonOf({}, {}, { advertiser: [buildAdvertiser({ status: 0 })] })).toBe('advertiser_inactive');
    const targeting = [buildTargeting({ countries: ['US'] })];
    expect(reasonOf({ targetingIds: [1] }, { query: 'country=DE' }, { targeting })).toBe('targeting_country');
    expect(reasonOf({ targetingIds: [1] }, { query: 'country=US' }, { targeting })).toBe('bids');
    const advertiser = [buildAdvertiser({ targetingIds: [1] })];
    expect(reasonOf({}, { query: 'country=DE' }, { targeting, advertiser })).toBe('targeting_country');
  });

  test('the budget is checked last, and for the price of one impression', () => {
    const prices: number[] = [];
    const mayBid = (_: number, price: number) => {
      prices.push(price);
      return 'ok' as const;
    };
    reasonOf({ bid: '2.50', margin: 20 }, { mayBid });
    reasonOf({}, { mayBid, floor: usd(3) });
    expect(prices).toEqual([2_500_000]);
  });
});

describe('OpenRTB 2.6, 3.2.6 to 3.2.8, 4.2.3: a creative is shown only where it fits', () => {
  test.each([
    ['creative_pending', { review: 'pending' }, {}],
    ['creative_scan', { scan: 'blocked' }, {}],
    ['no_creative', { status: 0 }, {}],
    ['no_creative', { advertiserId: 2 }, {}],
    ['no_creative', { startDate: '2030-01-01' }, {}],
    ['duration', {}, { imp: video({ maxduration: 10 }) }],
    ['duration', {}, { imp: video({ minduration: undefined, maxduration: undefined, rqddurs: [20, 30] }) }],
    ['bids', {}, { imp: video({ minduration: undefined, maxduration: undefined, rqddurs: [15] }) }],
    ['file_type', {}, { imp: video({ mimes: ['video/webm'] }) }],
    ['file_type', {}, { imp: video({ maxbitrate: 1000 }) }],
    ['file_type', {}, { imp: video({ delivery: [1] }) }],
    ['protocol', {}, { imp: video({ protocols: [5, 6] }) }],
    ['protocol', { apis: ['7'] }, {}],
    ['bids', { apis: ['7'] }, { imp: video({ api: [7] }) }],
    ['protocol', { apis: ['7', '2'] }, { imp: video({ api: [7] }) }],
    ['attribute_blocked', { attributes: ['1'] }, { imp: video({ battr: [1] }) }],
    ['attribute_blocked', { isSkippable: true }, { imp: video({ battr: [16] }) }],
    ['attribute_blocked', { isSkippable: true }, { imp: video({ skip: 0 }) }],
    ['attribute_blocked', { isSkippable: true }, { imp: video({ skip: 1, skipmin: 15 }) }],
    ['bids', { isSkippable: true }, { imp: video({ skip: 1, skipmin: 10 }) }],
    ['adomain_blocked', { adomain: 'shop.brand.example' }, { request: { badv: ['brand.example'] } }],
    ['category_blocked', { categories: ['IAB7-39'] }, { request: { bcat: ['IAB7'] } }],
    ['not_secure', { type: 'vastUrl', files: [], vastUrl: 'http://partner.example/vast' }, {}],
    ['assets_missing', {}, { fits: () => false }],
    ['creative_blocked', {}, { creativeRules: [{ isLoading: false, blocked: [new Set(['1'])], allowed: null }] }],
    [
      'category_blocked',
      { categories: ['IAB7'] },
      { quality: { minDuration: null, maxDuration: null, adomains: [], categories: ['IAB7'] } },
    ],
  ] as [string, Partial<CreativeRow>, Overrides][])('“%s” for %j', (reason, creative, overrides) => {
    expect(withCreative(creative, overrides)).toBe(reason);
  });

  const banner = (more: NonNullable<Imp['banner']>): Overrides => ({ imp: { id: '1', secure: 1, banner: more } });
  const image: Partial<CreativeRow> = {
    type: 'image',
    files: [buildFile({ mime: 'image/png', width: 300, height: 250, durationMs: 0 })],
  };

  test.each([
    ['bids', { w: 300, h: 250 }],
    [
      'bids',
      {
        format: [
          { w: 728, h: 90 },
          { w: 300, h: 250 },
        ],
      },
    ],
    ['bids', { format: [{ wratio: 6, hratio: 5 }] }],
    ['bids', {}],
    ['size', { w: 728, h: 90 }],
    ['attribute_blocked', { w: 300, h: 250, btype: [2] }],
  ] as const)('an image of 300 × 250 %s where %j is offered', (reason, offered) => {
    expect(withCreative(image, banner(offered as NonNullable<Imp['banner']>), { type: 'banner' })).toBe(reason);
  });

  test('stored VAST is parsed for its properties', () => {
    const vastXml = (body: string) => `<VAST version="3.0"><Ad id="1">${body}</Ad></VAST>`;
    const inline = `<InLine><AdSystem>A</AdSystem><AdTitle>T</AdTitle><Impression>https://a.example/i</Impression><Creatives><Creative><Linear skipoffset="00:00:05"><Duration>00:00:20</Duration><MediaFiles><MediaFile delivery="progressive" type="video/webm" width="1" height="1">https://a.example/a.webm</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine>`;
    const stored: Partial<CreativeRow> = { type: 'vast', files: [], vastXml: vastXml(inline) };
    expect(withCreative(stored)).toBe('file_type');
    expect(withCreative(stored, { imp: video({ mimes: ['video/webm'] }) })).toBe('bids');
    expect(withCreative(stored, { imp: video({ mimes: ['video/webm'], maxduration: 15 }) })).toBe('duration');
    expect(withCreative(stored, { imp: video({ mimes: ['video/webm'], battr: [16] }) })).toBe('attribute_blocked');
    const wrapper = `<Wrapper><AdSystem>A</AdSystem><VASTAdTagURI>https://a.example/next</VASTAdTagURI><Impression>https://a.example/i</Impression></Wrapper>`;
    const wrapped: Partial<CreativeRow> = { type: 'vast', files: [], vastXml: vastXml(wrapper) };
    expect(withCreative(wrapped, { imp: video({ protocols: [3] }) })).toBe('protocol');
    const { bids } = play(
      { creative: [buildCreative(wrapped)], campaign: [buildCampaign()] },
      { imp: video({ protocols: [3, 6] }) },
    );
    expect(bids[0]?.bid.protocol).toBe(6);
  });

  test('another creative is used where the first does not fit, or its duration costs more than the bid', () => {
    const creative = [
      buildCreative({ id: 1, files: [buildFile({ durationMs: 30_000 })] }),
      buildCreative({ id: 2, files: [buildFile({ durationMs: 6000 })] }),
    ];
    const campaign = [buildCampaign({ creativeIds: [1, 2] })];
    for (let seed = 0; seed < 20; seed += 1) {
      const short = play({ creative, campaign }, { seed, imp: video({ mincpmpersec: 0.2 }) });
      expect(short.bids.map(({ creativeId }) => creativeId)).toEqual([2]);
    }
  });
});

describe('deals', () => {
  const imp = (deals: NonNullable<Imp['pmp']>['deals'], isPrivate = false): Imp => ({
    ...videoImp,
    pmp: { private_auction: isPrivate ? 1 : 0, deals: deals ?? [] },
  });
  const bought = (campaign: Partial<CampaignRow> = {}) => ({
    campaign: [buildCampaign({ dealIds: [1], ...campaign })],
  });

  test('a campaign bids under an offered deal that it has', () => {
    const deal = [buildDeal({ supplierId: 1 })];
    const offered = imp([{ id: 'deal-1', bidfloor: 1.5 }], true);
    const { bids } = play({ ...bought({ isOpenMarket: false }), deal }, { imp: offered });
    expect(bids).toMatchObject([{ dealId: 1, worth: usd(2), bid: { dealid: 'deal-1' } }]);
    const elsewhere = { imp: offered, supplySource: { supplierId: 2, channelId: 0 } };
    expect(reasonOf({ dealIds: [1] }, elsewhere, { deal })).toBe('deal_missing');
    expect(reasonOf({ dealIds: [1] }, { imp: imp([{ id: 'other' }], true) }, { deal })).toBe('deal_missing');
  });

  test.each([
    ['paused', { status: 0 }],
    ['of another advertiser', { advertiserId: 2 }],
    ['that is over', { endDate: '1969-12-31' }],
    ['that we sell under', { side: 'sell' }],
  ] as const)('a deal %s is not used', (_, deal) => {
    const offered = { imp: imp([{ id: 'deal-1' }]) };
    expect(play({ ...bought(), deal: [buildDeal(deal)] }, offered).bids[0]?.dealId).toBe(0);
  });

  test('the deal’s own bid replaces the campaign’s, and a goal does not move it', () => {
    const deal = [buildDeal()];
    const campaign = { dealBids: { 1: '9.00' }, bidStrategy: 'vcr', maxBid: '3.00' } as const;
    const { bids } = play({ ...bought(campaign), deal }, { imp: imp([{ id: 'deal-1' }]) });
    expect(bids[0]).toMatchObject({ cpm: usd(9), dealId: 1 });
  });

  test('the floor of the deal replaces the imp’s, and the highest-priced of several is used', () => {
    const deal = [buildDeal({ id: 1, dealId: 'a' }), buildDeal({ id: 2, dealId: 'b' })];
    const campaign = { dealIds: [1, 2], dealBids: { 1: '4.00', 2: '5.00' } };
    const both = imp([
      { id: 'a', bidfloor: 1 },
      { id: 'b', bidfloor: 1 },
    ]);
    expect(play({ ...bought(campaign), deal }, { imp: both, floor: usd(50) }).bids[0]?.dealId).toBe(2);
    const highFloor = imp([
      { id: 'a', bidfloor: 1 },
      { id: 'b', bidfloor: 6 },
    ]);
    expect(play({ ...bought(campaign), deal }, { imp: highFloor, floor: usd(50) }).bids[0]?.dealId).toBe(1);
    const none = imp([{ id: 'b', bidfloor: 6 }], true);
    expect(reasonOf(campaign, { imp: none }, { deal })).toBe('below_deal_floor');
  });

  test('a fixed price is paid whatever is bid, with the campaign’s margin on top', () => {
    const offered = imp([{ id: 'deal-1', bidfloor: 1.25, bidfloorcur: 'EUR', at: 3 }]);
    const overrides = { imp: offered, rates: createRates({ EUR: 1.2 }) };
    expect(play({ ...bought(), deal: [buildDeal()] }, overrides).bids[0]).toMatchObject({
      cpm: usd(1.5),
      worth: usd(1.5),
    });
    const { bids } = play({ ...bought({ margin: 7 }), deal: [buildDeal()] }, overrides);
    expect(bids[0]).toMatchObject({ cpm: 1_612_903_226, worth: usd(1.5), bid: { price: 1.5 } });
    expect(
      reasonOf(
        { dealIds: [1] },
        { imp: { ...offered, pmp: { ...offered.pmp, private_auction: 1 } } },
        { deal: [buildDeal()] },
      ),
    ).toBe('no_exchange_rate');
  });

  test('the floor of the account’s deal applies too, before the supply side’s share', () => {
    const terms = {
      costTerms: { model: 'share', shareBasisPoints: 8000, cpm: 0 } as const,
      imp: imp([{ id: 'deal-1' }], true),
    };
    expect(reasonOf({ dealIds: [1] }, terms, { deal: [buildDeal({ floor: '1.60' })] })).toBe('bids');
    expect(reasonOf({ dealIds: [1] }, terms, { deal: [buildDeal({ floor: '1.61' })] })).toBe('below_deal_floor');
  });

  test.each([
    [['ours', 'theirs'], 'ours', 1],
    [['theirs'], 'ours', 0],
    [['ours'], '', 0],
    [[], '', 1],
  ])('a deal for the seats %j is used with our seat %j: deal %i', (wseat, seat, dealId) => {
    const rows = { campaign: [buildCampaign({ dealIds: [1] })], deal: [buildDeal()] };
    expect(play(rows, { imp: imp([{ id: 'deal-1', wseat }]), seat }).bids).toMatchObject([{ dealId }]);
    const isPrivate = { imp: imp([{ id: 'deal-1', wseat }], true), seat };
    expect(reasonOf({ dealIds: [1] }, isPrivate, rows)).toBe(dealId === 1 ? 'bids' : 'seat_blocked');
  });

  test('advertiser domains of the offer apply', () => {
    const deal = [buildDeal()];
    const domains = (wadomain: string[]) => ({ imp: imp([{ id: 'deal-1', wadomain }], true) });
    expect(reasonOf({ dealIds: [1] }, domains(['brand.example']), { deal })).toBe('bids');
    expect(reasonOf({ dealIds: [1] }, domains(['other.example']), { deal })).toBe('adomain_blocked');
  });
});

test('changes take effect: creatives, deals, targetings, advertisers and the time zone of the account', () => {
  const snapshot = buyingSnapshot({
    creative: [buildCreative({ review: 'pending' })],
    campaign: [buildCampaign({ targetingIds: [1], startDate: '2026-03-02' })],
    targeting: [buildTargeting({ countries: ['US'] })],
  });
  const now = Date.UTC(2026, 2, 2) - 3_600_000;
  const bidsNow = () =>
    ownBids(campaignsOf(snapshot, 1), buildOwnBidsSetting({ query: 'country=DE', now })).bids.length;
  expect(bidsNow()).toBe(0);
  applyMessage(snapshot, { type: 'row', entity: 'creative', id: 1, row: buildCreative() });
  expect(bidsNow()).toBe(0);
  applyMessage(snapshot, { type: 'row', entity: 'targeting', id: 1, row: buildTargeting({ countries: ['DE'] }) });
  expect(bidsNow()).toBe(0);
  const account = snapshot.rows.demand.get(1);
  applyMessage(snapshot, { type: 'row', entity: 'demand', id: 1, row: account ? { ...account, timezone: 1 } : null });
  expect(bidsNow()).toBe(1);
  applyMessage(snapshot, { type: 'row', entity: 'advertiser', id: 1, row: buildAdvertiser({ status: 0 }) });
  expect(bidsNow()).toBe(0);
  applyMessage(snapshot, { type: 'row', entity: 'advertiser', id: 1, row: buildAdvertiser() });
  expect(bidsNow()).toBe(1);
  applyMessage(snapshot, { type: 'row', entity: 'campaign', id: 1, row: null });
  expect(bidsNow()).toBe(0);
});
