import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdPerformance } from '#engine/buying/createAdPerformance.ts';
import { buildCampaign, buildCreative, buildDeal, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { DealRow } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { buildBidder, buildBidRequest, buildVideo, oneBid } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from './openSupplierClient.ts';
import { readSoldAd } from './readSoldAd.ts';
import { startTestServing } from '../testServing.ts';

let supplierClient: SupplierClient;
beforeAll(async () => {
  supplierClient = await openSupplierClient();
});
afterAll(() => supplierClient.close());
beforeEach(() => supplierClient.reset());

describe('an ad exchange', () => {
  test('bids under the deals that it is offered, at prices that leave the supplier’s floor', async () => {
    const deal = buildDeal({ dealId: 'ours-1', side: 'sell', adexchangeIds: [1], floor: '4.00', seats: ['seat-1'] });
    supplierClient.answerWith((request) => oneBid(request, { price: 4, dealid: 'ours-1' }, { seat: 'seat-1' }));
    supplierClient.useConfiguration({ adexchange: [supplierClient.exchange({ margin: 50 })], deal: [deal] });
    const bid = await supplierClient.requestBid();
    expect(supplierClient.received[0]?.request.imp[0]?.pmp?.deals).toEqual([
      { id: 'ours-1', bidfloor: 4, bidfloorcur: 'USD', at: 1, wseat: ['seat-1'] },
    ]);
    expect(bid).toMatchObject({ price: 2, dealid: 'ours-1' });
    const imp = { id: '1', video: buildVideo(), bidfloor: 2.5 };
    expect((await supplierClient.send(buildBidRequest({ imp: [imp] }))).status).toBe(204);
    expect(supplierClient.received[1]?.request.imp[0]?.pmp?.deals).toMatchObject([{ bidfloor: 5 }]);
    expect(supplierClient.exchangeOutcome()).toMatchObject({ reason: 'below_deal_floor' });
    supplierClient.useConfiguration({ adexchange: [supplierClient.exchange()], deal: [{ ...deal, status: 0 }] });
    await supplierClient.send();
    expect(supplierClient.received[2]?.request.imp[0]).not.toHaveProperty('pmp');
  });

  describe('is notified', () => {
    const local = (url = '') => url.replace('https://ads.example', supplierClient.serving.url);

    test.each([
      ['win', 'nurl', '/won?p=2.5'],
      ['bill', 'burl', '/billed?p=2.5'],
      ['loss', 'lurl', '/lost?r=102'],
    ] as const)('of its %s once the supplier is', async (event, notice, expectedUrl) => {
      const urls = {
        nurl: `${supplierClient.buyer.url}/won?p=\${AUCTION_PRICE}`,
        burl: `${supplierClient.buyer.url}/billed?p=\${AUCTION_PRICE}`,
        lurl: `${supplierClient.buyer.url}/lost?r=\${AUCTION_LOSS}`,
      };
      supplierClient.answerWith((request) => oneBid(request, { price: 2.5, ...urls }));
      supplierClient.useExchange({ billingNotice: 'burl', margin: 20 });
      supplierClient.serving.events.length = 0;
      supplierClient.buyer.seen.length = 0;
      const bid = await supplierClient.requestBid();
      expect(supplierClient.buyer.seen.filter(({ url }) => url !== '/bid')).toEqual([]);
      const url = local(bid[notice]).replace('${AUCTION_PRICE}', '2').replace('${AUCTION_LOSS}', '102');
      expect((await fetch(url)).status).toBe(200);
      await expect.poll(() => supplierClient.buyer.seen.map((each) => each.url)).toContain(expectedUrl);
      expect(supplierClient.serving.events).toMatchObject([
        { event, verdict: 'valid', payload: { ad: { adexchangeId: 1 } } },
      ]);
    });
  });

  test('has its macros filled by us, and our pixels have theirs filled by a supplier that reports prices', async () => {
    const adm = buildVast({ kind: 'inline', impression: 'https://buyer.example/i?p=${AUCTION_PRICE}' });
    supplierClient.answerWith((request) => oneBid(request, { price: 2, adm }));
    supplierClient.useExchange({ auctionType: 'second' });
    const expectedUrl = (await supplierClient.requestBid()).adm ?? '';
    expect(expectedUrl).toMatch(/ads\.example\/e\/impression\/[\w.-]+\/?[\w.-]*\?p=\$\{AUCTION_PRICE\}/);
    expect(expectedUrl).toContain('https://buyer.example/i?p=2');
    // The price for the ad exchange is sealed in the pixel.
    supplierClient.answerWith((request) => oneBid(request, { price: 2, adm, burl: 'https://buyer.example/bill' }));
    expect((await supplierClient.requestBid()).adm).toMatch(/\?p=\$\{AUCTION_PRICE\}&x=[\w-]+/);
  });
});

test('a supplier’s deal offers are in the record of each imp, whatever its outcome', async () => {
  supplierClient.useConfiguration({
    deal: [buildDeal({ dealId: 'agreed' })],
    supplier: [buildSupplier({ status: 0 })],
  });
  const deals = [{ id: 'agreed', bidfloor: 2, bidfloorcur: 'EUR', at: 3 }, { id: 'invented' }];
  const imp = (id: string, offered: object[]) => ({
    id,
    video: buildVideo(),
    pmp: { deals: offered as { id: string }[] },
  });
  await supplierClient.send(
    buildBidRequest({ imp: [imp('1', deals), imp('2', deals.slice(1)), { id: '3', video: buildVideo() }] }),
  );
  const records = supplierClient.serving.serves.slice(-3);
  expect(records.map(({ reason }) => reason)).toEqual(Array(3).fill('supplier_inactive'));
  expect(records.map((record) => record.deals)).toMatchObject([
    [
      { deal: 'agreed', terms: { floor: 2, currency: 'EUR', at: 3, forms: 'video' } },
      { deal: 'invented', terms: { floor: 0, currency: 'USD' } },
    ],
    [{ deal: 'invented' }],
    undefined,
  ] as object[]);
});

test('the bidders of a channel are offered the deals that are sold to them there', async () => {
  const tag = buildBidder(`${supplierClient.buyer.url}/bid`);
  const of = (id: number, dealId: string, more: Partial<DealRow>) => buildDeal({ id, dealId, side: 'sell', ...more });
  supplierClient.useConfiguration({
    tag: [tag],
    channel: [buildChannel({ floor: '3.00' })],
    waterfallRow: [buildWaterfallRow({ tagId: tag.id })],
    deal: [
      of(1, 'anywhere', { tagIds: [tag.id], floor: '1.50' }),
      of(2, 'elsewhere', { tagIds: [tag.id], channelIds: [9] }),
      of(3, 'later', { tagIds: [tag.id], startDate: '2999-01-01' }),
      of(4, 'to-others', { tagIds: [9] }),
    ],
  });
  supplierClient.answerWith((request) => oneBid(request, { price: 2, dealid: 'anywhere' }));
  const xml = await (await fetch(`${supplierClient.serving.url}/vast/${buildChannel().uid}`)).text();
  expect(supplierClient.received[0]?.request.imp[0]?.pmp?.deals?.map(({ id }) => id)).toEqual(['anywhere']);
  expect(readSoldAd(xml)).toMatchObject({ tagId: tag.id, deal: 'anywhere', rev: 2_000_000 });
});

test('a bought banner is measured, and its clicks go through us', async () => {
  const markup = '<a href="${CLICK_URL}https://brand.example/spring">Spring</a>';
  const creative = buildCreative({ type: 'tag', markup, width: 300, height: 250, files: [] });
  supplierClient.useCampaign({ type: 'banner' }, { creative: [creative] });
  const { adm = '' } = await supplierClient.requestBid(
    buildBidRequest({ imp: [{ id: '1', banner: { w: 300, h: 250 } }] }),
  );
  const local = (url = '') => url.replace('https://ads.example', supplierClient.serving.url);
  const events = ['measurable', 'viewable'].map(
    (event) => new RegExp(`https://ads\\.example/e/${event}/[\\w.-]+`).exec(adm)?.[0],
  );
  for (const url of events) expect((await fetch(local(url))).status).toBe(200);
  const click = await fetch(local(/href="([^"]+)"/.exec(adm)?.[1]), { redirect: 'manual' });
  expect([click.status, click.headers.get('location')]).toEqual([302, 'https://brand.example/spring']);
  expect(supplierClient.serving.events.map(({ event, verdict }) => `${event} ${verdict}`)).toEqual([
    'measurable valid',
    'viewable valid',
    'click valid',
  ]);
});

test('a campaign with a goal bids by how its ads performed where the imp is', async () => {
  const counted = { campaignId: 1, imps: 100_000, clicks: 0 };
  const adPerformance = createAdPerformance({
    creatives: [{ ...counted, creativeId: 1, completes: 70_000 }],
    places: [{ ...counted, place: 'news.example', completes: 35_000 }],
  });
  const serving = await startTestServing({ adPerformance });
  const rows: ConfigurationRows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    supplier: [buildSupplier()],
    campaign: [buildCampaign({ bid: '4.00', bidStrategy: 'vcr', goalVcr: 70 })],
    creative: [buildCreative()],
  };
  for (const message of messagesOf(rows)) applyMessage(serving.snapshot, message);
  const priceOn = async (page: string) => {
    const body = JSON.stringify(buildBidRequest({ site: { id: '1', page } }));
    const response = await fetch(`${serving.url}/bid/${supplierClient.uid}`, { method: 'POST', body });
    return ((await response.json()) as BidResponse).seatbid?.[0]?.bid[0]?.price ?? 0;
  };
  expect(await priceOn('https://elsewhere.example/')).toBeCloseTo(4, 1);
  expect(await priceOn('https://news.example/')).toBeCloseTo(2, 1);
  await serving.close();
});
