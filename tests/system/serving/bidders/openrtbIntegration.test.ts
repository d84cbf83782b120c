import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildExchangeRate, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { ChannelRow, SupplyReason } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidder, buildBidRequest, buildVideo, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { readSoldAd } from '../supply/readSoldAd.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;

describe('POST /rtb/{channel}', () => {
  let partner: TagServer;
  let serving: TestServing;
  let received: ReceivedBidRequest[];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    partner.on('/hang', () => undefined);
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
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
  });

  const send = (request: object | string, headers: Record<string, string> = {}, uid = channel): Promise<Response> =>
    fetch(`${serving.url}/rtb/${uid}`, {
      method: 'POST',
      body: typeof request === 'string' ? request : JSON.stringify(request),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const sell = async (request: BidRequest = buildBidRequest()): Promise<BidResponse> => {
    const response = await send(request);
    expect(response.status).toBe(200);
    return (await response.json()) as BidResponse;
  };

  test('returns 200 with bids at the publisher’s net price', async () => {
    const response = await send(buildBidRequest());
    expect(response.status).toBe(200);
    expect(response.headers.get('x-openrtb-version')).toBe('2.6');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const answer = (await response.json()) as BidResponse;
    expect(answer).toMatchObject({
      id: 'request-1',
      cur: 'USD',
      seatbid: [{ bid: [{ id: serving.serves[0]?.serveId, impid: '1', price: 1.4, mtype: 2, crid: 'creative-1' }] }],
    });
    expect(serving.serves).toMatchObject([{ reason: null, origin: { channelId: 1, publisher: 'pub-1' } }]);
  });

  test('OpenRTB 2.6, 4.2.3: names the duration of the ad in `dur`, whatever its bid declares, and that of the bid else', async () => {
    const durationOf = async (bid: object) => {
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { price: 2, ...bid })),
      );
      return (await sell()).seatbid?.[0]?.bid[0]?.dur;
    };
    expect(await durationOf({ adm: buildVast({ kind: 'inline', seconds: 15 }) })).toBe(15);
    expect(await durationOf({ adm: buildVast({ kind: 'inline', seconds: 15 }), dur: 30 })).toBe(15);
    expect(await durationOf({ adm: buildVast({ kind: 'inline', seconds: 0 }), dur: 30 })).toBe(30);
  });

  test('returns 204 without a body if there is no bid, and records why', async () => {
    partner.on(
      '/bid',
      bids(() => null),
    );
    const response = await send(buildBidRequest(), { 'x-openrtb-version': '2.5' });
    expect([response.status, await response.text(), response.headers.get('x-openrtb-version')]).toEqual([
      204,
      '',
      '2.5',
    ]);
    expect(serving.serves).toMatchObject([{ reason: 'no_answer', candidates: [{ reason: 'empty' }] }]);
  });

  test.each<[string, Partial<ChannelRow>, string, SupplyReason]>([
    ['does not exist', {}, 'nowhere', 'bad_request'],
    ['is paused', { status: 0 }, channel, 'channel_inactive'],
  ])('of a channel that %s returns 204', async (_, row, uid, reason) => {
    serving.useTags([buildBidder(`${partner.url}/bid`)], row);
    expect((await send(buildBidRequest(), {}, uid)).status).toBe(204);
    expect(serving.serves).toMatchObject([{ reason, candidates: [] }]);
    expect(received).toEqual([]);
  });

  test('returns 400 with every fault, and 413 for a body that is too large', async () => {
    const request = { ...buildBidRequest(), imp: [{ id: '' }], site: {}, at: 'first' };
    const response = await send(request);
    const { problems } = (await response.json()) as { problems: { path: string }[] };
    expect([response.status, problems.map(({ path }) => path).sort()]).toEqual([
      400,
      ['at', 'imp.0', 'imp.0.id', 'site'],
    ]);
    expect((await send('{')).status).toBe(400);
    expect((await send({ ...buildBidRequest(), ext: { x: 'x'.repeat(600_000) } })).status).toBe(413);
    expect(serving.serves).toEqual([]);
    expect((await fetch(`${serving.url}/rtb/${channel}`)).status).toBe(405);
  });

  test('reads the places of 2.5 too, and sends each bidder the version that it supports', async () => {
    serving.useTags([
      buildBidder(`${partner.url}/bid`, { id: 1, rtbVersion: '2.5', isGzipped: true }),
      buildBidder(`${partner.url}/bid`, { id: 2 }),
    ]);
    const { plcmt: _plcmt, ...video } = buildVideo();
    const request = {
      ...buildBidRequest({ imp: [{ id: '1', video: { ...video, placement: 1 } }] }),
      regs: { ext: { us_privacy: '1---' } },
      user: { ext: { eids: [{ source: 'id.example', uids: [{ id: 'x' }] }] } },
      ext: { schain: { ver: '1.0', complete: 1, nodes: [{ asi: 'partner.example', sid: '7', hp: 1 }] } },
    };
    expect((await send(request, { 'x-openrtb-version': '2.5' })).headers.get('x-openrtb-version')).toBe('2.5');
    const [older, newer] = received.toSorted(({ headers: a }, { headers: b }) =>
      String(a['x-openrtb-version']).localeCompare(String(b['x-openrtb-version'])),
    );
    expect(older?.headers).toMatchObject({ 'x-openrtb-version': '2.5', 'content-encoding': 'gzip' });
    expect(newer?.headers).toMatchObject({ 'x-openrtb-version': '2.6' });
    expect(newer?.headers).not.toHaveProperty('content-encoding');
    expect(older?.request).toMatchObject({
      regs: { us_privacy: '1---', ext: { us_privacy: '1---' } },
      source: { ext: { schain: { nodes: [{ asi: 'partner.example' }, {}] } } },
      imp: [{ video: { placement: 1, plcmt: 1 } }],
    });
    expect(newer?.request).toMatchObject({
      regs: { us_privacy: '1---' },
      user: { eids: [{ source: 'id.example' }] },
      source: { schain: { nodes: [{ asi: 'partner.example', sid: '7' }, {}] } },
    });
    expect(newer?.request.regs).not.toHaveProperty('ext.us_privacy');
  });

  test('gives bidders the partner’s timeout, less the time of the response’s way back', async () => {
    await sell(buildBidRequest({ tmax: 400 }));
    expect(received[0]?.request.tmax).toBeLessThanOrEqual(380);
    expect(received[0]?.request.tmax).toBeGreaterThan(0);
    serving.useTags([buildBidder(`${partner.url}/hang`, { timeoutMs: 5000 })], { timeoutMs: 10_000 });
    expect((await send(buildBidRequest({ tmax: 60 }))).status).toBe(204);
    expect(serving.serves.at(-1)).toMatchObject({ candidates: [{ reason: 'timeout' }] });
  });

  test.each<[string, Partial<ChannelRow>, number, number | null]>([
    ['a share', { costModel: 'share', costShare: 70 }, 0.7, 1],
    ['a share above a guarantee', { costModel: 'floor', costShare: 50, costCpm: '0.50' }, 0.7, 1.4],
    ['a share below a guarantee', { costModel: 'floor', costShare: 50, costCpm: '0.80' }, 0.7, 0.8],
    ['a fixed CPM', { costModel: 'cpm', costCpm: '0.70' }, 0.7, 0],
    ['a lower fixed CPM', { costModel: 'cpm', costCpm: '0.69' }, 0.7, null],
    ['opportunities', { costModel: 'cpo', costCpm: '0.10' }, 0.7, 0.7],
  ])('if the publisher is paid %s, sends bidders the floor that must be earned', async (_, row, floor, outbound) => {
    serving.useTags([buildBidder(`${partner.url}/bid`)], row);
    const imp = [{ id: '1', video: buildVideo(), bidfloor: floor, bidfloorcur: 'USD' }];
    const response = await send(buildBidRequest({ imp }));
    if (outbound === null) {
      expect([response.status, serving.serves[0]?.reason, received.length]).toEqual([204, 'below_price', 0]);
    } else {
      expect([response.status, received[0]?.request.imp[0]?.bidfloor]).toEqual([200, outbound]);
    }
  });

  test.each<[Partial<ChannelRow>, number, number, number]>([
    [{ costModel: 'share', costShare: 70 }, 1.4, 1_400_000, 0],
    [{ costModel: 'floor', costShare: 10, costCpm: '1.50' }, 1.5, 1_500_000, 0],
    [{ costModel: 'cpm', costCpm: '0.30' }, 0.3, 300_000, 0],
    [{ costModel: 'cpo', costCpm: '0.10' }, 2, 0, 100_000],
  ])('by the terms %j bids %d and records that cost', async (row, price, cost, opportunityCost) => {
    serving.useTags([buildBidder(`${partner.url}/bid`, { marketplaceName: 'Open market' })], row, { priceDsp: 25 });
    const bid = (await sell()).seatbid?.[0]?.bid[0];
    expect(bid?.price).toBe(price);
    const marketplace = { name: 'Open market', revMd: 1_500_000 };
    expect(readSoldAd(bid?.adm)).toMatchObject({ rev: 2_000_000, cost, systemCost: 20_000, marketplace });
    expect(serving.serves).toMatchObject([{ opportunityCost, requestFee: 10_000 }]);
  });

  test('converts floors, floors by duration and prices of other currencies', async () => {
    applyMessage(serving.snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate() });
    const video = { ...buildVideo(), durfloors: [{ mindur: 1, maxdur: 60, bidfloor: 0.7 }], mincpmpersec: 0.007 };
    const imp = [{ id: '1', video, bidfloor: 0.56, bidfloorcur: 'EUR' }];
    const answer = await sell(buildBidRequest({ imp, cur: ['EUR'] }));
    expect(received[0]?.request.imp[0]).toMatchObject({
      bidfloor: 1,
      bidfloorcur: 'USD',
      video: { durfloors: [{ bidfloor: 1.25 }], mincpmpersec: 0.0125 },
    });
    expect(answer).toMatchObject({ cur: 'EUR', seatbid: [{ bid: [{ price: 1.12 }] }] });
    const yen = buildBidRequest({ imp: [{ id: '1', video: buildVideo(), bidfloor: 9, bidfloorcur: 'JPY' }] });
    expect((await send(yen)).status).toBe(204);
    expect(serving.serves.at(-1)).toMatchObject({ reason: 'no_exchange_rate' });
  });

  test('takes the viewer only from the request: the partner’s server is not a viewer', async () => {
    const { device: _device, ...request } = buildBidRequest();
    await send(request, { 'user-agent': 'PartnerServer/1', referer: 'https://partner.example/' });
    expect(JSON.stringify(received[0]?.request)).not.toMatch(/PartnerServer|partner\.example|127\.0\.0\.1/);
    expect(received[0]?.headers).not.toHaveProperty('x-device-ip');
    await sell();
    expect(received[1]?.headers).toMatchObject({ 'x-device-ip': '203.0.113.9' });
    expect(received[1]?.request.device).toMatchObject({ ip: '203.0.113.9' });
  });

  test('bids for each imp by its own auction', async () => {
    const tag = buildTag({ id: 2, source: 'stored', url: '', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' });
    serving.useTags([buildBidder(`${partner.url}/bid`, { id: 1 }), tag]);
    const imp = [
      { id: 'a', banner: { w: 300, h: 250 } },
      { id: 'b', video: buildVideo() },
      { id: 'c', audio: { mimes: ['audio/mpeg'] }, bidfloor: 50 },
    ];
    const answer = await sell(buildBidRequest({ imp }));
    expect(answer.seatbid?.[0]?.bid.map(({ impid, price, mtype }) => [impid, price, mtype])).toEqual([
      ['a', 1.4, 1],
      ['b', 2.1, 2],
    ]);
    expect(serving.serves.map(({ reason }) => reason)).toEqual([null, null, 'no_answer']);
    expect(received).toHaveLength(1);
  });

  test('survives clients that disconnect in the middle of a request, or send without end', async () => {
    const { port } = new URL(serving.url);
    const start = `POST /rtb/${channel} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`;
    for (const chunks of [1, 90]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(start);
      for (let chunk = 0; chunk < chunks; chunk += 1) socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`);
      if (chunks === 1) socket.destroy();
      else await new Promise((resolve) => socket.on('close', resolve).resume());
    }
    expect(serving.serves).toEqual([]);
    await sell();
  });

  test('reads a compressed request', async () => {
    const body = gzipSync(JSON.stringify(buildBidRequest()));
    const headers = { 'content-encoding': 'gzip' };
    const response = await fetch(`${serving.url}/rtb/${channel}`, { method: 'POST', body, headers });
    expect(response.status).toBe(200);
  });

  test('ignores unknown fields', async () => {
    const { imp, ...request } = buildBidRequest();
    const more = {
      ...request,
      imp: imp.map((each) => ({ ...each, unknownField: { a: 1 } })),
      unknownField: ['x'],
      at: 99,
    };
    expect((await send(more)).status).toBe(200);
  });

  test('OpenRTB 2.6, 3.2.19: bidders receive the place of the address where the request has no country', async () => {
    const place = { city: 'Graz', postalCode: '8010', dma: '', location: null, asn: null, organisation: '' };
    const located = await startTestServing({ locate: () => ({ ...place, country: 'AT', region: 'AT-6' }) });
    const sendTo = async (device: BidRequest['device']) => {
      located.useTags([buildBidder(`${partner.url}/bid`)]);
      const body = JSON.stringify(buildBidRequest({ device: { ip: '203.0.113.9', ...device } }));
      await fetch(`${located.url}/rtb/${channel}`, { method: 'POST', body });
      return received.at(-1)?.request.device?.geo;
    };
    expect(await sendTo({})).toEqual({ type: 2, country: 'AUT', region: '6' });
    expect(await sendTo({ geo: { country: 'DEU' } })).toEqual({ country: 'DEU' });
    await located.close();
  });

  test('OpenRTB 2.6, 3.2.2, 3.2.3, 3.2.5, 3.2.16, 3.2.17, 3.2.21 to 3.2.24, 3.2.27 to 3.2.31, 3.2.33, 3.2.34: what we do not change reaches bidders as received', async () => {
    const producer = { id: 'p1', name: 'Studio', cattax: 1, cat: ['IAB1'], domain: 'studio.example' };
    const ofImp = {
      metric: [{ type: 'viewability', value: 0.7, vendor: 'EXCHANGE' }],
      qty: { multiplier: 14.2, sourcetype: 1, vendor: 'vendor.example' },
      refresh: { refsettings: [{ reftype: 2, minint: 30 }], count: 1 },
      ssai: 2,
      clickbrowser: 1,
    };
    const sua = { browsers: [{ brand: 'Browser', version: ['12', '1'] }], mobile: 0, source: 2 };
    const user = {
      data: [{ id: 'd1', name: 'Data', segment: [{ id: 's1', value: 'x' }] }],
      eids: [{ source: 'ids.example', mm: 2, uids: [{ id: 'u1', atype: 1 }] }],
    };
    const content = {
      title: 'News',
      genres: [1],
      gtax: 9,
      network: { name: 'Net', domain: 'net.example' },
      channel: { name: 'One', domain: 'one.example' },
      producer,
    };
    const regs = { coppa: 0, gdpr: 0, us_privacy: '1---', ext: { dsa: { dsarequired: 1 } } };
    const source = { fd: 0, tid: 't1', pchain: 'p1', ext: { omidpn: 'Partner', omidpv: '1.4' } };
    const { imp, site, device, ...request } = buildBidRequest();
    const more = {
      ...request,
      imp: imp.map((each) => ({ ...each, ...ofImp })),
      site: { ...site, content },
      device: { ...device, sua },
      user,
      regs,
      source,
      allimps: 1,
    };
    expect((await send(more)).status).toBe(200);
    expect(received[0]?.request).toMatchObject({
      imp: [ofImp],
      site: { content },
      device: { sua },
      user,
      regs,
      source,
      allimps: 1,
    });
  });
});
