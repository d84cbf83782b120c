import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import {
  bannerMarkup,
  bids,
  buildBidder,
  buildPageRequest,
  buildVideo,
  oneBid,
  type ReceivedBidRequest,
} from '../bidders.ts';
import { readSoldAd } from '../supply/readSoldAd.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
const path = '/openrtb2/auction';
const stored = buildTag({ id: 9, source: 'stored', vastXml: buildVast({ kind: 'inline' }), url: '', rate: '1.00' });

describe('POST /openrtb2/auction', () => {
  let partner: TagServer;
  let serving: TestServing;
  let received: ReceivedBidRequest[];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });
  beforeEach(() => {
    received = [];
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2 }), received),
    );
    serving.serves.length = 0;
    serving.useTags([buildBidder(`${partner.url}/bid`, { name: 'Exchange' })], undefined, { priceDsp: 10 });
  });

  const send = (body: NonNullable<RequestInit['body']>, init: RequestInit = {}, query = ''): Promise<Response> =>
    fetch(`${serving.url}${path}${query}`, { method: 'POST', body, ...init });
  const sell = async (request: BidRequest, init?: RequestInit): Promise<BidResponse> => {
    const response = await send(JSON.stringify(request), init);
    expect(response.status).toBe(200);
    return (await response.json()) as BidResponse;
  };
  const bidIn = ({ seatbid }: BidResponse): Bid => {
    const bid = seatbid?.[0]?.bid[0];
    if (!bid) throw new Error('no bid');
    return bid;
  };

  test('sells requests that a browser sends as text, at the publisher’s net price', async () => {
    const init = { headers: { 'content-type': 'text/plain', origin: 'https://news.example' } };
    const answer = await sell(buildPageRequest(channel), init);
    expect(answer).toMatchObject({
      id: 'request-1',
      cur: 'USD',
      seatbid: [{ seat: 'bidhouse', bid: [{ impid: '1', price: 1.4, mtype: 2, w: 640, h: 360, crid: 'creative-1' }] }],
      ext: { responsetimemillis: { bidhouse: expect.any(Number) }, tmaxrequest: 20_000 },
    });
    expect(bidIn(answer).ext).toMatchObject({
      origbidcpm: 1.4,
      prebid: { type: 'video', meta: { mediaType: 'video' } },
    });
    expect(answer.ext).not.toHaveProperty('errors');
    expect(serving.serves).toMatchObject([
      { reason: null, requestFee: 10_000, origin: { channelId: 1, site: 'news.example', publisher: 'pub-1' } },
    ]);
    expect(readSoldAd(bidIn(answer).adm)).toMatchObject({
      tagId: 1,
      rev: 2_000_000,
      cost: 1_400_000,
      systemCost: 20_000,
      marketplace: { name: 'Exchange', revMd: 1_800_000 },
    });
  });

  test('ignores unknown fields', async () => {
    const request = buildPageRequest(channel, { ext: { prebid: { unknownField: { of: [1] } } } });
    const answer = await sell({
      ...request,
      unknownField: true,
      device: { ...request.device, devicetype: 99 },
    } as BidRequest);
    expect(answer.seatbid).toHaveLength(1);
  });

  test('Prebid, ext.prebid.data.eidpermissions: bidders receive no IDs that the page permits to others only', async () => {
    const eids = ['ours.example', 'all.example', 'theirs.example', 'free.example'].map((source) => ({
      source,
      uids: [{ id: `id-of-${source}` }],
    }));
    const eidpermissions = [
      { source: 'ours.example', bidders: ['other', 'BidHouse'] },
      { source: 'all.example', bidders: ['*'] },
      { source: 'theirs.example', bidders: ['other'] },
    ];
    const request = buildPageRequest(channel, { user: { eids }, ext: { prebid: { data: { eidpermissions } } } });
    await sell(request);
    expect(received[0]?.request.user?.eids?.map(({ source }) => source)).toEqual([
      'ours.example',
      'all.example',
      'free.example',
    ]);

    received.length = 0;
    await sell({ ...request, user: { id: 'u', eids: eids.filter(({ source }) => source === 'theirs.example') } });
    expect(received[0]?.request.user).not.toHaveProperty('eids');

    const faulty = await send(JSON.stringify({ ...request, ext: { prebid: { data: { eidpermissions: [{}] } } } }));
    expect(faulty.status).toBe(400);
    expect(((await faulty.json()) as { problems: { path: string }[] }).problems.map(({ path }) => path)).toEqual([
      'ext.prebid.data.eidpermissions.0.source',
      'ext.prebid.data.eidpermissions.0.bidders',
    ]);
  });

  test('without a bid returns 200 with none', async () => {
    partner.on(
      '/bid',
      bids(() => null, received),
    );
    expect(await sell(buildPageRequest(channel))).toMatchObject({ id: 'request-1', seatbid: [] });
    expect(serving.serves).toMatchObject([{ reason: 'no_answer', candidates: [{ reason: 'empty' }] }]);
  });

  test('reports the no-bid reason to pages that request it, under our own name, without our demand', async () => {
    partner.on(
      '/none',
      bids(() => null),
    );
    partner.on(
      '/cheap',
      bids((request) => oneBid(request, { price: 0.2 }), received),
    );
    serving.useTags([
      buildBidder(`${partner.url}/none`, { id: 1, name: 'Exchange' }),
      buildBidder(`${partner.url}/none`, { id: 2 }),
      buildBidder(`${partner.url}/cheap`, { id: 3, seats: ['one'] }),
      buildBidder(`${partner.url}/cheap`, { id: 4, floor: '0.50' }),
      buildBidder(`${partner.url}/cheap`, { id: 5, mediaTypes: ['native'] }),
    ]);
    const imp = [
      { id: 'film', video: buildVideo() },
      { id: 'nowhere', video: buildVideo(), ext: { prebid: { bidder: { bidhouse: { channel: 'none' } } } } },
    ];
    const requestExt = { ext: { prebid: { returnallbidstatus: true } } };
    const { seatbid, ext } = await sell(buildPageRequest(channel, { imp, ...requestExt }));
    expect(seatbid).toEqual([]);
    expect(ext?.['seatnonbid']).toEqual([
      {
        seat: 'bidhouse',
        nonbid: [
          { impid: 'film', statuscode: 0 },
          { impid: 'film', statuscode: 202 },
          { impid: 'film', statuscode: 300 },
          { impid: 'film', statuscode: 301 },
          { impid: 'nowhere', statuscode: 2 },
        ],
      },
    ]);
    expect((await sell(buildPageRequest(channel, { imp }))).ext).not.toHaveProperty('seatnonbid');
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
    expect((await sell(buildPageRequest(channel, requestExt))).ext).not.toHaveProperty('seatnonbid');
  });

  test('finds the channel by our parameter, by a stored impression or by the placement', async () => {
    const ways: Partial<Imp>[] = [
      { ext: { prebid: { bidder: { bidhouse: { channel } } } } },
      { ext: { prebid: { storedrequest: { id: channel } } } },
      { ext: { bidhouse: { channel } } },
      { tagid: channel },
    ];
    for (const way of ways) {
      const request = buildPageRequest(channel);
      const answer = await sell({ ...request, imp: [{ id: '1', video: buildVideo(), ...way }] });
      expect([way, answer.seatbid]).toMatchObject([way, [{ seat: 'bidhouse' }]]);
    }
  });

  test('reports imps without a channel, and sells the others', async () => {
    const request = buildPageRequest(channel);
    const imp = [...request.imp, { id: '2', video: buildVideo(), tagid: 'nowhere' }];
    const answer = await sell({ ...request, imp });
    expect(answer).toMatchObject({
      seatbid: [{ bid: [{ impid: '1' }] }],
      ext: { errors: { bidhouse: [{ code: 2, message: 'Impression 2 has no valid channel uid' }] } },
    });
    expect(serving.serves.map(({ reason }) => reason)).toEqual([null, 'bad_request']);
  });

  test('responds under the name that the page gives us, and reports that other bidders are not called', async () => {
    const request = buildPageRequest(channel);
    const bidder = { house: { channel }, rubicon: { zone: 1 }, ['__proto__']: {} };
    const answer = await sell({
      ...request,
      imp: [{ id: '1', video: buildVideo(), ext: { prebid: { bidder } } }],
      ext: { prebid: { aliases: { house: 'bidhouse' }, targeting: {} } },
    });
    expect(answer).toMatchObject({
      seatbid: [{ seat: 'house', bid: [{ ext: { prebid: { targeting: { hb_bidder: 'house' } } } }] }],
      ext: { errors: { rubicon: [{ code: 2 }] }, responsetimemillis: { house: expect.any(Number) } },
    });
  });

  test('sends the ad server keys that the page requests, and none by default', async () => {
    expect(bidIn(await sell(buildPageRequest(channel))).ext?.['prebid']).not.toHaveProperty('targeting');
    const targeting = async (targetingConfig: object) => {
      const answer = await sell(buildPageRequest(channel, { ext: { prebid: { targeting: targetingConfig } } }));
      const { prebid } = bidIn(answer).ext ?? {};
      return (prebid as { targeting: object }).targeting;
    };
    expect(await targeting({})).toEqual({
      hb_pb: '1.40',
      hb_pb_bidhouse: '1.40',
      hb_bidder: 'bidhouse',
      hb_bidder_bidhouse: 'bidhouse',
      hb_size: '640x360',
      hb_size_bidhouse: '640x360',
    });
    expect(
      await targeting({ pricegranularity: 'low', includebidderkeys: false, includeformat: true, prefix: 'x' }),
    ).toEqual({ x_pb: '1.00', x_bidder: 'bidhouse', x_size: '640x360', x_format: 'video' });
    const ranges = [
      { max: 1, increment: 0.5 },
      { max: 5, increment: 0.3 },
    ];
    expect(await targeting({ pricegranularity: { precision: 1, ranges }, includewinners: false })).toEqual({
      hb_pb_bidhouse: '1.3',
      hb_bidder_bidhouse: 'bidhouse',
      hb_size_bidhouse: '640x360',
    });
  });

  test('returns a deal, in its keys too', async () => {
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2, dealid: 'deal-1' }), received),
    );
    const request = buildPageRequest(channel, { ext: { prebid: { targeting: {} } } });
    const imp = request.imp.map((each) => ({ ...each, pmp: { deals: [{ id: 'deal-1', bidfloor: 0.7 }] } }));
    const answer = await sell({ ...request, imp });
    expect(bidIn(answer)).toMatchObject({ dealid: 'deal-1', ext: { prebid: { targeting: { hb_deal: 'deal-1' } } } });
    // The publisher's floor of the deal, before its share of 70 %.
    expect(received[0]?.request.imp[0]?.pmp?.deals).toEqual([{ id: 'deal-1', bidfloor: 1, bidfloorcur: 'USD' }]);
  });

  test('sells banner, video and native of one request with one call to a bidder', async () => {
    const nativeRequest = { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] };
    const native = {
      ver: '1.2',
      link: { url: 'https://brand.example/' },
      assets: [{ id: 1, title: { text: 'Hello' } }],
    };
    partner.on(
      '/bid',
      bids(
        ({ id }) => ({
          id,
          seatbid: [
            {
              bid: [
                {
                  id: 'b1',
                  impid: 'top',
                  price: 1,
                  crid: 'c1',
                  w: 300,
                  h: 250,
                  adm: bannerMarkup,
                  adomain: ['brand.example'],
                },
                { id: 'b2', impid: 'film', price: 2, crid: 'c2', adm: buildVast({ kind: 'inline' }) },
                { id: 'b3', impid: 'card', price: 3, crid: 'c3', mtype: 4, adm: JSON.stringify(native) },
              ],
            },
          ],
        }),
        received,
      ),
    );
    const answer = await sell(
      buildPageRequest(channel, {
        imp: [
          { id: 'top', banner: { format: [{ w: 300, h: 250 }] } },
          { id: 'film', video: buildVideo() },
          { id: 'card', native: { request: JSON.stringify(nativeRequest) } },
        ],
      }),
    );
    expect(received).toHaveLength(1);
    const made = answer.seatbid?.[0]?.bid ?? [];
    expect(made.map(({ impid, price, mtype }) => [impid, price, mtype])).toEqual([
      ['top', 0.7, 1],
      ['film', 1.4, 2],
      ['card', 2.1, 4],
    ]);
    expect(made[0]).toMatchObject({
      w: 300,
      h: 250,
      adomain: ['brand.example'],
      ext: { prebid: { meta: { advertiserDomains: ['brand.example'] } } },
    });
    expect(made[0]?.adm).toContain(bannerMarkup);
    expect(made[0]?.adm).toMatch(/<img src="https:\/\/ads\.example\/e\/impression\//);
    expect(made[1]?.adm).toMatch(/<Impression[^>]*><!\[CDATA\[https:\/\/ads\.example\/e\/impression\//);
    expect(JSON.parse(made[2]?.adm ?? '')).toMatchObject({
      eventtrackers: [{ event: 1, method: 1, url: expect.stringContaining('/e/impression/') as string }],
      link: { clicktrackers: [expect.stringContaining('/e/click/')] },
    });
    expect(serving.serves.map(({ reason }) => reason)).toEqual([null, null, null]);
    expect(new Set(serving.serves.map(({ serveId }) => serveId)).size).toBe(3);
    expect(made.map(({ adm }) => readSoldAd(adm)?.rev)).toEqual([1_000_000, 2_000_000, 3_000_000]);
  });

  test('fills fields that the page omits from the browser’s headers', async () => {
    const { site: _site, device: _device, ...request } = buildPageRequest(channel);
    const headers = { referer: 'https://www.news.example/story', 'user-agent': 'Browser/1', 'sec-gpc': '1' };
    await sell(request, { headers });
    expect(received[0]?.request).toMatchObject({
      device: { ua: 'Browser/1' },
      site: { page: 'https://www.news.example/story' },
      regs: { ext: { gpc: '1' } },
    });
    expect(serving.serves).toMatchObject([{ origin: { site: 'news.example' } }]);
  });

  test('sends bidders the fields that they may have, and none of other bidders', async () => {
    const more = { user: { id: 'u1', buyeruid: 'theirs' }, ext: { prebid: { targeting: {} } }, wseat: ['bidhouse'] };
    await sell(buildPageRequest(channel, more));
    const [{ request, headers } = { request: null, headers: {} }] = received;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-openrtb-version': '2.6' });
    expect(request).toMatchObject({ at: 1, cur: ['USD'], user: { id: 'u1' } });
    expect(request?.imp[0]).toMatchObject({ tagid: channel, secure: 1, bidfloor: 0, bidfloorcur: 'USD' });
    expect(request?.id).not.toBe('request-1');
    for (const name of ['ext.prebid', 'user.buyeruid', 'wseat', 'imp.0.ext.prebid']) {
      expect(request).not.toHaveProperty(name);
    }
  });

  test('sells ad tags and bids in one auction, and the highest price wins', async () => {
    serving.useTags([buildBidder(`${partner.url}/bid`), { ...stored, rate: '3.00' }]);
    const answer = await sell(buildPageRequest(channel));
    expect(bidIn(answer)).toMatchObject({ price: 2.1, crid: serving.serves[0]?.creative });
    expect(bidIn(answer)).not.toHaveProperty('nurl');
    expect(readSoldAd(bidIn(answer).adm)).not.toHaveProperty('marketplace');
  });

  test('makes no zero bid: an ad that would cost nothing is not sold', async () => {
    serving.useTags([{ ...stored, rate: '0.00' }]);
    expect((await sell(buildPageRequest(channel))).seatbid).toEqual([]);
    expect(serving.serves).toMatchObject([{ reason: 'no_answer', candidates: [{ tagId: 9, reason: 'below_floor' }] }]);
  });

  test('applies the page’s restrictions to the ads of tags too', async () => {
    serving.useTags([stored]);
    const { imp } = buildPageRequest(channel);
    const unsupportedRequests: [Partial<BidRequest>, string][] = [
      [{ imp: imp.map((each) => ({ ...each, video: { ...buildVideo(), maxduration: 10 } })) }, 'duration'],
      [{ imp: imp.map((each) => ({ ...each, pmp: { private_auction: 1, deals: [{ id: 'd' }] } })) }, 'deal_missing'],
      [{ imp: imp.map((each) => ({ ...each, bidfloor: 0.71 })) }, 'floor'],
    ];
    for (const [targetingConfig, reason] of unsupportedRequests) {
      expect((await sell({ ...buildPageRequest(channel), ...targetingConfig })).seatbid).toEqual([]);
      expect(serving.serves.at(-1)).toMatchObject({ candidates: [{ tagId: 9, reason }] });
    }
    const named = buildVast({ kind: 'inline' }).replace(
      '<AdTitle>Ad</AdTitle>',
      '<AdTitle>Ad</AdTitle><Advertiser>brand.example</Advertiser>',
    );
    serving.useTags([{ ...stored, vastXml: named }]);
    expect((await sell(buildPageRequest(channel, { badv: ['brand.example'] }))).seatbid).toEqual([]);
    expect(serving.serves.at(-1)).toMatchObject({ candidates: [{ reason: 'adomain_blocked' }] });
  });
});
