import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inlineVast } from './adtagVast.ts';
import { doctype, adTimeoutMs, script, startAdtagWorld, uid, type AdtagWorld, type OpenPage } from './adtagWorld.ts';
import { eventually } from './apiClient.ts';
import { openBrowser } from './browser.ts';

let browser: Browser;
let world: AdtagWorld;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startAdtagWorld(browser);
});
afterEach(async () => expect(await world.reset()).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const inFrame = ({ page }: OpenPage) => page.frameLocator('#ad iframe').locator('b');

const bannerMarkup =
  () => `<style>a{display:grid;place-items:center;height:100vh;background:#0f766e;color:#fff;font:24px sans-serif}</style>
<a href="${world.partnerUrl}/landing"><b>Buy bikes</b></a>
<img src="${world.partnerUrl}/pixel/banner/shown" alt="" hidden>`;

const display = (more = '') => `${doctype}<h1>News</h1><div id="ad"></div>${script}<script>
bidhouse.cmd.push(function () { bidhouse.display({ target: '#ad', channel: '${uid}', sizes: '300x250,320x50', timeoutMs: ${adTimeoutMs} ${more} }) });
</script>`;

describe('a banner', () => {
  test('is requested, shown in a sandboxed frame of its size and counted once', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(display());
    expect(await opened.waitForEvent('impression')).toEqual(['filled', 'impression']);
    const frame = opened.page.locator('#ad iframe');
    expect(await frame.boundingBox()).toMatchObject({ width: 300, height: 250 });
    const sandbox = (await frame.getAttribute('sandbox')) ?? '';
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-same-origin');
    expect(await inFrame(opened).textContent()).toBe('Buy bikes');
    await expect.poll(() => world.counted()).toEqual({ impression: 1 });
    await expect.poll(() => world.pixels()).toEqual({ 'banner/shown': 1 });
    expect(world.bidRequests[0]).toMatchObject({
      imp: [
        {
          banner: {
            format: [
              { w: 300, h: 250 },
              { w: 320, h: 50 },
            ],
          },
          displaymanager: 'bidhouse-adtag',
        },
      ],
      site: { page: opened.page.url() },
    });
  });

  test('opens its landing page outside the frame on a click, which is reported and counted', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(display());
    await opened.waitForEvent('impression');
    const landing = opened.page.context().waitForEvent('page');
    await inFrame(opened).click();
    await (await landing).waitForURL(/\/landing/);
    expect(await opened.waitForEvent('click')).toEqual(['filled', 'impression', 'click']);
    await eventually(
      async () => world.counted(),
      ({ click }) => click === 1,
    );
  });

  test('without demand leaves no empty space', async () => {
    const opened = await world.open(display());
    expect(await opened.waitForEvent('empty no_ad')).toEqual(['empty no_ad']);
    expect(await opened.page.locator('#ad').isVisible()).toBe(false);
  });

  test('follows another one after its seconds in view, and never out of view', async () => {
    world.setBanner(bannerMarkup);
    const opened =
      await world.open(`${doctype}<div id="above"></div><div style="height:3000px"></div><div id="below"></div>${script}<script>
bidhouse.cmd.push(function () {
  ['above', 'below'].forEach(function (id) {
    bidhouse.display({ target: id, channel: '${uid}', sizes: [[300, 250]], refresh: 1, timeoutMs: ${adTimeoutMs}, params: { slot: id } });
  });
});</script>`);
    const requestedBy = (slot: string) =>
      world.bidRequests.filter(({ imp }) => imp.some(({ ext }) => (ext?.['data'] as { slot?: string })?.slot === slot));
    await eventually(
      async () => requestedBy('above').length,
      (count) => count >= 4,
    );
    expect(requestedBy('below').length).toBe(1);
    expect(await opened.page.locator('#above iframe').count()).toBe(1);
    await opened.page.locator('#below').scrollIntoViewIfNeeded();
    await eventually(
      async () => requestedBy('below').length,
      (count) => count >= 2,
    );
  });

  test('shares its request with the other banners of the page', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(`${doctype}<div id="one"></div><div id="two"></div>${script}<script>
bidhouse.cmd.push(function () {
  bidhouse.display({ target: '#one', channel: '${uid}', sizes: '300x250', timeoutMs: ${adTimeoutMs} });
  bidhouse.display({ target: '#two', channel: '${uid}', sizes: '728x90,2000x90', timeoutMs: ${adTimeoutMs} });
});</script>`);
    await opened.waitForEvent('impression', 2);
    expect(world.bidRequests).toHaveLength(1);
    // A banner wider than the page is not requested.
    expect(world.bidRequests[0]?.imp.map(({ banner }) => banner?.format)).toEqual([
      [{ w: 300, h: 250 }],
      [{ w: 728, h: 90 }],
    ]);
    await expect.poll(() => world.counted()).toEqual({ impression: 2 });
  });
});

