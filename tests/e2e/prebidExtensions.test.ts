import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './apiClient.ts';
import { auctionsOf, banner, bidsFor, emptyPage, openPrebidPages } from './openPrebidPages.ts';
import { displayChannel, videoChannel, type PrebidWorld } from './prebidWorld.ts';

describe('a page with Prebid.js and extensions of Prebid Server', () => {
  const pages = openPrebidPages();
  const { open } = pages;
  let world: PrebidWorld;
  beforeAll(() => {
    world = pages.world();
  });

  test.each([
    ['of ad serving', {}, { extPrebid: { cache: { vastxml: { returnCreative: true } } } }],
    ['by its own call', { cache: { url: `https://ads.example/cache` } }, {}],
  ])('finds the VAST of its video in the cache %s, by the ID that its ad server receives', async (_, settings, s2s) => {
    const news = await open();
    const film = {
      code: 'film',
      mediaTypes: { video: { context: 'instream', playerSize: [640, 360], mimes: ['video/mp4'], protocols: [3] } },
      bids: bidsFor(videoChannel),
    };
    const ownSettings = JSON.parse(JSON.stringify(settings).replaceAll('https://ads.example', world.adsUrl));
    const { bids: won, failures } = await news.runAuction([film], ownSettings, s2s);
    expect(failures).toEqual([]);
    expect(won).toMatchObject([{ targeting: { hb_uuid: expect.stringMatching(/^[\da-f-]{36}$/) } }]);
    const url = won[0]?.vastUrl ?? '';
    expect(url).toBe(`${world.adsUrl}/cache?uuid=${won[0]?.targeting['hb_uuid']}`);
    expect(await news.page.evaluate<string>(`fetch(${JSON.stringify(url)}).then((vast) => vast.text())`)).toMatch(
      /^<\?xml[^]*<Impression/,
    );
  });

  test('has hb_cache_id of its banner, native ad and video, each shown from the cache and counted once', async () => {
    const news = await open(
      emptyPage.replace(
        '<title>',
        '<body><iframe id="top"></iframe><video id="film"><source src="/film.mp4" type="video/mp4"></video><script src="/fluidplayer.js"></script><title>',
      ),
    );
    const native = {
      ortb: {
        assets: [
          { id: 1, required: 1, title: { len: 80 } },
          { id: 2, img: { type: 3, wmin: 300, hmin: 157 } },
        ],
      },
    };
    const video = { context: 'instream', playerSize: [640, 360], mimes: ['video/mp4'], protocols: [3] };
    const adUnits = [
      banner('wide', [728, 90]),
      { code: 'teaser', mediaTypes: { native }, bids: bidsFor() },
      { code: 'film', mediaTypes: { video }, bids: bidsFor(videoChannel) },
    ];
    const extPrebid = { cache: { bids: {}, vastxml: {} } };
    const { bids: won, failures } = await news.runAuction(adUnits, {}, { extPrebid });
    expect(failures).toEqual([]);
    const { host } = new URL(world.adsUrl);
    const urls = Object.fromEntries(
      won.map(({ mediaType, targeting: { hb_cache_host, hb_cache_path, hb_cache_id } }) => {
        expect([hb_cache_host, hb_cache_path]).toEqual([host, '/cache']);
        return [mediaType, `http://${hb_cache_host}${hb_cache_path}?uuid=${hb_cache_id}`];
      }),
    );
    expect(Object.keys(urls).toSorted()).toEqual(['banner', 'native', 'video']);
    const film = won.find(({ mediaType }) => mediaType === 'video');
    // Prebid.js gives its ad server the ID of the VAST in both keys.
    expect([film?.targeting['hb_uuid'], film?.vastUrl]).toEqual([film?.targeting['hb_cache_id'], urls['video']]);

    const { page } = news;
    await page.evaluate(`fetch('${urls['banner']}').then((bid) => bid.json())
      .then(({ adm }) => { document.querySelector('#top').srcdoc = adm })`);
    expect(await page.frameLocator('#top').locator('b').textContent()).toBe('Ride to work');
    const title = await page.evaluate<string>(`fetch('${urls['native']}').then((bid) => bid.json()).then(({ adm }) => {
      const { assets, eventtrackers } = JSON.parse(adm);
      for (const { event, method, url } of eventtrackers) if (event === 1 && method === 1) new Image().src = url;
      return assets.find(({ id }) => id === 1).title.text;
    })`);
    expect(title).toBe('Ride to work');
    await page.evaluate(`void fluidPlayer('film', {
      layoutControls: { autoPlay: true, mute: true },
      vastOptions: { adList: [{ roll: 'preRoll', vastTag: '${urls['video']}' }] },
    })`);
    await eventually(
      async () => world.counted(),
      (counted) => counted['4 complete'] === 1,
    );
    await page.waitForFunction("document.querySelector('#film').currentSrc.endsWith('/film.mp4')");
    const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
    await expect
      .poll(() => world.counted())
      .toEqual({
        '1 impression': 1,
        '3 impression': 1,
        ...Object.fromEntries(events.map((event) => [`4 ${event}`, 1])),
      });
    await expect
      .poll(() => world.demand.notices.filter((notice) => notice.startsWith('bill ')).toSorted())
      .toEqual(['bill alpine-wide 4.37', 'bill lagoon-film 11.13', 'bill rubicon-teaser 2.39']);
  });

  test('gets prices in the currency of its ad server, at its own rates', async () => {
    const rates = { USD: { JPY: 150 } };
    const settings = { currency: { adServerCurrency: 'JPY', rates } };
    const refused = await (await open()).runAuction([banner('wide', [728, 90])], settings);
    expect(refused).toMatchObject({ bids: [], errors: [{ code: 2, message: 'No exchange rate for JPY' }] });

    const ranges = [{ min: 0, max: 1000, increment: 50 }];
    const news = await open();
    const { bids: won } = await news.runAuction(
      [banner('wide', [728, 90])],
      { ...settings, priceGranularity: { buckets: [{ precision: 2, ...ranges[0] }] } },
      { extPrebid: { currency: { rates }, targeting: { pricegranularity: { precision: 2, ranges } } } },
    );
    expect(won).toMatchObject([{ cpm: 458.85, currency: 'JPY', targeting: { hb_pb: '450.00' } }]);
  });

  test('sees how its request was read when it debugs, which makes it no test', async () => {
    const news = await open();
    const { bids: won } = await news.runAuction([banner('wide', [728, 90])], {}, { extPrebid: { debug: true } });
    expect(won).toMatchObject([{ adUnitCode: 'wide', cpm: 3.059 }]);
    const [auction] = auctionsOf(news);
    const answer: unknown = JSON.parse((await (await auction?.response())?.text()) ?? '');
    const [serve] = world.serving.serves;
    expect(answer).toMatchObject({
      ext: {
        debug: {
          resolvedrequest: { site: { page: news.page.url() }, imp: [{ id: 'wide' }] },
          bidhouse: [{ impid: 'wide', requestid: serve?.serveId, channel: displayChannel }],
        },
      },
    });
    expect(answer).not.toHaveProperty('ext.warnings');
  });
});
