import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import {
  bannerMarkup,
  bids,
  buildBidder,
  buildBidRequest,
  buildPageRequest,
  oneBid,
  type ReceivedBidRequest,
} from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;

const nativeRequest = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 5 } },
    { id: 2, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, data: { type: 12, len: 5 } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};
const title = { id: 1, title: { text: 'Hello' } };
const native = { ver: '1.2', link: { url: 'https://brand.example/' }, assets: [title] };

let partner: TagServer;
let serving: TestServing;
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
  partner.on('/lost', answers(''));
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  received = [];
  partner.seen.length = 0;
  serving.serves.length = 0;
  serving.useTags([buildBidder(`${partner.url}/bid`, { id: 1 }), buildBidder(`${partner.url}/fitting`, { id: 2 })]);
  partner.on(
    '/fitting',
    bids((request) => oneBid(request, { price: 1, adm: JSON.stringify(native) })),
  );
});

/** Lets the higher-priced bidder answer with native markup. Its loss notice has a name. */
function answerWith(adm: unknown, name = ''): void {
  const lurl = `${partner.url}/lost?name=${encodeURIComponent(name)}&code=\${AUCTION_LOSS}`;
  partner.on(
    '/bid',
    bids((request) => oneBid(request, { price: 2, mtype: 4, lurl, adm }), received),
  );
}

/** The codes of the loss notices with a name. */
function lossesOf(name: string): (string | null)[] {
  const lost = partner.seen.filter(({ url }) => url.startsWith('/lost?'));
  const queries = lost.map(({ url }) => new URLSearchParams(url.slice('/lost?'.length)));
  return queries.filter((query) => query.get('name') === name).map((query) => query.get('code'));
}

/** Sends a request for a native ad to one of the two integrations. */
function send(path: string, request: unknown): Promise<Response> {
  const imp: object[] = [{ id: '1', tagid: channel, native: { request } }];
  const body = path === '/openrtb2/auction' ? buildPageRequest(channel) : buildBidRequest();
  return fetch(serving.url + path, { method: 'POST', body: JSON.stringify({ ...body, imp }) });
}

/** The price of the bid, and its markup. */
async function sell(path: string, request: unknown = JSON.stringify(nativeRequest)): Promise<[number, unknown]> {
  const response = await send(path, request);
  expect(response.status).toBe(200);
  const bid = ((await response.json()) as BidResponse).seatbid?.[0]?.bid[0];
  return [bid?.price ?? 0, JSON.parse(bid?.adm ?? 'null')];
}

const [high, low] = [1.4, 0.7];
const paths = [`/rtb/${channel}`, '/openrtb2/auction'];

test.each(paths)(
  'Native 1.2, 4: %s refuses a request with every fault and its path, and calls no one',
  async (path) => {
    answerWith(JSON.stringify(native));
    const assets = [
      { id: 1, title: { len: 0 } },
      { id: 1, img: { wmin: -1 } },
    ];
    const response = await send(path, JSON.stringify({ assets, eventtrackers: [{ event: 1 }] }));
    expect(response.status).toBe(400);
    const { problems } = (await response.json()) as { problems: { path: string }[] };
    expect(problems.map((problem) => problem.path)).toEqual([
      'imp.0.native.request.assets.0.title.len',
      'imp.0.native.request.assets.1.img.wmin',
      'imp.0.native.request.eventtrackers.0.methods',
      'imp.0.native.request.assets.1.id',
    ]);
    expect(received).toEqual([]);
  },
);

test.each(paths)('OpenRTB 2.6, 3.2.9: bidders of %s get the request as a string', async (path) => {
  answerWith(JSON.stringify(native));
  expect(await sell(path, { native: nativeRequest })).toEqual([high, expect.anything()]);
  const [sent] = received.map(({ request }) => request.imp[0]?.native?.request ?? '');
  expect(JSON.parse(sent ?? '')).toEqual({ native: nativeRequest });
});

const image = (w: number, h: number) => ({ id: 2, img: { url: 'https://cdn.example/i.png', w, h } });

