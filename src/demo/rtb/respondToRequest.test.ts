import { describe, expect, test } from 'vitest';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { bidFloor } from '#standards/openrtb/request/bidFloor.ts';
import { validateBid } from '#standards/openrtb/bid/validateBid.ts';
import { readBidRequest } from '#standards/openrtb/request/readBidRequest.ts';
import { readBidResponse, type ReceivedBids } from '#standards/openrtb/bid/readBidResponse.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp, Video } from '#standards/openrtb/types.ts';
import { parseVast } from '#standards/vast/parseVast.ts';
import { respondToRequest } from './respondToRequest.ts';
import { demoBuyers, demoDeals, type DemoBuyer } from './buyers.ts';
import { buyerRates, convert } from './randomPrice.ts';

const base = 'https://demand.example';
const [alpine, canal, meadow, quarry, lagoon] = demoBuyers;

const video: Video = {
  mimes: ['video/mp4'],
  protocols: [2, 3, 5, 6],
  w: 640,
  h: 360,
  minduration: 5,
  maxduration: 30,
  plcmt: 1,
  linearity: 1,
};
const nativeRequest = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, data: { type: 1 } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};
const imps = {
  banner: { id: '1', bidfloor: 0.4, banner: { format: [{ w: 300, h: 250 }] } },
  video: { id: '1', bidfloor: 2, video },
  native: { id: '1', native: { ver: '1.2', request: JSON.stringify(nativeRequest) } },
} satisfies Record<string, Imp>;
const deals: Imp = {
  id: '1',
  banner: { w: 970, h: 250 },
  pmp: { private_auction: 1, deals: [{ id: demoDeals.frontPage, bidfloor: 3, bidfloorcur: 'USD' }] },
};

function buildRequest(id: string, imp: Imp[], overrides: Partial<BidRequest> = {}): BidRequest {
  const request: BidRequest = {
    id,
    at: 1,
    tmax: 300,
    cur: ['USD', 'EUR'],
    imp: imp.map((each) => ({ secure: 1 as const, ...each })),
    site: { id: 's1', page: 'https://news.example/a', publisher: { id: 'pub-0017' } },
    device: { ua: 'Mozilla/5.0', ip: '203.0.113.9', geo: { country: 'DEU' } },
    ...overrides,
  };
  expect(readBidRequest(request)).toMatchObject({ ok: true });
  return request;
}

function answerFor(buyer: DemoBuyer, request: BidRequest, version: '2.5' | '2.6' = '2.6') {
  return respondToRequest(buyer, request, { version, base, seed: 7 }).response;
}

/** Responses to many requests that differ only in their IDs. */
function requestRepeatedly(
  buyer: DemoBuyer,
  imp: Imp,
  times: number,
  overrides: Partial<BidRequest> = {},
): ReceivedBids[] {
  return Array.from({ length: times }, (_, index) => {
    const request = buildRequest(`r${index}`, [imp], overrides);
    const read = readBidResponse(JSON.stringify(answerFor(buyer, request) ?? ''), request.id);
    return read.kind === 'bids' ? [read.response] : [];
  }).flat();
}

function pricesOf(responses: readonly ReceivedBids[]): number[] {
  return responses.flatMap(({ seatbid }) => seatbid.flatMap(({ bid }) => bid.map(({ price }) => price)));
}

function bidOf(response: ReceivedBids | undefined): Bid {
  const bid = response?.seatbid[0]?.bid[0];
  if (!bid) throw new Error('no bid');
  return bid;
}

const everyBuyer: readonly DemoBuyer[] = demoBuyers;
const all = everyBuyer.flatMap((buyer) => {
  const { name } = buyer;
  const forms: Record<string, Imp> = name === quarry.name ? { deals } : imps;
  return Object.entries(forms)
    .filter(([form]) => form === 'deals' || Object.hasOwn(buyer.meanCpm, form))
    .map(([form, imp]) => ({ name, buyer, form, imp }));
});

