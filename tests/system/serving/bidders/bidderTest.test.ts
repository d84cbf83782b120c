import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { ChannelRow, TagRow } from '#model/index.ts';
import {
  bidderTestLifetimeMs,
  bidderTestPath,
  type BidderTestOrder,
  type BidderTestRecord,
} from '#model/demand/bidderTest.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import { bids, buildBidder, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, tokenKey, type TestServing } from '../testServing.ts';

const sealer = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: bidderTestLifetimeMs, use: 'bidder tests' });

let partner: TagServer;
let serving: TestServing;
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
});
afterAll(async () => {
  await Promise.all([serving.close(), partner.close()]);
});
beforeEach(() => {
  received = [];
});

const order: BidderTestOrder = {
  tag: { id: 1, version: 1 },
  channel: { id: 1, version: 1 },
  environment: 'web',
  mediaType: null,
  params: { ua: 'Mozilla/5.0 Test', url: 'https://news.example/video', w: '1280', h: '720' },
  address: '203.0.113.9',
};

async function send(body: string): Promise<Response> {
  return fetch(`${serving.url}${bidderTestPath}`, { method: 'POST', body });
}

async function run(given: Partial<BidderTestOrder> = {}): Promise<BidderTestRecord> {
  const answer = await send(sealer.seal(JSON.stringify({ ...order, ...given }), Date.now()));
  expect(answer.status).toBe(200);
  return (await answer.json()) as BidderTestRecord;
}

/** Uses a bidder that responds with these bids. */
function offer(list: { [Name in keyof Bid]?: unknown }[], tag: Partial<TagRow> = {}, response: object = {}): void {
  partner.on(
    '/bid',
    bids((request) => {
      const made = list.map((bid) => oneBid(request, bid) as { seatbid: object[] });
      return { id: request.id, cur: 'USD', seatbid: made.flatMap(({ seatbid }) => seatbid), ...response };
    }, received),
  );
  useBidder(tag);
}

/** Uses a bidder with a timeout that no load of the machine reaches. */
function useBidder(tag: Partial<TagRow>, channel: Partial<ChannelRow> = {}): void {
  const bidder = buildBidder(`${partner.url}/bid`, { timeoutMs: 60_000, ...tag });
  serving.useTags([bidder], { timeoutMs: 60_000, ...channel });
}

const faultsOf = ({ parts }: BidderTestRecord['bids'][number]) =>
  Object.fromEntries(parts.filter(({ reason }) => reason !== null).map(({ part, fault }) => [part, fault]));