test.each<[string, object, string, number]>([
  ['5.2: without a required asset', { assets: [image(600, 314)] }, 'native_asset', 204],
  ['5.2: with an asset that was not requested', { assets: [title, { id: 9 }] }, 'native_asset', 204],
  ['5.3: with a title that is too long', { assets: [{ id: 1, title: { text: 'Hello!' } }] }, 'native_asset', 200],
  ['5.4: with an image that is too small', { assets: [title, image(600, 313)] }, 'size', 203],
  ['5.5: with data that is too long', { assets: [title, { id: 3, data: { value: 'Order!' } }] }, 'native_asset', 200],
  ['5.1: with its assets behind a URL', { assetsurl: 'https://ads.example/' }, 'native_asset', 204],
  ['5.7: without a landing page', { link: {} }, 'invalid_bid', 204],
])('Native 1.2, %s a bid loses with its reason and code, and the next one wins', async (_, fields, reason, loss) => {
  answerWith(JSON.stringify({ ...native, ...fields }), JSON.stringify(fields));
  const [price] = await sell(paths[0] ?? '');
  expect(price).toBe(low);
  const reasons = serving.serves[0]?.candidates.map((candidate) => [candidate.tagId, candidate.reason]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      [1, reason],
      [2, null],
    ]),
  );
  await expect.poll(() => lossesOf(JSON.stringify(fields))).toEqual([String(loss)]);
});

test.each(paths)('Native 1.2, 4.1: of several identical placements (plcmtcnt), %s sells one', async (path) => {
  const bid = (id: string, price: number) => ({ id, impid: '1', price, crid: id, adm: JSON.stringify(native) });
  partner.on(
    '/bid',
    bids(({ id }) => ({ id, cur: 'USD', seatbid: [{ bid: [bid('a', 1.9), bid('b', 2)] }] }), received),
  );
  const response = await send(path, JSON.stringify({ ...nativeRequest, plcmtcnt: 3 }));
  const { seatbid = [] } = (await response.json()) as BidResponse;
  expect(seatbid.flatMap((seat) => seat.bid.map(({ price }) => price))).toEqual([high]);
  const [sent] = received.map(({ request }) => request.imp[0]?.native?.request ?? '');
  expect(JSON.parse(sent ?? '')).toMatchObject({ plcmtcnt: 3 });
});

test('Native 1.2, 5.8: trackers that were not requested are left out of the ad that is sold', async () => {
  const tracker = (method: number) => ({ event: 1, method, url: `https://t.example/${method}` });
  answerWith(JSON.stringify({ ...native, eventtrackers: [tracker(2), tracker(1)] }));
  const [price, sold] = await sell(paths[1] ?? '');
  expect(price).toBe(high);
  expect((sold as { eventtrackers: object[] }).eventtrackers).toEqual([
    tracker(1),
    expect.objectContaining({ url: expect.stringContaining('/e/impression/') as string }),
  ]);
});

test.each(paths)('Native 1.2, 4: %s refuses a faulty native object beside a banner too', async (path) => {
  answerWith(bannerMarkup);
  const imp = [{ id: '1', tagid: channel, banner: { w: 300, h: 250 }, native: { request: '{"assets":[]}' } }];
  const body = path === '/openrtb2/auction' ? buildPageRequest(channel) : buildBidRequest();
  const response = await fetch(serving.url + path, { method: 'POST', body: JSON.stringify({ ...body, imp }) });
  expect(response.status).toBe(400);
  const { problems } = (await response.json()) as { problems: { path: string }[] };
  expect(problems.map((problem) => problem.path)).toEqual(['imp.0.native.request.assets']);
  expect(received).toEqual([]);
});

test.each<[string, unknown]>([
  ['an object', native],
  ['an object that wraps it', { native }],
  ['text that wraps it', JSON.stringify({ native })],
])('Native 1.2, 5: markup may be %s, and is sold as text with our trackers', async (_, adm) => {
  answerWith(adm);
  const [price, sold] = await sell(paths[1] ?? '');
  expect(price).toBe(high);
  const { native: wrapped, ...bare } = sold as Record<string, unknown>;
  expect(wrapped ?? bare).toMatchObject({
    assets: [title],
    link: { clicktrackers: [expect.stringContaining('/e/click/')] },
    eventtrackers: [{ event: 1, method: 1, url: expect.stringContaining('/e/impression/') as string }],
  });
});
