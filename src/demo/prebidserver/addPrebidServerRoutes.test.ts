import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { validateBid } from '#standards/openrtb/bid/validateBid.ts';
import { readBidResponse } from '#standards/openrtb/bid/readBidResponse.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { addBuyerRoutes } from '../rtb/addBuyerRoutes.ts';
import { prebidCodes } from '../rtb/buyers.ts';
import { addPrebidServerRoutes } from './addPrebidServerRoutes.ts';

interface AuctionBody {
  id: string;
  cur: string;
  seatbid: { seat: string; bid: (Bid & { ext: { origbidcpm: number; prebid: Record<string, unknown> } })[] }[];
  ext: {
    responsetimemillis: Record<string, number>;
    tmaxrequest: number;
    errors?: Record<string, { code: number; message: string }[]>;
    debug?: { httpcalls: Record<string, { status: number; uri: string }[]>; resolvedrequest: { id: string } };
  };
}

const rubicon = { accountId: 1001, siteId: 2002, zoneId: 3003 };
const pubmatic = { publisherId: '156209' };

function openServer() {
  const app = Fastify();
  const buyerStats = addBuyerRoutes(app, 'https://demand.example', 7);
  addPrebidServerRoutes(app, 'https://demand.example', 7, buyerStats);
  return app;
}

function buildRequest(id: string, bidders: Record<string, object>, more: Partial<BidRequest> = {}): BidRequest {
  return {
    id,
    tmax: 150,
    imp: [{ id: 'top', secure: 1, banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: bidders } } }],
    site: { page: 'https://news.example/', publisher: { id: 'pub-0017' } },
    ...more,
  };
}

async function auction(request: BidRequest, headers: Record<string, string> = {}): Promise<AuctionBody> {
  const response = await openServer().inject({
    method: 'POST',
    url: '/prebid-server/openrtb2/auction',
    payload: JSON.stringify(request),
    headers: { 'content-type': 'text/plain', ...headers },
  });
  expect(response.statusCode).toBe(200);
  return response.json<AuctionBody>();
}

/** Runs many auctions that differ only in their IDs. */
function auctionRepeatedly(bidders: Record<string, object>, more: Partial<BidRequest> = {}): Promise<AuctionBody[]> {
  return Promise.all(Array.from({ length: 24 }, (_, index) => auction(buildRequest(`r${index}`, bidders, more))));
}