describe('a bidder tested alone', () => {
  test('gets one request as an auction sends it, marked as a test, and the result names the price of its bid', async () => {
    offer([{ price: 2.5, adomain: ['coffee.example'] }]);
    const test = await run();
    expect(received).toHaveLength(1);
    expect(received[0]?.request).toMatchObject({
      test: 1,
      site: { page: 'https://news.example/video' },
      device: { ip: '203.0.113.9' },
      imp: [{ video: { w: 1280, h: 720 }, bidfloorcur: 'USD', tagid: buildChannel().uid }],
    });
    expect(test.sent?.body).toBe(JSON.stringify(received[0]?.request));
    expect(test.sent?.headers).toContainEqual({ name: 'x-openrtb-version', value: '2.6' });
    for (const { name, value } of test.sent?.headers ?? []) expect(received[0]?.headers[name]).toBe(value);
    expect(test).toMatchObject({ notCalled: null, received: { status: 200, failure: null }, invalid: null, winner: 0 });
    expect(test.outcome).toEqual({ kind: 'sold', cpm: 2_500_000_000 });
    expect(test.bids.map(faultsOf)).toEqual([{}]);
    expect(test.bids[0]?.parts.at(-1)).toEqual({ part: 'ad', reason: null, fault: null });
  });

  test('records, counts and notifies nothing', async () => {
    const urls = { nurl: `${partner.url}/win`, burl: `${partner.url}/bill`, lurl: `${partner.url}/lost` };
    offer([
      { price: 2, ...urls },
      { price: 1, ...urls },
    ]);
    const before = partner.seen.length;
    await run();
    expect(partner.seen.slice(before).map(({ url }) => url)).toEqual(['/bid']);
    expect([serving.serves, serving.events, serving.traces, serving.tests]).toEqual([[], [], [], []]);
  });

  test('is called although its tag, advertiser or channel is paused or capped', async () => {
    offer([{}], { status: 0, cappedUntil: '2999-01-01T00:00:00.000Z', qps: 1, pace: 0, endsOn: '2020-01-01' });
    expect((await run()).outcome).toEqual({ kind: 'sold', cpm: 1_000_000_000 });
    expect((await run({ channel: null })).bids[0]?.outcome).toEqual({ kind: 'sold', cpm: 1_000_000_000 });
  });

  test('each bid is checked in all of its parts, and none of the faulty ones wins', async () => {
    offer(
      [
        { id: 'cheap', price: 0.5, adomain: ['casino.example'] },
        { id: 'other imp', impid: '7' },
        { id: 'no crid', crid: undefined },
        { id: 'no markup', adm: undefined },
        { id: 'banner', adm: '<b>hi</b>' },
        { id: 'insecure', adm: buildVast({ kind: 'inline' }).replaceAll('https:', 'http:') },
        { id: 'broken', adm: '<VAST version="4.2"><Ad>' },
        { id: 'deal', dealid: 'unknown' },
        { id: 'text price', price: '3' },
        { id: 'right', price: 1.5 },
      ],
      { floor: '1.00' },
    );
    useBidder({ floor: '1.00' }, { blockedAdomains: ['casino.example'] });
    const test = await run();
    const faults = Object.fromEntries(test.bids.map((each) => [String(each.bid['id']), faultsOf(each)]));
    expect(faults).toMatchObject({
      cheap: { floor: 'below_floor', advertiser: 'advertiser_blocked' },
      'other imp': { imp: 'imp_unknown' },
      'no crid': { crid: 'crid_missing' },
      'no markup': { markup: 'markup_missing' },
      banner: { mediaType: 'media_type_not_offered' },
      broken: { ad: 'invalid_xml' },
      deal: { deal: 'deal_unknown' },
      'text price': { shape: 'price_missing' },
      right: {},
    });
    expect(Object.keys(faults['insecure'] ?? {})).not.toEqual([]);
    expect(test.winner).toBe(test.bids.findIndex(({ bid }) => bid['id'] === 'right'));
    expect(test.bids.find(({ bid }) => bid['id'] === 'cheap')).toMatchObject({
      cpm: 500_000_000,
      floor: 1_000_000_000,
    });
  });

  test('markup that only a win notice or a wrapper would bring leaves the outcome open', async () => {
    offer([{ adm: undefined, nurl: `${partner.url}/win` }]);
    expect((await run()).outcome).toEqual({ kind: 'open', needs: 'notice' });
    offer([{ adm: buildVast({ kind: 'wrapper', to: 'https://next.example/vast' }) }], { handling: 'unwrap' });
    expect((await run()).outcome).toEqual({ kind: 'open', needs: 'wrapper' });
  });

  test('an error is shown with its status and body, and so are no bid, a late response and what is no bid response', async () => {
    offer([{}]);
    partner.on('/bid', (_request, response) => response.writeHead(400).end('{"error":"seat missing"}'));
    expect(await run()).toMatchObject({
      received: { status: 400, failure: 'http_error', body: '{"error":"seat missing"}' },
      outcome: { kind: 'unsold', reason: 'http_error' },
    });
    partner.on(
      '/bid',
      bids(() => null),
    );
    expect(await run()).toMatchObject({ received: { status: 204 }, outcome: { reason: 'empty' }, bids: [] });
    partner.on(
      '/bid',
      bids(({ id }) => ({ id, nbr: 8 })),
    );
    expect(await run()).toMatchObject({ nbr: 8, outcome: { reason: 'empty' } });
    partner.on(
      '/bid',
      bids(() => 'no JSON'),
    );
    expect(await run()).toMatchObject({ invalid: 'The response is not JSON', outcome: { reason: 'invalid_bid' } });
    useBidder({ timeoutMs: 50 });
    partner.on('/bid', (request, response) => setTimeout(() => bids((each) => oneBid(each))(request, response), 200));
    const late = await run();
    expect(late).toMatchObject({ received: { status: 200 }, outcome: { reason: 'timeout' }, winner: 0 });
    expect(late.bids).toHaveLength(1);
  });

  test('the viewer’s choices hold, and a partner without a Prebid Server cannot be called', async () => {
    offer([{}], { gvlId: 5 });
    expect(await run({ params: { ...order.params, gdpr: '1' } })).toMatchObject({ notCalled: 'privacy', sent: null });
    expect(received).toEqual([]);
    serving.useTags([buildBidder('', { integration: 'PreBid', partner: 'pubmatic' })]);
    expect(await run()).toMatchObject({ notCalled: 'no_prebid_server', sent: null });
  });

  test('other media types are offered where the tag accepts them or the test asks for them', async () => {
    offer([{}], { mediaTypes: ['banner'] });
    expect((await run()).outcome).toEqual({ kind: 'sold', cpm: 1_000_000_000 });
    expect(received[0]?.request.imp[0]?.banner).toMatchObject({ w: 300, h: 250 });
    offer([{ w: 728, h: 90 }], { mediaTypes: [] });
    const test = await run({ mediaType: 'banner' });
    expect(test.bids.map(faultsOf)).toEqual([{ creative: 'size_not_offered' }]);
    for (const mediaType of ['audio', 'native'] as const) {
      await run({ mediaType });
      expect(Object.keys(received.at(-1)?.request.imp[0] ?? {})).toContain(mediaType);
    }
  });

  test('a forged or expired order, one of another purpose and an unknown tag are not found', async () => {
    offer([{}]);
    const text = JSON.stringify(order);
    const other = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: bidderTestLifetimeMs, use: 'previews' });
    for (const body of ['', text, other.seal(text, Date.now()), sealer.seal(text, Date.now() - 60_000)]) {
      expect((await send(body)).status).toBe(404);
    }
    expect(received).toEqual([]);
    const unknown = { ...order, tag: { id: 9, version: 0 } };
    expect((await send(sealer.seal(JSON.stringify(unknown), Date.now()))).status).toBe(404);
  });
});
