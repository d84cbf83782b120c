import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCampaign, buildCreative } from '#tests/support/engine/buildBuying.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { bids, buildVideo, oneBid } from '../bidders.ts';
import { openCountedServing, openRtbEndpoints, ourUrlsIn, type CountedServing } from './openCountedServing.ts';

let world: CountedServing;

beforeAll(async () => {
  world = await openCountedServing();
});
afterAll(() => world.close());
beforeEach(() => {
  // All requests of one second belong to one test.
  world.clock.now += 60_000;
  world.useConfiguration();
  world.reset();
});

const calledAt = (path: string) => world.partner.seen.filter(({ url }) => url.startsWith(path)).length;
const recorded = () => [...world.serving.serves, ...world.serving.events];
const winner: unknown = expect.objectContaining({ reason: null, wasSent: true, hasAnswered: true });
const hitsRecorded = () => world.serving.tests.flatMap(({ record }) => (record.type === 'event' ? [record.event] : []));

describe.each(openRtbEndpoints)('OpenRTB 2.6, 3.2.1: a test request at %s', (endpoint) => {
  test('gets the bid of a live one, and its bidder gets test: 1', async () => {
    const { price } = await world.bidOn(endpoint);
    const bid = await world.bidOn(endpoint, { test: 1 });
    expect(bid).toMatchObject({ price, crid: 'creative-1' });
    expect(world.received.map(({ request }) => request.test)).toEqual([undefined, 1]);
  });

  test('is traced as a test with weight 0, and recorded as a test only', async () => {
    await world.bidOn(endpoint, { test: 1 });
    expect(recorded()).toEqual([]);
    expect(world.serving.tests).toMatchObject([
      { record: { type: 'serve', reason: null, candidates: expect.arrayContaining([winner]) as unknown[] } },
    ]);
    expect(world.serving.traces).toMatchObject([
      {
        integration: endpoint,
        sampleWeight: 0,
        isWatched: false,
        reason: null,
        body: { isTest: true, winners: [{ cpm: 2_000_000_000 }] },
      },
    ]);
  });

  test('without an ad is recorded and traced with its reason', async () => {
    world.useConfiguration({ tag: [], adexchange: [] });
    await world.send(endpoint, { test: 1 });
    expect(recorded()).toEqual([]);
    expect(world.serving.tests).toMatchObject([{ record: { reason: expect.stringMatching(/^no_/) } }]);
    expect(world.serving.traces).toMatchObject([
      { sampleWeight: 0, reason: expect.stringMatching(/^no_/), body: { isTest: true } },
    ]);
  });

  test('has an ad whose events get the usual responses, and are recorded as tests only', async () => {
    const bid = await world.bidOn(endpoint, { test: 1 });
    const urls = ourUrlsIn(bid).filter((url) => url.includes('/e/'));
    expect(urls.length).toBeGreaterThan(7);
    for (const url of urls) {
      const { status, headers } = await world.call(url);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/gif']);
      expect((await world.call(url, { method: 'POST' })).status).toBe(204);
    }
    expect(recorded()).toEqual([]);
    expect(hitsRecorded()).toHaveLength(urls.length * 2);
    expect(hitsRecorded()).toEqual(expect.arrayContaining(['impression', 'complete']));
  });

  test('notifies its winner of the win, and of no bill', async () => {
    const bid = await world.bidOn(endpoint, { test: 1 });
    for (const url of [bid.nurl, bid.burl, ...ourUrlsIn(bid)]) if (url) await world.call(url);
    await world.bidOn(endpoint);
    await expect.poll(() => calledAt('/won')).toBe(1);
    // A live one, whose bill comes after all earlier notices.
    const live = await world.bidOn(endpoint);
    for (const url of [live.burl, ...ourUrlsIn(live)]) if (url) await world.call(url);
    await expect.poll(() => calledAt('/bill')).toBe(1);
  });

  test('leaves its inventory to be recorded by the next live one', async () => {
    const site = { id: 's', page: `https://${endpoint}.example/a`, publisher: { id: endpoint } };
    await world.bidOn(endpoint, { site, test: 1 });
    await world.bidOn(endpoint, { site });
    await world.bidOn(endpoint, { site });
    const [first, second] = world.serving.serves;
    expect(world.serving.serves).toHaveLength(2);
    expect(first?.observations).toMatchObject({ site: { declared: `${endpoint}.example` }, publisher: {} });
    expect(second?.observations).toBeUndefined();
  });

  test.each([2, -1, 0.5, '1', true])('has the flag 1: a request with %j is refused', async (flag) => {
    const response = await world.send(endpoint, { test: flag as 1 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ problems: [{ path: 'test' }] });
    expect(recorded()).toEqual([]);
  });

  test('is not one with the flag 0', async () => {
    await world.bidOn(endpoint, { test: 0 });
    expect(world.serving.serves).toMatchObject([{ reason: null }]);
    expect(world.serving.traces).toMatchObject([{ sampleWeight: 1 }]);
    expect(world.serving.traces[0]?.body).not.toHaveProperty('isTest');
  });
});