describe('the Prebid Server stand-in', () => {
  test('returns each bidder’s bids under its seat, in a form that an exchange accepts', async () => {
    const responses = await auctionRepeatedly({ rubicon, pubmatic });
    const seats = responses.flatMap(({ seatbid }) => seatbid);
    expect(new Set(seats.map(({ seat }) => seat))).toEqual(new Set(['rubicon', 'pubmatic']));
    for (const response of responses) {
      const request = buildRequest(response.id, { rubicon, pubmatic });
      const read = readBidResponse(JSON.stringify(response), response.id);
      if (read.kind === 'no_bid') continue;
      if (read.kind === 'invalid') throw new Error(read.fault);
      expect(read.droppedBids).toEqual([]);
      for (const { seat, bid: bids } of read.response.seatbid) {
        for (const bid of bids) {
          expect(validateBid({ bid, seat, imp: request.imp[0], request, responseCurrency: 'USD' })).toMatchObject({
            ok: true,
            mediaType: 'banner',
          });
          expect(bid.ext).toMatchObject({
            origbidcpm: bid.price,
            prebid: { type: 'banner', meta: { adaptercode: seat, advertiserDomains: bid.adomain } },
          });
        }
      }
      expect(Object.keys(response.ext.responsetimemillis).toSorted()).toEqual(['pubmatic', 'rubicon']);
      expect(response.ext.tmaxrequest).toBe(150);
    }
  });

  test.each(prebidCodes.map((code) => ({ code })))('knows the bidder $code', async ({ code }) => {
    const { ext } = await auction(buildRequest('r1', { [code]: {} }));
    expect(ext.errors?.[code]?.[0]?.message ?? '').not.toContain('unknown bidder');
  });

  test('reports an invalid bidder and calls the others', async () => {
    const response = await auction(
      buildRequest('r1', {
        rubicon,
        unknownBidder: {},
        pubmatic: {},
        ix: { siteId: 12 },
        openx: { unit: '1', delDomain: 'd', more: 1 },
      }),
    );
    expect(response.ext.errors).toEqual({
      unknownBidder: [{ code: 2, message: 'imp top: unknown bidder unknownBidder' }],
      pubmatic: [{ code: 2, message: 'imp top: bad parameters of pubmatic: publisherId: Required' }],
      ix: [{ code: 2, message: 'imp top: bad parameters of ix: siteId: Must be text' }],
    });
    expect(Object.keys(response.ext.responsetimemillis).toSorted()).toEqual(['openx', 'rubicon']);
  });

  test('reports bidders that time out', async () => {
    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, index) => auction(buildRequest(`late${index}`, { rubicon }, { tmax: 60 }))),
    );
    const late = responses.filter(({ ext }) => ext.errors);
    expect(late.length).toBeGreaterThan(0);
    for (const { seatbid, ext } of late) {
      expect(seatbid).toEqual([]);
      expect(ext.errors?.['rubicon']?.[0]?.code).toBe(1);
      expect(ext.responsetimemillis['rubicon']).toBe(60);
    }
  });

  test('adds ad server targeting keys on request, those without a bidder suffix to the best bid', async () => {
    const targeting = { includewinners: true, includebidderkeys: true };
    const responses = await auctionRepeatedly({ rubicon, pubmatic }, { ext: { prebid: { targeting } } });
    const both = responses.find(({ seatbid }) => seatbid.length === 2);
    if (!both) throw new Error('no auction with two bids');
    const bids = both.seatbid.flatMap(({ bid }) => bid).toSorted((a, b) => b.price - a.price);
    const [best, other] = bids.map(({ ext }) => ext.prebid['targeting'] as Record<string, string>);
    expect(best).toMatchObject({ hb_size: '300x250', hb_bidder: expect.stringMatching(/^(rubicon|pubmatic)$/) });
    expect(Number(best?.['hb_pb'])).toBeLessThanOrEqual(bids[0]?.price ?? 0);
    expect(Object.keys(other ?? {}).filter((key) => key === 'hb_pb')).toEqual([]);
    const [plain] = (await auctionRepeatedly({ rubicon })).flatMap(({ seatbid }) => seatbid);
    expect(plain?.bid[0]?.ext.prebid).not.toHaveProperty('targeting');
  });

  test('returns debug information for test and debug requests', async () => {
    const request = buildRequest('r1', { rubicon });
    expect((await auction(request)).ext.debug).toBeUndefined();
    for (const more of [{ test: 1 }, { ext: { prebid: { debug: true } } }] satisfies Partial<BidRequest>[]) {
      const { debug } = (await auction({ ...request, ...more })).ext;
      expect(debug?.resolvedrequest.id).toBe('r1');
      expect(debug?.httpcalls['rubicon']?.[0]?.uri).toContain('rubicon');
    }
  });

  test('calls the bidder behind each alias and responds under the aliases', async () => {
    const aliases = { t1: 'rubicon', t2: 'rubicon' };
    const responses = await auctionRepeatedly(
      { t1: rubicon, t2: { ...rubicon, zoneId: 3004 } },
      { ext: { prebid: { aliases } } },
    );
    const seats = responses.flatMap(({ seatbid }) => seatbid);
    expect(new Set(seats.map(({ seat }) => seat))).toEqual(new Set(['t1', 't2']));
    const bids = seats.flatMap(({ bid }) => bid);
    expect(new Set(bids.map(({ id }) => id)).size).toBe(bids.length);
    for (const { nurl, crid } of bids)
      expect([nurl, crid].join(' ')).toMatch(/\/rtb\/prebid-rubicon\/.*prebid-rubicon-/);
  });

  test('returns one bid per bidder and imp, or as many as the page’s multibid allows', async () => {
    const pod = { mimes: ['video/mp4'], protocols: [3], w: 640, h: 360, poddur: 60, maxseq: 3 };
    const bidders = { t1: rubicon, t2: pubmatic };
    const aliases = { t1: 'rubicon', t2: 'pubmatic' };
    const most = async (prebid: object) => {
      const requests = Array.from({ length: 24 }, (_, index) => {
        const imp = [{ id: 'break', secure: 1 as const, video: pod, ext: { prebid: { bidder: bidders } } }];
        return auction(buildRequest(`pod${index}`, bidders, { imp, ext: { prebid: { aliases, ...prebid } } }));
      });
      const seats = (await Promise.all(requests)).flatMap(({ seatbid }) => seatbid);
      const bidsOf = (name: string) => seats.flatMap(({ seat, bid }) => (seat === name ? bid.length : []));
      return { t1: Math.max(...bidsOf('t1')), t2: Math.max(...bidsOf('t2')) };
    };
    expect(await most({})).toEqual({ t1: 1, t2: 1 });
    expect(await most({ multibid: [{ bidders: ['t1'], maxbids: 2 }] })).toEqual({ t1: 2, t2: 1 });
    expect(await most({ multibid: [{ bidder: 't1', maxbids: 3 }] })).toEqual({ t1: 3, t2: 1 });
  });

  test('bids in the currency that the page requests', async () => {
    const responses = await auctionRepeatedly({ rubicon }, { cur: ['EUR'] });
    expect(new Set(responses.map(({ cur }) => cur))).toEqual(new Set(['EUR']));
    const bid = responses.flatMap(({ seatbid }) => seatbid)[0]?.bid[0];
    expect(bid?.price).toBeCloseTo((bid?.ext.origbidcpm ?? 0) * 0.92, 4);
  });

  test('reads undeclared gzip bodies, and refuses invalid ones with all faults as text', async () => {
    const app = openServer();
    const post = (payload: string | Buffer) =>
      app.inject({ method: 'POST', url: '/prebid-server/openrtb2/auction?gzip=1', payload });
    expect((await post(gzipSync(JSON.stringify(buildRequest('r1', { rubicon }))))).statusCode).toBe(200);
    const bad = await post(JSON.stringify({ id: 'r1', imp: [{ id: '' }] }));
    expect(bad.statusCode).toBe(400);
    expect(bad.body.split('\n').filter((line) => line.startsWith('Invalid request: ')).length).toBeGreaterThan(1);
  });
});

