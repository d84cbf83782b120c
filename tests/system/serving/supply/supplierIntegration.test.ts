import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildCampaign,
  buildCreative,
  buildDeal,
  buildFile,
  buildSupplier,
} from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { SupplierRow, SupplyReason } from '#model/index.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidRequest, buildVideo, oneBid } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from './openSupplierClient.ts';
import { readSoldAd } from './readSoldAd.ts';
import { startTestServing } from '../testServing.ts';

let supplierClient: SupplierClient;
beforeAll(async () => {
  supplierClient = await openSupplierClient();
});
afterAll(() => supplierClient.close());
beforeEach(() => supplierClient.reset());

describe('POST /bid/{supplier}', () => {
  describe('calls ad exchanges', () => {
    test('and bids their price less both margins', async () => {
      supplierClient.useExchange({ margin: 10 }, { margin: 20 });
      const bid = await supplierClient.requestBid();
      expect(bid).toMatchObject({ impid: '1', price: 1.44, mtype: 2, crid: 'creative-1' });
      expect(readSoldAd(bid.adm)).toMatchObject({
        tagId: 0,
        adexchangeId: 1,
        rev: 2_000_000,
        cost: 1_440_000,
        buying: { billing: 'pixel', isSecondPrice: false, bid: 1_440_000 },
      });
      expect(supplierClient.exchangeOutcome()).toMatchObject({ tagId: 0, reason: null });
      expect(supplierClient.serving.serves).toMatchObject([
        {
          reason: null,
          origin: {
            demandId: 1,
            channelId: 0,
            supplierId: 1,
            site: 'news.example',
            audience: { integration: 'bid' },
          },
        },
      ]);
    });

    test('with a floor that leaves the supplier’s floor after both margins', async () => {
      supplierClient.useExchange({ margin: 10 }, { margin: 20 });
      const imp = { id: '1', tagid: 'top', video: buildVideo(), bidfloor: 1.44 };
      await supplierClient.requestBid(buildBidRequest({ imp: [imp] }));
      expect(supplierClient.received[0]?.request.imp).toMatchObject([
        { tagid: 'top', bidfloor: 2, bidfloorcur: 'USD' },
      ]);
      const higherFloor = await supplierClient.send(buildBidRequest({ imp: [{ ...imp, bidfloor: 1.45 }] }));
      expect(higherFloor.status).toBe(204);
      expect(supplierClient.exchangeOutcome()).toMatchObject({ reason: 'below_floor' });
    });

    test('and selects the better bid after margins', async () => {
      supplierClient.buyer.on(
        '/higher',
        bids((request) => oneBid(request, { price: 3, crid: 'higher' })),
      );
      supplierClient.useConfiguration({
        adexchange: [
          supplierClient.exchange(),
          supplierClient.exchange({
            id: 2,
            name: 'Higher',
            endpoint: `${supplierClient.buyer.url}/higher`,
            margin: 50,
          }),
        ],
      });
      expect(await supplierClient.requestBid()).toMatchObject({ crid: 'creative-1', price: 2 });
    });

    test('with their own rules for advertisers, categories and creatives, which it sends to them', async () => {
      supplierClient.useExchange(
        {},
        { blockedAdomains: ['rival.example'], blockedCategories: ['IAB7'], blockedCreatives: ['creative-9'] },
      );
      await supplierClient.requestBid(buildBidRequest({ badv: ['other.example'] }));
      expect(supplierClient.received[0]?.request).toMatchObject({
        badv: ['other.example', 'rival.example'],
        bcat: ['IAB7'],
      });
      const rejections: [Partial<Bid>, string][] = [
        [{ adomain: ['shop.rival.example'] }, 'adomain_blocked'],
        [{ cat: ['IAB7-1'] }, 'category_blocked'],
        [{ crid: 'creative-9' }, 'creative_blocked'],
      ];
      for (const [bid, reason] of rejections) {
        supplierClient.answerWith((request) => oneBid(request, bid));
        expect((await supplierClient.send()).status).toBe(204);
        expect(supplierClient.exchangeOutcome()).toMatchObject({ reason });
      }
    });

    test('that take the supplier, and no others', async () => {
      supplierClient.useConfiguration({ adexchange: [supplierClient.exchange({ supplierIds: [2] })] });
      expect((await supplierClient.send()).status).toBe(204);
      supplierClient.useExchange({}, { status: 0 });
      expect((await supplierClient.send()).status).toBe(204);
      expect(supplierClient.serving.serves.at(-1)?.candidates).toContainEqual(
        expect.objectContaining({ reason: 'inactive' }),
      );
      expect(supplierClient.received).toEqual([]);
    });

    test('that need the device’s id only if they may receive it', async () => {
      supplierClient.useExchange({}, { needsDeviceId: true });
      expect((await supplierClient.send()).status).toBe(204);
      expect(supplierClient.serving.serves.at(-1)?.candidates).toContainEqual(
        expect.objectContaining({ reason: 'no_device_id' }),
      );
      const device = { ...buildBidRequest().device, ifa: '38400000-8cf0-11bd-b23e-10b96e40000d' };
      await supplierClient.requestBid(buildBidRequest({ device }));
      expect((await supplierClient.send(buildBidRequest({ device: { ...device, lmt: 1 } }))).status).toBe(204);
    });
  });

  describe('lets own campaigns bid', () => {
    test('at a price less their margin and that of the supplier, and charges the full price', async () => {
      supplierClient.useCampaign({ bid: '5.00', margin: 20 }, { supplier: [buildSupplier({ margin: 10 })] });
      const bid = await supplierClient.requestBid();
      expect(bid).toMatchObject({ price: 3.6, cid: '1', adomain: ['brand.example'], dur: 15 });
      expect(readSoldAd(bid.adm)).toMatchObject({
        advertiserId: 1,
        tagId: 0,
        campaignId: 1,
        creativeId: 1,
        rev: 5_000_000,
        cost: 3_600_000,
      });
      expect(supplierClient.serving.serves).toMatchObject([
        { candidates: [{ tagId: 0, advertiserId: 1, campaignId: 1, creativeId: 1, reason: null }] },
      ]);
    });

    test('against ad exchanges in one auction', async () => {
      supplierClient.useCampaign({ bid: '2.01' }, { adexchange: [supplierClient.exchange()] });
      expect(await supplierClient.requestBid()).toMatchObject({ cid: '1', price: 2.01 });
      supplierClient.useCampaign({ bid: '1.99' }, { adexchange: [supplierClient.exchange()] });
      expect(await supplierClient.requestBid()).toMatchObject({ crid: 'creative-1', price: 2 });
      expect(supplierClient.serving.serves.at(-1)?.candidates).toContainEqual(
        expect.objectContaining({ campaignId: 1, reason: 'outbid' }),
      );
    });

    test('under a deal, before higher-priced bids without one', async () => {
      const deals = { deal: [buildDeal({ dealId: 'pmp-1', floor: '1.00' })], adexchange: [supplierClient.exchange()] };
      supplierClient.useCampaign({ bid: '1.50', dealIds: [1] }, deals);
      const pmp = { deals: [{ id: 'pmp-1', bidfloor: 1 }] };
      const bid = await supplierClient.requestBid(buildBidRequest({ imp: [{ id: '1', video: buildVideo(), pmp }] }));
      expect(bid).toMatchObject({ cid: '1', dealid: 'pmp-1' });
      expect(readSoldAd(bid.adm)).toMatchObject({ campaignId: 1, deal: 'pmp-1' });
    });

    test('with several ads for a pod', async () => {
      supplierClient.useConfiguration({
        campaign: [1, 2, 3].map((id) => buildCampaign({ id, creativeIds: [id], bid: `${id}.00` })),
        creative: [1, 2, 3].map((id) => buildCreative({ id, vastUrl: `${id}`, adomain: `brand${id}.example` })),
      });
      const video = { ...buildVideo(), poddur: 30, maxseq: 2 };
      const response = await supplierClient.send(buildBidRequest({ imp: [{ id: '1', video }] }));
      const { seatbid } = (await response.json()) as BidResponse;
      expect(seatbid?.[0]?.bid.map(({ cid }) => cid)).toEqual(['3', '2']);
    });

    test('and stores the outcome of each in the trace', async () => {
      const watched = await startTestServing({ env: { TRACE_SHARE: '1' } });
      const rows: ConfigurationRows = {
        demand: [buildAccount()],
        advertiser: [buildAdvertiser()],
        supplier: [buildSupplier()],
        campaign: [buildCampaign(), buildCampaign({ id: 2, bid: '0.50' })],
        creative: [buildCreative()],
      };
      for (const message of messagesOf(rows)) applyMessage(watched.snapshot, message);
      const imp = [{ id: '1', video: buildVideo(), bidfloor: 1 }];
      const body = JSON.stringify(buildBidRequest({ imp }));
      expect((await fetch(`${watched.url}/bid/${supplierClient.uid}`, { method: 'POST', body })).status).toBe(200);
      const [call] = watched.traces[0]?.body.auction?.calls ?? [];
      expect(JSON.parse(call?.text ?? '')).toMatchObject({
        ext: {
          outcomes: {
            1: [
              { campaignId: 1, reason: null },
              { campaignId: 2, reason: 'below_floor' },
            ],
          },
        },
      });
      await watched.close();
    });
  });

  describe('limits impressions per viewer', () => {
    const cap = { imps: 1, per: 1, unit: 'hours' } as const;

    test.each([
      ['device', { ifa: '38400000-8cf0-11bd-b23e-10b96e40000d' }, { ifa: '38400000-8cf0-11bd-b23e-10b96e40000e' }],
      ['address', { ip: '203.0.113.9' }, { ip: '203.0.113.10' }],
    ] as const)('of a campaign by their %s', async (by, first, second) => {
      supplierClient.useCampaign({ id: by === 'device' ? 11 : 12, frequencies: [{ ...cap, by }] });
      const of = (device: object) => buildBidRequest({ device: { ...buildBidRequest().device, ...device } });
      const { adm = '' } = await supplierClient.requestBid(of(first));
      const pixel = /https:\/\/ads\.example\/e\/impression\/[\w.-]+/.exec(adm)?.[0] ?? '';
      await fetch(pixel.replace('https://ads.example', supplierClient.serving.url));
      expect((await supplierClient.send(of(first))).status).toBe(204);
      await supplierClient.requestBid(of(second));
    });
  });

  test('fills a channel with own campaigns if its waterfall has them', async () => {
    const channel = buildChannel({ campaignTier: 1, costModel: 'share', costShare: 50, floor: '1.00' });
    const creative = buildCreative({ files: [buildFile({ width: 640, height: 360 })] });
    supplierClient.useCampaign({ bid: '4.00', margin: 25 }, { channel: [channel], creative: [creative] });
    const xml = await (await fetch(`${supplierClient.serving.url}/vast/${channel.uid}`)).text();
    expect(xml).toContain('<MediaFile');
    expect(readSoldAd(xml)).toMatchObject({ tagId: 0, campaignId: 1, creativeId: 1, rev: 4_000_000, cost: 1_500_000 });
    expect(readSoldAd(xml)).not.toHaveProperty('buying');
    supplierClient.useCampaign({ bid: '1.20', margin: 25 }, { channel: [channel], creative: [creative] });
    expect(await (await fetch(`${supplierClient.serving.url}/vast/${channel.uid}`)).text()).not.toContain('<Ad ');
  });

  describe('refuses', () => {
    const complete = { ver: '1.0', complete: 1 as const, nodes: [{ asi: 'ssp.example', sid: '7', hp: 1 as const }] };

    test.each<[string, Partial<SupplierRow>, Partial<BidRequest>, SupplyReason, number | null]>([
      ['a paused supplier', { status: 0 }, {}, 'supplier_inactive', null],
      ['without a supply chain', { isSchainRequired: true }, {}, 'schain_incomplete', 16],
      ['media types that are not bought', { mediaTypes: ['banner'] }, {}, 'media_type_unwanted', null],
    ])('%s', async (_, supplier, request, reason, nbr) => {
      supplierClient.useExchange(supplier);
      const response = await supplierClient.send(buildBidRequest(request));
      expect(response.status).toBe(nbr === null ? 204 : 200);
      if (nbr !== null) expect(await response.json()).toEqual({ id: 'request-1', seatbid: [], nbr });
      expect(supplierClient.serving.serves).toMatchObject([{ reason }]);
      expect(supplierClient.received).toEqual([]);
    });

    test('no request with a complete supply chain, to which it adds itself', async () => {
      supplierClient.useExchange({ isSchainRequired: true });
      await supplierClient.requestBid(buildBidRequest({ source: { schain: complete } }));
      expect(supplierClient.received[0]?.request.source?.schain).toMatchObject({
        complete: 1,
        nodes: [{ asi: 'ssp.example' }, { sid: 'a1' }],
      });
    });

    test('requests beyond the QPS limit', async () => {
      supplierClient.useExchange({ qps: 1 });
      const statuses = await Promise.all(
        [supplierClient.send(), supplierClient.send(), supplierClient.send()].map(async (sent) => (await sent).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(supplierClient.serving.serves.filter(({ reason }) => reason === 'qps_exceeded')).toHaveLength(2);
    });

    test('unknown callers', async () => {
      const key = 'secret-of-the-supplier';
      supplierClient.useExchange({ keyDigest: createHash('sha256').update(key).digest('hex') });
      expect((await supplierClient.send()).status).toBe(401);
      expect((await supplierClient.send(undefined, { authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await supplierClient.send(undefined, { authorization: `Bearer ${key}` })).status).toBe(200);
      expect((await supplierClient.send(undefined, {}, `${supplierClient.uid}?key=${key}`)).status).toBe(200);
      expect((await supplierClient.send(undefined, {}, 'nowhere')).status).toBe(404);
      expect(supplierClient.serving.serves).toHaveLength(2);
    });

    test('invalid bid requests, with every fault', async () => {
      supplierClient.useExchange();
      const response = await supplierClient.send({ ...buildBidRequest(), imp: [{ id: '' }], at: 'first' });
      const { problems } = (await response.json()) as { problems: { path: string }[] };
      expect([response.status, problems.map(({ path }) => path).sort()]).toEqual([400, ['at', 'imp.0', 'imp.0.id']]);
      expect((await supplierClient.send('{')).status).toBe(400);
      expect(supplierClient.serving.serves).toEqual([]);
    });
  });

  test('decides and records a request of a supplier in test mode, without a bid', async () => {
    supplierClient.useExchange({ mode: 'test' });
    expect((await supplierClient.send()).status).toBe(204);
    expect(supplierClient.received).toHaveLength(1);
    expect(supplierClient.serving.serves).toMatchObject([{ reason: 'test_mode' }]);
    expect(supplierClient.exchangeOutcome()).toMatchObject({ reason: null });
  });

  test.each<[string, Partial<BidRequest>, string]>([
    ['a site', {}, 'web'],
    ['a site on a phone', { device: { devicetype: 4 } }, 'mobileWeb'],
    ['an app', { site: undefined, app: { id: 'a', bundle: 'com.game' } }, 'app'],
    ['an app on a TV', { site: undefined, app: { id: 'a', bundle: '12' }, device: { devicetype: 3 } }, 'ctv'],
  ])('of %s is declared as such', async (_, request, environment) => {
    supplierClient.useExchange();
    await supplierClient.requestBid(buildBidRequest(request));
    expect(supplierClient.serving.serves).toMatchObject([{ origin: { environment } }]);
  });

  test('OpenRTB 2.6, 3.2.31, 3.2.32: of a screen out of home counts as CTV, and is passed on with its quantity', async () => {
    supplierClient.useExchange();
    const dooh = { id: 'd1', name: 'Station', venuetype: ['13'], venuetypetax: 1, domain: 'screens.example' };
    const qty = { multiplier: 14.2, sourcetype: 1, vendor: 'vendor.example' };
    const imp = [{ id: '1', video: buildVideo(), qty }];
    await supplierClient.requestBid(buildBidRequest({ site: undefined, dooh, imp }));
    expect(supplierClient.serving.serves).toMatchObject([{ origin: { environment: 'ctv' } }]);
    expect(supplierClient.received).toMatchObject([{ request: { dooh, imp: [{ qty }] } }]);
  });
});