describe('a display tag', () => {
  const tag = (query: string) => `<script src="ADS/tag/${uid}.js?timeout=${adTimeoutMs}&${query}"></script>`;

  test('works in a frame with an opaque origin', async () => {
    world.setBanner(bannerMarkup);
    const inside = tag('size=300x250').replaceAll('"', '&quot;');
    const { page } = await world.open(
      `${doctype}<iframe sandbox="allow-scripts" height="300" srcdoc="${inside}"></iframe>`,
    );
    await eventually(
      async () => world.counted(),
      ({ impression }) => impression === 1,
    );
    expect(world.bidRequests[0]?.site?.page).toBe(page.url());
  });

  test('shows banners in its place, once for each time it is in the page', async () => {
    world.setBanner(bannerMarkup);
    const opened =
      await world.open(`${doctype}<section>${tag('size=300x250&gdpr=0&section=sports&cb=[CACHEBUSTER]')}</section>
<p>Text</p><section>${tag('size=320x50&url=https%3A%2F%2Fnews.example%2Fa&us_privacy=1YNN')}</section>`);
    await opened.waitForEvent('impression', 2);
    expect(await opened.page.locator('section iframe').count()).toBe(2);
    expect(await opened.page.locator('script[src$="/adtag.js"]').count()).toBe(1);
    expect(world.bidRequests).toHaveLength(2);
    const [first, second] = world.bidRequests.toSorted((a) => (a.regs?.gdpr === 0 ? -1 : 1));
    expect(first).toMatchObject({
      regs: { gdpr: 0 },
      imp: [{ banner: { format: [{ w: 300, h: 250 }] }, ext: { data: { section: 'sports' } } }],
    });
    expect(first?.imp[0]?.ext?.['data']).not.toHaveProperty('cb');
    expect(second).toMatchObject({ site: { page: 'https://news.example/a' }, regs: { us_privacy: '1YNN' } });
  });

  test('of an unknown channel does nothing', async () => {
    const { page } = await world.open(`${doctype}<body><script src="ADS/tag/nobody.js?size=300x250"></script>`);
    const answer = await page.request.get(`${world.serving.url}/tag/nobody.js`);
    expect(answer.status()).toBe(200);
    expect(await page.evaluate('document.body.childElementCount')).toBe(1);
    expect(world.serving.serves).toEqual([]);
  });
});