describe('the cookie sync', () => {
  const sync = async (app: ReturnType<typeof openServer>, body: object, cookie = '') =>
    (await app.inject({ method: 'POST', url: '/prebid-server/cookie_sync', payload: body, headers: { cookie } })).json<{
      status: string;
      bidder_status: { bidder: string; no_cookie: boolean; usersync: { url: string; type: string } }[];
    }>();

  test('syncs a browser with the bidders that do not know it yet', async () => {
    const app = openServer();
    const before = await sync(app, { bidders: ['rubicon', 'pubmatic', 'unknown'] });
    expect(before.status).toBe('no_cookie');
    expect(before.bidder_status.map(({ bidder }) => bidder).toSorted()).toEqual(['pubmatic', 'rubicon']);
    const { url } = before.bidder_status.find(({ bidder }) => bidder === 'rubicon')?.usersync ?? { url: '' };
    const bidder = await app.inject(url);
    const set = await app.inject(bidder.headers.location ?? '');
    const cookie = String(set.headers['set-cookie']).split(';')[0];
    const schedule = await sync(app, { bidders: ['rubicon', 'pubmatic'] }, cookie);
    expect(schedule).toMatchObject({ status: 'ok', bidder_status: [{ bidder: 'pubmatic' }] });
  });

  test('respects the limit, and does nothing without required consent', async () => {
    const app = openServer();
    expect((await sync(app, { limit: 3 })).bidder_status).toHaveLength(3);
    expect((await sync(app, { gdpr: 1 })).bidder_status).toEqual([]);
    expect((await app.inject('/prebid-server/setuid?bidder=rubicon&uid=1&gdpr=1')).statusCode).toBe(451);
  });
});

test('the status endpoint responds', async () => {
  expect((await openServer().inject('/prebid-server/status')).statusCode).toBe(204);
});
