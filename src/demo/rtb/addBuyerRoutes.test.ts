import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { readBidResponse } from '#standards/openrtb/bid/readBidResponse.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { addBuyerRoutes } from './addBuyerRoutes.ts';
import type { BuyerStats } from './buyerStats.ts';

function openBuyers() {
  const app = Fastify();
  addBuyerRoutes(app, 'https://demand.example', 7);
  return {
    app,
    post: (buyer: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: `/rtb/${buyer}`, payload, headers }),
    get: (url: string) => app.inject({ method: 'GET', url: url.replace('https://demand.example', '') }),
    async statsOf(buyer: string): Promise<BuyerStats | undefined> {
      return (await app.inject('/rtb')).json<{ buyerStats: Record<string, BuyerStats> }>().buyerStats[buyer];
    },
  };
}

function buildBody(id: string, more: object = {}): string {
  const imp = [{ id: '1', banner: { w: 300, h: 250 } }];
  return JSON.stringify({ id, at: 1, imp, site: { page: 'https://news.example/' }, ...more });
}

/** Sends requests until one gets a bid. */
async function bidOf({ post }: ReturnType<typeof openBuyers>, buyer: string): Promise<BidResponse> {
  for (let index = 0; index < 30; index += 1) {
    const answer = await post(buyer, buildBody(`r${index}`));
    if (answer.statusCode === 200) return answer.json();
  }
  throw new Error('no bid');
}

describe('a buyer’s endpoint', () => {
  test('accepts JSON of any content type and with gzip, and responds in the version of the request', async () => {
    const { post } = openBuyers();
    const bodies = Array.from({ length: 12 }, (_, index) => buildBody(`r${index}`));
    const texts = await Promise.all(bodies.map((body) => post('alpine', body, { 'content-type': 'application/json' })));
    const zipped = await Promise.all(
      bodies.map((body) => post('alpine', gzipSync(body), { 'content-encoding': 'gzip', 'x-openrtb-version': '2.5' })),
    );
    const plain = await Promise.all(bodies.map((body) => post('alpine', body, { 'content-type': 'text/plain' })));
    const statuses = texts.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 204]));
    expect(zipped.map(({ statusCode }) => statusCode)).toEqual(statuses);
    expect(plain.map(({ body }) => body)).toEqual(texts.map(({ body }) => body));
    const at = statuses.indexOf(200);
    expect(texts[at]?.headers['x-openrtb-version']).toBe('2.6');
    expect(zipped[at]?.headers['x-openrtb-version']).toBe('2.5');
    expect(readBidResponse(texts[at]?.body ?? '', `r${at}`).kind).toBe('bids');
  });

  test('compresses its response for clients that accept it', async () => {
    const buyers = openBuyers();
    const { id } = await bidOf(buyers, 'alpine');
    const answer = await buyers.post('alpine', buildBody(id), { 'accept-encoding': 'gzip, deflate' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(readBidResponse(gunzipSync(answer.rawPayload).toString(), id).kind).toBe('bids');
  });

  test.each([
    ['no JSON', '{"id":'],
    ['a broken archive', Buffer.from([0x1f, 0x8b, 8, 0, 1])],
    ['nothing', ''],
    ['no impressions', JSON.stringify({ id: 'r1', imp: [], site: { id: '1' } })],
    ['no id', buildBody('')],
    ['a video without media types', buildBody('r1', { imp: [{ id: '1', video: {} }] })],
  ])('refuses %s with an empty 400', async (_what, payload) => {
    const answer = await openBuyers().post('alpine', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toBe('');
  });

  test('returns 404 for an unknown buyer', async () => {
    expect((await openBuyers().post('unknown', buildBody('r1'))).statusCode).toBe(404);
  });
});

describe('the statistics of a buyer', () => {
  test('count requests, wins and losses, and each billing notice once, even when repeated', async () => {
    const buyers = openBuyers();
    const answer = await bidOf(buyers, 'meadow');
    const bid = answer.seatbid?.[0]?.bid[0];
    if (!bid) throw new Error('no bid');
    const filled = (url: string | undefined) =>
      (url ?? '')
        .replace('${AUCTION_PRICE}', '2.5')
        .replace('${AUCTION_CURRENCY}', 'USD')
        .replace('${AUCTION_LOSS}', '102');
    await buyers.get(filled(bid.nurl));
    for (let times = 0; times < 3; times += 1) await buyers.get(filled(bid.burl));
    await buyers.get(filled(bid.lurl));
    const click = await buyers.get('/rtb/meadow/click/bikes');
    expect(click.statusCode).toBe(302);
    expect(click.headers.location).toBe('https://bikes.example/');
    expect(await buyers.statsOf('meadow')).toMatchObject({
      wins: 1,
      billed: 1,
      spent: 0.0025,
      losses: { 102: 1 },
      clicks: 1,
      currency: 'USD',
    });
  });

  test('include the buyers behind Prebid bidder codes, and no others', async () => {
    const buyers = openBuyers();
    expect((await buyers.get('/rtb/prebid-rubicon/notice/win?bid=1&price=3')).statusCode).toBe(204);
    expect(await buyers.statsOf('prebid-rubicon')).toMatchObject({ wins: 1 });
    expect((await buyers.get('/rtb/unknown/notice/win?bid=1')).statusCode).toBe(404);
    expect((await buyers.get('/rtb/alpine/notice/other?bid=1')).statusCode).toBe(404);
  });
});

test('a cookie sync redirects back with the buyer’s ID, the same one next time', async () => {
  const { app, get } = openBuyers();
  const to = 'https://ads.example/setuid?bidder=t1&f=i&uid=';
  const first = await get(`/rtb/alpine/sync?to=${encodeURIComponent(to)}`);
  const id = first.headers.location?.slice(to.length);
  expect(first.headers.location).toBe(`${to}${id}`);
  expect(id).toMatch(/^[\w-]{36}$/);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  const again = await app.inject({ url: `/rtb/meadow/sync?to=${encodeURIComponent(to)}`, headers: { cookie } });
  expect(again.headers.location).toBe(`${to}${id}`);
  expect((await get('/rtb/alpine/sync?to=https://elsewhere.example/')).statusCode).toBe(404);
});

test('images of native ads have the requested size', async () => {
  const { get } = openBuyers();
  const picture = await get('/rtb/picture/travel/300x157.svg');
  expect(picture.headers['content-type']).toContain('image/svg+xml');
  expect(picture.body).toContain('width="300" height="157"');
  expect((await get('/rtb/picture/travel/300xx157.svg')).statusCode).toBe(404);
});