describe('OpenRTB 2.6, 3.2.1: a test request to a supplier', () => {
  const cap = { imps: 1, per: 1, unit: 'hours', by: 'address' } as const;
  const pixelOf = (urls: string[]) => urls.find((url) => url.includes('/e/impression/'));

  test('reserves and spends nothing of a campaign’s budget', async () => {
    // One impression at $2 CPM.
    world.useCampaign(2_000_000, { id: 20 });
    world.ledger.report(world.clock.now);
    for (let count = 0; count < 3; count += 1) {
      const bid = await world.bidOn('bid', { test: 1 });
      for (const url of [bid.nurl, bid.burl, pixelOf(ourUrlsIn(bid))]) await world.call(url);
    }
    expect(world.ledger.stored()).toEqual([]);
    expect(world.ledger.report(world.clock.now + leaseMs / 2)).toEqual([]);
    await world.bidOn('bid');
    expect((await world.send('bid')).status).toBe(204);
    // Money reserved by a live bid is not free for tests either.
    expect((await world.send('bid', { test: 1 })).status).toBe(204);
    expect(world.ledger.stored()).toHaveLength(1);
  });

  test('gets a bid of a campaign whose budget no live request has leased yet', async () => {
    world.useConfiguration({ adexchange: [], campaign: [buildCampaign({ id: 22 })], creative: [buildCreative()] });
    await world.bidOn('bid', { test: 1 });
    expect(world.ledger.report(world.clock.now + 60_000).map(({ campaignId }) => campaignId)).not.toContain(22);
  });

  test('counts against no frequency cap, and respects those that live ones have used up', async () => {
    world.useCampaign(100_000_000, { id: 21, frequencies: [cap] });
    for (let count = 0; count < 2; count += 1) {
      await world.call(pixelOf(ourUrlsIn(await world.bidOn('bid', { test: 1 }))));
    }
    expect(world.log.end).toBe(0);
    await world.call(pixelOf(ourUrlsIn(await world.bidOn('bid'))));
    expect(world.log.end).toBe(1);
    expect((await world.send('bid', { test: 1 })).status).toBe(204);
  });

  test('offers no deals that are counted', async () => {
    const imp = [{ id: '1', video: buildVideo(), pmp: { deals: [{ id: 'spring' }] } }];
    await world.bidOn('bid', { imp, test: 1 });
    await world.bidOn('bid', { imp });
    expect(world.serving.serves).toMatchObject([{ deals: [{ deal: 'spring', terms: { currency: 'USD' } }] }]);
  });

  test('notifies an ad exchange of its win and its loss, and never of a bill, by any billing event', async () => {
    const lost = await world.bidOn('bid', { test: 1 });
    await world.call(lost.lurl);
    await expect.poll(() => calledAt('/lost')).toBe(1);
    for (const billingNotice of ['pixel', 'burl', 'nurl'] as const) {
      world.useConfiguration({}, { billingNotice });
      const bid = await world.bidOn('bid', { test: 1 });
      for (const url of [bid.nurl, bid.burl, ...ourUrlsIn(bid)]) await world.call(url);
    }
    await expect.poll(() => calledAt('/won')).toBe(3);
    await world.call((await world.bidOn('bid')).lurl);
    await expect.poll(() => calledAt('/lost')).toBe(2);
    expect(calledAt('/bill')).toBe(0);
    expect(world.serving.events).toMatchObject([{ event: 'loss' }]);
  });

  test('has clicks that redirect and are recorded as tests only', async () => {
    const markup = '<a href="${CLICK_URL}https://brand.example/spring">Spring</a>';
    const banner = buildCreative({ type: 'tag', markup, width: 300, height: 250, files: [] });
    world.useConfiguration({
      adexchange: [],
      campaign: [buildCampaign({ id: 23, type: 'banner' })],
      creative: [banner],
    });
    const imp = [{ id: '1', banner: { w: 300, h: 250 } }];
    const [click] = ourUrlsIn(await world.bidOn('bid', { imp, test: 1 })).filter((url) => url.includes('/c/'));
    const { status, headers } = await world.call(click);
    expect([status, headers.get('location')]).toEqual([302, 'https://brand.example/spring']);
    expect(recorded()).toEqual([]);
    expect(hitsRecorded()).toEqual(['click']);
  });

  test('counts against the QPS limit like a live one', async () => {
    world.useConfiguration({}, { qps: 1 });
    await world.bidOn('bid', { test: 1 });
    expect((await world.send('bid')).status).toBe(204);
    expect(world.serving.serves).toMatchObject([{ reason: 'qps_exceeded' }]);
  });

  test('gets a response even beyond the number of traces per second', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count += 1) statuses.add((await world.send('bid', { test: 1 })).status);
    expect([...statuses]).toEqual([200]);
    expect(world.serving.traces).toHaveLength(25);
    await world.bidOn('bid');
    expect(world.serving.traces).toHaveLength(26);
  });
});

test.each(['prebid', 'rtb'] as const)(
  'OpenRTB 2.6, 3.2.1: the ad of a test request at %s is measured by no vendor',
  async (endpoint) => {
    expect((await world.bidOn(endpoint)).adm).toContain('pix.example');
    expect((await world.bidOn(endpoint, { test: 1 })).adm).not.toContain('pix.example');
  },
);

test.each([undefined, 0, 1] as const)(
  'partners behind a Prebid Server get the flag of the request: %s',
  async (flag) => {
    world.useConfiguration({ tag: [buildTag({ id: 1, integration: 'PreBid', partner: 'appnexusP' })] });
    world.partner.on(
      '/openrtb2/auction',
      bids((request) => oneBid(request, { price: 2 }, { seat: 't1' }), world.received),
    );
    await world.bidOn('rtb', flag === undefined ? {} : { test: flag });
    expect(world.received.map(({ request }) => request.test)).toEqual([flag]);
  },
);