describe('a demo buyer', () => {
  test.each(all)('$name bids on $form as the standard requires, above the floor', ({ buyer, imp }) => {
    let count = 0;
    for (let index = 0; index < 60; index += 1) {
      const request = buildRequest(`r${index}`, [imp]);
      const answer = answerFor(buyer, request);
      const read = readBidResponse(answer === null ? '' : JSON.stringify(answer), request.id);
      if (read.kind === 'no_bid') continue;
      if (read.kind === 'invalid') throw new Error(read.fault);
      expect(read.droppedBids).toEqual([]);
      for (const { bid: bids, seat } of read.response.seatbid) {
        for (const bid of bids) {
          const judged = validateBid({ bid, seat, imp: request.imp[0], request, responseCurrency: read.response.cur });
          if (!judged.ok) throw new Error(judged.fault);
          const floor = bidFloor(imp, judged.deal, bid.dur ?? null, buyerRates, judged.mediaType);
          expect(convert(bid.price, read.response.cur, floor.currency)).toBeGreaterThanOrEqual(floor.amount);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  test('gives the same response to the same request, whatever came before', () => {
    const request = buildRequest('again', [imps.banner, { ...imps.video, id: '2' }]);
    const first = answerFor(alpine, request);
    answerFor(alpine, buildRequest('another', [imps.native]));
    expect(answerFor(alpine, request)).toEqual(first);
  });

  test('pays its mean on average, and more for viewers of higher-value countries', () => {
    const mean = (country: string) => {
      const prices = pricesOf(
        requestRepeatedly(alpine, { ...imps.banner, bidfloor: 0 }, 600, { device: { geo: { country } } }),
      );
      return prices.reduce((sum, price) => sum + price, 0) / prices.length;
    };
    expect(mean('FRA')).toBeGreaterThan(alpine.meanCpm.banner * 0.9);
    expect(mean('FRA')).toBeLessThan(alpine.meanCpm.banner * 1.25);
    expect(mean('USA')).toBeGreaterThan(mean('POL') * 1.4);
  });

  test('pays more for a known viewer', () => {
    const [stranger, known] = [{}, { user: { buyeruid: 'v1' } }].map((more) =>
      pricesOf(requestRepeatedly(alpine, { ...imps.banner, bidfloor: 0 }, 50, more)).reduce(
        (sum, price) => sum + price,
        0,
      ),
    );
    expect((known ?? 0) / (stranger ?? 1)).toBeCloseTo(1.15, 1);
  });

  test('does not bid below a floor of the imp, in another currency, or per second', () => {
    expect(requestRepeatedly(alpine, { ...imps.banner, bidfloor: 50 }, 40)).toEqual([]);
    expect(requestRepeatedly(alpine, { ...imps.banner, bidfloor: 50, bidfloorcur: 'EUR' }, 40)).toEqual([]);
    expect(requestRepeatedly(alpine, { id: '1', video: { ...video, mincpmpersec: 5 } }, 40)).toEqual([]);
    expect(requestRepeatedly(alpine, { ...imps.banner, bidfloor: 0.1, bidfloorcur: 'JPY' }, 40)).toEqual([]);
  });

  test('responds without a body when it does not bid, or with a reason if it gives reasons', () => {
    const request = buildRequest('r1', [{ ...imps.banner, bidfloor: 50 }]);
    expect(answerFor(meadow, request)).toBeNull();
    expect(answerFor(canal, request)).toEqual({ id: 'r1', seatbid: [], nbr: 0 });
    expect(readBidResponse(JSON.stringify(answerFor(canal, request)), 'r1')).toEqual({ kind: 'no_bid', nbr: 0 });
  });

  test('bids only in its currency, and not where that is not accepted', () => {
    const answers = requestRepeatedly(canal, imps.banner, 20);
    expect(new Set(answers.map(({ cur }) => cur))).toEqual(new Set(['EUR']));
    const request = buildRequest('r1', [imps.banner], { cur: ['USD'] });
    expect(answerFor(canal, request)).toEqual({ id: 'r1', seatbid: [], nbr: 501 });
    const { cur: _cur, ...withoutCurrency } = request;
    expect(answerFor(canal, withoutCurrency)).toEqual({ id: 'r1', seatbid: [], nbr: 501 });
  });

  test('does not bid with an excluded seat', () => {
    expect(requestRepeatedly(meadow, imps.banner, 20, { wseat: ['another'] })).toEqual([]);
    expect(requestRepeatedly(meadow, imps.banner, 20, { bseat: [meadow.seat] })).toEqual([]);
    expect(requestRepeatedly(meadow, imps.banner, 20, { wseat: [meadow.seat] }).length).toBeGreaterThan(5);
  });

  test('does not sell creatives of blocked advertisers and categories', () => {
    const domains = (overrides: Partial<BidRequest>) =>
      new Set(requestRepeatedly(alpine, imps.banner, 60, overrides).flatMap((answer) => bidOf(answer).adomain));
    expect(domains({})).toEqual(new Set(['coffee.example', 'bikes.example', 'travel.example']));
    expect(domains({ badv: ['bikes.example'], bcat: ['IAB8'] })).toEqual(new Set(['travel.example']));
  });
});

describe('bids under deals', () => {
  test('the deal buyer bids only under deals, and names its deal', () => {
    expect(requestRepeatedly(quarry, imps.banner, 40)).toEqual([]);
    const bids = requestRepeatedly(quarry, deals, 40).map(bidOf);
    expect(bids.length).toBeGreaterThan(30);
    expect(new Set(bids.map(({ dealid }) => dealid))).toEqual(new Set([demoDeals.frontPage]));
  });

  test('it pays the price of a fixed-price deal, and only with an allowed seat', () => {
    const dealAt = (more: object): Imp => ({
      ...deals,
      pmp: { deals: [{ id: demoDeals.frontPage, bidfloor: 6.4, ...more }] },
    });
    expect(new Set(pricesOf(requestRepeatedly(quarry, dealAt({ at: 3 }), 20)))).toEqual(new Set([6.4]));
    expect(requestRepeatedly(quarry, dealAt({ wseat: ['another'] }), 20)).toEqual([]);
    expect(requestRepeatedly(quarry, dealAt({ wadomain: ['bikes.example'] }), 20)).toEqual([]);
    expect(requestRepeatedly(quarry, dealAt({ guar: 1, bidfloor: 0 }), 40)).toHaveLength(40);
  });

  test('others do not bid in a private auction', () => {
    expect(requestRepeatedly(alpine, deals, 40)).toEqual([]);
  });
});

describe('bids on video', () => {
  test.each([
    { buyer: alpine, kind: 'inline', protocol: 3 },
    { buyer: canal, kind: 'wrapper', protocol: 6 },
  ])('$buyer.name returns valid $kind VAST', async ({ buyer, kind, protocol }) => {
    const bid = bidOf(requestRepeatedly(buyer, imps.video, 20)[0]);
    expect(bid).toMatchObject({ mtype: 2, dur: 8, protocol });
    const adm = bid.adm ?? '';
    expect(await validateVast(adm.replaceAll('${AUCTION_PRICE}', '1'), '3.0')).toEqual([]);
    const parsed = parseVast(adm);
    expect(parsed).toMatchObject({ ok: true, vast: { ads: [{ kind }] } });
    expect(adm).toContain('price=${AUCTION_PRICE}');
  });

  test.each([
    ['an unavailable duration', { minduration: 15 }],
    ['unavailable durations', { minduration: undefined, maxduration: undefined, rqddurs: [15, 30] }],
    ['unsupported protocols', { protocols: [7, 11] }],
    ['other media', { mimes: ['video/webm'] }],
    ['overlays', { linearity: 2 }],
  ])('no buyer bids if a request requires %s', (_what, wanted) => {
    const imp = JSON.parse(JSON.stringify({ id: '1', video: { ...video, ...wanted } })) as Imp;
    for (const buyer of demoBuyers) expect(requestRepeatedly(buyer, imp, 20)).toEqual([]);
  });

  test('a dynamic pod gets several bids with different ads, no more than fit', () => {
    const pod = (more: Partial<Video>): Imp => ({ id: '1', video: { ...video, podid: 'p', ...more } });
    const counts = (imp: Imp) =>
      new Set(requestRepeatedly(alpine, imp, 40).map(({ seatbid }) => seatbid[0]?.bid.length));
    expect(counts(pod({ poddur: 60, maxseq: 4 }))).toEqual(new Set([3]));
    expect(counts(pod({ poddur: 20 }))).toEqual(new Set([2]));
    const bids = requestRepeatedly(alpine, pod({ poddur: 60 }), 5)[0]?.seatbid[0]?.bid ?? [];
    expect(new Set(bids.map(({ adomain }) => adomain?.[0])).size).toBe(3);
  });

  test('a 2.5 request gets a bid without the fields that 2.6 added', () => {
    const request = buildRequest('r0', [imps.video], { cur: ['USD'] });
    const ids = Array.from({ length: 10 }, (_, index) => ({ ...request, id: `r${index}` }));
    const bids = ids.flatMap((each) => answerFor(alpine, each, '2.5')?.seatbid?.[0]?.bid ?? []);
    expect(bids.length).toBeGreaterThan(0);
    for (const bid of bids) expect(Object.keys(bid)).not.toEqual(expect.arrayContaining(['mtype', 'dur']));
  });
});

describe('bids on native ads', () => {
  test('no buyer bids on a request with a required asset that the creatives lack', () => {
    const request = { ver: '1.2', assets: [{ id: 1, required: 1, data: { type: 8 } }] };
    expect(requestRepeatedly(alpine, { id: '1', native: { request: JSON.stringify(request) } }, 20)).toEqual([]);
  });

  test('a 1.1 request gets a response with a root element and trackers of its own', () => {
    const { eventtrackers: _events, ...old } = { ...nativeRequest, ver: '1.1' };
    const bid = bidOf(requestRepeatedly(lagoon, { id: '1', native: { request: JSON.stringify(old) } }, 20)[0]);
    expect(JSON.parse(bid.adm ?? '')).toMatchObject({
      native: { ver: '1.1', imptrackers: [expect.stringContaining('/partner/pixel/rtb-lagoon/impression')] },
    });
  });
});

describe('a server without https', () => {
  test('bids on secure imps only on localhost, which browsers treat as secure', () => {
    const bidsFrom = (url: string) =>
      Array.from({ length: 20 }, (_, index) =>
        respondToRequest(alpine, buildRequest(`r${index}`, [imps.banner]), { version: '2.6', base: url, seed: 7 }),
      ).filter(({ response }) => response !== null).length;
    expect(bidsFrom('http://demand.example')).toBe(0);
    expect(bidsFrom('http://localhost.demand.example')).toBe(0);
    expect(bidsFrom('http://localhost:8100')).toBeGreaterThan(10);
  });
});

test('one buyer sometimes times out, the others never', () => {
  const late = (buyer: DemoBuyer) =>
    Array.from({ length: 300 }, (_, index) => buildRequest(`r${index}`, [imps.banner])).filter(
      (request) => respondToRequest(buyer, request, { version: '2.6', base, seed: 7 }).delayMs > 1000,
    ).length;
  expect(late(lagoon)).toBeGreaterThan(15);
  expect(late(lagoon)).toBeLessThan(80);
  expect(late(alpine)).toBe(0);
});