describe('the viewer’s choices', () => {
  /** Consent platforms: one responds late, one at once, one never. */
  const platforms = `
window.__tcfapi = function (command, version, answer) {
  if (command !== 'addEventListener' || version !== 2) return;
  answer({ gdprApplies: true, eventStatus: 'cmpuishown', tcString: 'OLD' }, true);
  setTimeout(function () { answer({ gdprApplies: true, eventStatus: 'useractioncomplete', tcString: 'CHOSEN' }, true) }, 200);
};
window.__gpp = function (command, answer) {
  if (command !== 'addEventListener') return;
  answer({ pingData: { signalStatus: 'ready', gppString: 'DBABMA~1YNN', applicableSections: [7, -1] } }, true);
};
window.__uspapi = function () {};
Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`;

  test('are awaited for a short time, and arrive with every request', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const received: { url: URL; body: string }[] = [];
    const opened = await world.open(`${doctype}<div id="ad"></div><div id="banner"></div>${script}`, {
      before: platforms,
    });
    const { page } = opened;
    page.on('request', (request) => received.push({ url: new URL(request.url()), body: request.postData() ?? '' }));
    await page.evaluate(`bidhouse.cmd.push(() => {
      bidhouse.init({ consentTimeoutMs: 700, params: { us_privacy: '1YYN' } });
      bidhouse.display({ target: 'banner', channel: '${uid}' });
      bidhouse.outstream({ target: 'ad', channel: '${uid}' });
    })`);
    const auction = () => received.find(({ url }) => url.pathname === '/openrtb2/auction');
    const tag = () => received.find(({ url }) => url.pathname.startsWith('/vast/'));
    await eventually(
      async () => auction() && tag(),
      (each) => each !== undefined,
    );
    expect(JSON.parse(auction()?.body ?? '{}')).toMatchObject({
      regs: { gdpr: 1, us_privacy: '1YYN', gpp: 'DBABMA~1YNN', gpp_sid: [7], ext: { gpc: '1' } },
      user: { consent: 'CHOSEN' },
    });
    expect(Object.fromEntries(tag()?.url.searchParams ?? [])).toMatchObject({
      gdpr: '1',
      gdpr_consent: 'CHOSEN',
      us_privacy: '1YYN',
      gpp: 'DBABMA~1YNN',
      gpp_sid: '7',
      gpc: '1',
      url: page.url(),
      plcmt: '4',
    });
  });
});

describe('a page with a strict content security policy', () => {
  test('shows banners and videos without a violation', async () => {
    world.setBanner(bannerMarkup);
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const { partnerUrl } = world;
    const csp = `default-src 'none'; script-src 'nonce-n1'; connect-src ADS; frame-src ADS; img-src ADS ${partnerUrl}; media-src ${partnerUrl}; base-uri 'none'`;
    const opened = await world.open(
      `${doctype}<div id="banner"></div><div id="ad"></div>
<script nonce="n1" src="ADS/tag/${uid}.js?size=320x50"></script>
<script nonce="n1">bidhouse.cmd.push(function () {
  bidhouse.display({ target: '#banner', channel: '${uid}', sizes: '300x250', timeoutMs: ${adTimeoutMs} });
  bidhouse.outstream({ target: '#ad', channel: '${uid}' });
});</script>`,
      { csp },
    );
    await opened.waitForEvent('complete');
    const { page } = opened;
    expect(await page.locator('iframe').count()).toBe(2);
    expect(await page.frameLocator('#banner iframe').locator('b').textContent()).toBe('Buy bikes');
    const landing = page.context().waitForEvent('page');
    await page.frameLocator('#banner iframe').locator('b').click();
    await (await landing).waitForURL(/\/landing/);
    await opened.waitForEvent('click');
    expect(await opened.events()).not.toContain('error');
    await expect.poll(() => world.counted()).toMatchObject({ impression: 3, complete: 1 });
  });
});

