import { beforeAll, describe, expect, test } from 'vitest';
import { buildTcString, testVendor } from '../privacy/buildTcString.ts';
import { ownGvlId } from '../system/serving/privacy/syncBrowser.ts';
import { eventually } from './apiClient.ts';
import { prices, viewerAtAlpine } from './prebidDemand.ts';
import { auctionsOf, banner, bidsFor, openPrebidPages } from './openPrebidPages.ts';
import { displayChannel, documentedPage, videoChannel, type PrebidWorld } from './prebidWorld.ts';

describe('a page with Prebid.js', () => {
  const pages = openPrebidPages();
  const { open, opened } = pages;
  let world: PrebidWorld;
  beforeAll(() => {
    world = pages.world();
  });

  test('as documented sells its banners, video and native ad in one request, and each is counted and billed once', async () => {
    const news = await open(await documentedPage());
    const { page } = news;
    const bannerAd = page.frameLocator('#top iframe').frameLocator('iframe').locator('b');
    const nativeAd = page.frameLocator('#teaser iframe').locator('b');
    for (const ad of [bannerAd, nativeAd]) {
      expect(await ad.textContent()).toBe('Ride to work');
      const [landing] = await Promise.all([page.waitForEvent('popup'), ad.click()]);
      await landing.waitForURL(`${world.demand.url}/landing`);
      await landing.close();
    }
    await eventually(
      async () => world.counted(),
      (counted) => counted['4 complete'] === 1,
    );
    await page.waitForFunction("document.querySelector('#film').currentSrc.endsWith('/film.mp4')");
    await eventually(
      async () => world.demand.notices,
      (notices) => notices.length >= 16,
    );

    await expect
      .poll(() => world.counted())
      .toEqual({
        '1 impression': 2,
        '1 click': 1,
        '3 impression': 1,
        '3 click': 1,
        '4 impression': 1,
        '4 start': 1,
        '4 firstQuartile': 1,
        '4 midpoint': 1,
        '4 thirdQuartile': 1,
        '4 complete': 1,
      });
    expect(world.demand.notices.toSorted()).toEqual([
      'bill alpine-side 4.37',
      'bill alpine-top 4.37',
      'bill lagoon-film 11.13',
      'bill rubicon-teaser 2.39',
      'complete lagoon-film',
      'firstQuartile lagoon-film',
      'impression lagoon-film',
      'loss meadow-side',
      'loss meadow-top',
      'midpoint lagoon-film',
      'start lagoon-film',
      'thirdQuartile lagoon-film',
      'win alpine-side 4.37',
      'win alpine-top 4.37',
      'win lagoon-film 11.13',
      'win rubicon-teaser 2.39',
    ]);
    expect(world.serving.serves.map(({ reason }) => reason)).toEqual([null, null, null, null]);
    expect(world.demand.bidRequests['alpine']?.map(({ imp }) => imp.map(({ id }) => id))).toEqual([['top', 'side']]);

    const [auction, ...others] = auctionsOf(news);
    expect(others).toEqual([]);
    const answer = (await (await auction?.response())?.text()) ?? '';
    expect(answer).toContain('"seat":"bidhouse"');
    for (const price of Object.values(prices)) {
      expect(answer).not.toContain(String(price));
      for (const request of news.requests) expect(request.url()).not.toContain(String(price));
    }
  });

  test('VAST 4.3, 2.3: plays a video behind a wrapper that is passed on, and every event of each hop is reported once', async () => {
    world.demand.isWrapping = true;
    await open(await documentedPage());
    const ofFilm = () => world.demand.notices.filter((notice) => /-film\b/.test(notice)).toSorted();
    await eventually(
      async () => ofFilm(),
      (notices) => notices.length >= 10,
    );
    await expect
      .poll(() => Object.fromEntries(Object.entries(world.counted()).filter(([name]) => name.startsWith('4 '))))
      .toEqual({
        '4 impression': 1,
        '4 start': 1,
        '4 firstQuartile': 1,
        '4 midpoint': 1,
        '4 thirdQuartile': 1,
        '4 complete': 1,
      });
    expect(ofFilm()).toEqual([
      'bill lagoon-film 11.13',
      'complete lagoon-film',
      'complete reseller-film',
      'firstQuartile lagoon-film',
      'impression lagoon-film',
      'impression reseller-film',
      'midpoint lagoon-film',
      'start lagoon-film',
      'thirdQuartile lagoon-film',
      'win lagoon-film 11.13',
    ]);
  });

  test('gets responses without a preflight, for its own origin, with the publisher’s net price', async () => {
    const news = await open();
    const {
      bids: won,
      noBids,
      errors,
      failures,
    } = await news.runAuction(
      [
        banner('wide', [728, 90]),
        {
          code: 'film',
          mediaTypes: { video: { context: 'instream', playerSize: [640, 360], mimes: ['video/mp4'], protocols: [3] } },
          bids: bidsFor(videoChannel),
        },
      ],
      { cache: { useLocal: true }, priceGranularity: 'dense' },
    );
    expect({ noBids, errors, failures }).toEqual({ noBids: [], errors: [], failures: [] });
    const shared = { bidderCode: 'bidhouse', currency: 'USD' };
    expect(won.toSorted((a, b) => a.cpm - b.cpm)).toMatchObject([
      {
        ...shared,
        adUnitCode: 'wide',
        mediaType: 'banner',
        cpm: 3.059,
        targeting: { hb_bidder: 'bidhouse', hb_pb: '3.05', hb_size: '728x90', hb_format: 'banner', hb_source: 's2s' },
      },
      {
        ...shared,
        adUnitCode: 'film',
        mediaType: 'video',
        cpm: 7.791,
        targeting: { hb_bidder: 'bidhouse', hb_pb: '7.75', hb_size: '640x360', hb_format: 'video' },
      },
    ]);

    const [auction] = auctionsOf(news);
    const sent = await auction?.allHeaders();
    const { origin } = new URL(news.page.url());
    expect(sent).toMatchObject({ 'content-type': 'text/plain', origin });
    expect(world.preflights).toEqual([]);
    const response = await auction?.response();
    expect(await response?.allHeaders()).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin, Accept-Encoding',
      'cache-control': 'no-store',
    });
    const [bidRequest] = world.demand.bidRequests['alpine'] ?? [];
    expect(bidRequest).toMatchObject({ site: { page: news.page.url() }, device: { ip: '127.0.0.1' } });
    expect(bidRequest?.imp).toMatchObject([{ banner: { format: [{ w: 728, h: 90 }] }, tagid: displayChannel }]);
    expect(JSON.stringify(bidRequest)).not.toContain('prebid');
  });

  test('may have a supply chain, which bidders receive with us at its end', async () => {
    const node = { asi: 'wrapper.example', sid: '17', hp: 1 };
    const schains = [{ bidders: ['bidhouse'], schain: { ver: '1.0', complete: 1, nodes: [node] } }];
    const news = await open();
    await news.runAuction([banner('wide', [728, 90])], {}, { extPrebid: { schains } });
    expect(world.demand.bidRequests['alpine']?.[0]?.source?.schain).toMatchObject({
      complete: 1,
      nodes: [node, { asi: 'ssp.example' }],
    });
  });

  test('may compress its requests', async () => {
    const news = await open();
    const { bids: won } = await news.runAuction([banner('wide', [728, 90])], {}, { endpointCompression: true });
    expect(won).toMatchObject([{ adUnitCode: 'wide', cpm: 3.059 }]);
    const [auction] = auctionsOf(news);
    expect(auction?.url()).toMatch(/\?gzip=1$/);
    expect([...(auction?.postDataBuffer() ?? [])].slice(0, 2)).toEqual([0x1f, 0x8b]);
  });

  test('has no bid when no demand bids, and learns of an unknown channel; other imps continue', async () => {
    const news = await open();
    const auctionResult = await news.runAuction([
      banner('wide', [728, 90]),
      banner('tower', [120, 600]),
      banner('lost', [300, 250], { bids: bidsFor('channel000000009') }),
    ]);
    expect(auctionResult.bids.map(({ adUnitCode }) => adUnitCode)).toEqual(['wide']);
    expect(auctionResult.noBids.toSorted()).toEqual(['lost', 'tower']);
    expect(auctionResult.errors).toEqual([{ code: 2, message: 'Impression lost has no valid channel uid' }]);
    expect(auctionResult.failures).toEqual([]);
  });

  test('sells under deals, whose ids its ad server receives', async () => {
    const news = await open();
    const pmp = { deals: [{ id: 'spring', bidfloor: 3, bidfloorcur: 'USD' }] };
    const { bids: won } = await news.runAuction([
      banner('wide', [728, 90], { ortb2Imp: { pmp } }),
      banner('side', [300, 250], { ortb2Imp: { pmp: { ...pmp, private_auction: 1 } } }),
      banner('open', [300, 250]),
    ]);
    const dealOf = Object.fromEntries(won.map(({ adUnitCode, targeting }) => [adUnitCode, targeting['hb_deal']]));
    expect(dealOf).toEqual({ wide: 'spring', side: 'spring', open: undefined });
    // The demand must pay enough to leave the publisher its floor.
    const [imp] = world.demand.bidRequests['alpine']?.[0]?.imp ?? [];
    expect(imp?.pmp?.deals?.[0]?.bidfloor).toBeCloseTo(3 / 0.7, 6);
  });

  describe('under the GDPR', () => {
    /** Runs two auctions on a page, with a cookie sync after the first; returns what alpine knows in the second. */
    async function syncedUser(vendors: number[], isSynced: (path: string) => boolean) {
      const tcString = buildTcString({ vendors, disclosed: [ownGvlId, testVendor] });
      const consentData = { gdprApplies: true, tcString };
      const settings = { consentManagement: { gdpr: { cmpApi: 'static', consentData } } };
      const s2sConfig = { syncEndpoint: `${world.serving.url}/cookie_sync` };
      const news = await open();
      const synced = news.page.waitForResponse((response) => isSynced(new URL(response.url()).pathname));
      await news.runAuction([banner('first', [728, 90])], settings, s2sConfig);
      expect((await synced).status()).toBe(200);
      await news.runAuction([banner('second', [728, 90])], settings, s2sConfig);
      const [before, after] = world.demand.bidRequests['alpine'] ?? [];
      expect(before?.regs?.gdpr).toBe(1);
      // Our own id may exist already: browsers sync during the first auction.
      expect(before?.user).toMatchObject({ consent: tcString });
      expect(before?.user).not.toHaveProperty('buyeruid');
      expect(world.demand.bidRequests['meadow']?.[1]?.user).toEqual({ consent: tcString });
      return { ...after?.user, consent: undefined };
    }

    test('syncs when the viewer consents, and the bidder knows the viewer in the next auction', async () => {
      expect(await syncedUser([ownGvlId, testVendor], (path) => path === '/setuid')).toEqual({
        id: expect.stringMatching(/^[\w-]{16}$/),
        buyeruid: viewerAtAlpine,
      });
    });

    test('does not sync when the viewer does not consent to our storing ids', async () => {
      expect(await syncedUser([testVendor], (path) => path === '/cookie_sync')).toEqual({});
      const urls = opened.flatMap(({ requests }) => requests).map((each) => each.url());
      expect(urls.filter((url) => url.startsWith(`${world.demand.url}/sync`))).toEqual([]);
    });
  });
});