describe('the script', () => {
  test('runs once when a page loads it twice, and breaks nothing when it is used incorrectly', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(
      display().replace('</script>', `</script><script async src="ADS/adtag.js?again"></script>`),
    );
    await opened.waitForEvent('impression');
    const { page, faults } = opened;
    await page.waitForFunction('document.querySelectorAll("iframe").length === 1');
    const names = await page.evaluate<string[]>(`(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const known = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return Object.getOwnPropertyNames(window).filter((name) => !known.has(name) && !/^(__|adEvents$|content$|\\d|ad$)/.test(name));
    })()`);
    expect(names).toEqual(['bidhouse']);
    expect(faults).toEqual([]);
    await page.evaluate(`
      bidhouse.on('empty', () => { throw new Error('a listener of the page') });
      bidhouse.cmd.push(() => { throw new Error('a command of the page') });
      bidhouse.init();
      for (const wrong of [undefined, null, {}, { target: 7 }, { target: '#ad' }, { target: '..', channel: 'x' }]) {
        for (const format of ['display', 'outstream', 'instream', 'show']) bidhouse[format](wrong).refresh();
      }
      bidhouse.display({ target: document.body.appendChild(document.createElement('p')) });
      bidhouse.display({ target: '#ad', channel: 'nobody', sizes: 'large', refresh: 'often', params: 7 });`);
    await eventually(
      () => opened.events(),
      (eventNames) => eventNames.includes('empty no_ad'),
    );
    expect(await opened.events()).toEqual(expect.arrayContaining(['error no_target', 'error no_channel']));
    // Errors are written to the console only.
    expect(faults.filter((fault) => !fault.startsWith('bidhouse: unexpected error'))).toEqual([]);
    faults.length = 0;
  });

  test('a destroyed slot leaves the page as it was', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(`${doctype}<div id="ad" style="display:flex"></div>${script}`);
    await opened.page.evaluate(`new Promise((done) => bidhouse.cmd.push(() => {
      bidhouse.on('impression', done);
      window.slot = bidhouse.display({ target: 'ad', channel: '${uid}' });
    }))`);
    await opened.page.evaluate('slot.destroy()');
    expect(await opened.page.evaluate("document.querySelector('#ad').outerHTML")).toBe(
      '<div id="ad" style="display:flex"></div>',
    );
  });
});

describe('the settings of an app', () => {
  const app = { name: 'News', platform: 'web', bundle: 'news.example' } as const;

  test('name the placements of its pages', async () => {
    world.setBanner(bannerMarkup);
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const key = world.useApp(app, {}, [
      { name: 'sidebar', format: 'display', width: 300, height: 600, refreshS: 0 },
      { name: 'story', format: 'outstream', width: 400, height: null, refreshS: 0 },
    ]);
    const opened = await world.open(`${doctype}<div id="sidebar"></div><div id="ad"></div>${script}<script>
bidhouse.cmd.push(function () {
  bidhouse.init({ app: '${key}' });
  bidhouse.show({ target: 'sidebar', placement: 'sidebar' });
  bidhouse.show({ target: 'ad', placement: 'story' });
  bidhouse.show({ target: 'ad', placement: 'nowhere' });
});</script>`);
    expect(await opened.waitForEvent('impression')).toContain('error unknown_placement');
    expect(world.bidRequests[0]?.imp[0]?.banner).toEqual({ format: [{ w: 300, h: 600 }] });
  });

  test.each([
    ['is switched off', { forceOff: true }],
    ['may not request ads', { endpoints: { ads: false, events: true } }],
  ])('do nothing on a page whose app %s', async (_, settings) => {
    world.setBanner(bannerMarkup);
    const key = world.useApp(app, settings, [
      { name: 'story', format: 'outstream', width: 400, height: null, refreshS: 0 },
    ]);
    const opened = await world.open(`${doctype}<div id="ad"></div><div id="other"></div>${script}<script>
bidhouse.cmd.push(function () {
  bidhouse.init({ app: '${key}' });
  bidhouse.show({ target: 'ad', placement: 'story' });
  bidhouse.display({ target: 'other', channel: '${uid}' });
});</script>`);
    await opened.waitForEvent('empty off');
    expect(world.serving.serves).toEqual([]);
  });

  test('that cannot be loaded stop placements, and no channel that a page names itself', async () => {
    world.setBanner(bannerMarkup);
    const opened = await world.open(`${doctype}<div id="ad"></div><div id="other"></div>${script}<script>
bidhouse.cmd.push(function () {
  bidhouse.init({ app: 'nobody' });
  bidhouse.show({ target: 'other', placement: 'story' });
  bidhouse.display({ target: 'ad', channel: '${uid}' });
});</script>`);
    expect(await opened.waitForEvent('impression')).toEqual(expect.arrayContaining(['error unknown_key', 'filled']));
  });
});
