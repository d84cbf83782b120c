import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inlineVast, wrapperVast } from './adtagVast.ts';
import { doctype, script, startAdtagWorld, uid, type AdtagWorld, type OpenPage } from './adtagWorld.ts';
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

const outstream = (
  more = '',
) => `${doctype}<h1>News</h1><p>Text</p><div id="ad" style="width:480px;margin-bottom:900px"></div>${script}<script>
bidhouse.cmd.push(function () { bidhouse.outstream({ target: '#ad', channel: '${uid}' ${more} }) });
</script>`;

/** Evaluates an expression on the ad's video. */
const ofVideo = ({ page }: OpenPage, expression: string) =>
  page.evaluate<unknown>(
    `((video) => ${expression})(document.querySelector('#ad > div').shadowRoot.querySelector('video'))`,
  );
const isPlaying = ({ page }: OpenPage) =>
  page.waitForFunction(`(() => {
  const host = document.querySelector('#ad > div');
  const video = host && host.shadowRoot.querySelector('video');
  return video && !video.paused && video.currentTime > 0.3;
})()`);

const everyEvent = { start: 1, firstQuartile: 1, midpoint: 1, thirdQuartile: 1, complete: 1 };

function pixelsOf(source: string, events: readonly string[]): Record<string, number> {
  return Object.fromEntries(events.map((event) => [`${source}/${event}`, 1]));
}

describe('an outstream video', () => {
  test('plays muted in view, counts each of its events once and closes', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const opened = await world.open(outstream());
    await isPlaying(opened);
    expect(await ofVideo(opened, 'video.muted')).toBe(true);
    expect(await opened.waitForEvent('complete')).toEqual(['filled', 'impression', 'complete']);
    expect(await opened.page.locator('#ad > div').count()).toBe(0);
    await expect.poll(() => world.counted()).toEqual({ impression: 1, ...everyEvent });
    await expect.poll(() => world.pixels()).toEqual(pixelsOf('ad', ['impression', ...Object.keys(everyEvent)]));
  });

  test('waits until it is in view, and pauses out of view', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    world.setBanner(() => '<b>Buy bikes</b>');
    const opened = await world.open(outstream().replace('<p>Text</p>', '<div style="height:2500px" id="clock"></div>'));
    const { page } = opened;
    // A banner in view marks the time: when it is shown, the video would have started.
    await page.evaluate(`bidhouse.display({ target: 'clock', channel: '${uid}' })`);
    await opened.waitForEvent('impression');
    await expect.poll(() => world.counted()).toEqual({ impression: 1 });
    expect(world.serving.serves).toHaveLength(1);
    await page.evaluate("document.querySelector('#ad').scrollIntoView()");
    await isPlaying(opened);
    await page.evaluate('scrollTo(0, 0)');
    await eventually(
      async () => world.pixels(),
      (pixels) => pixels['ad/pause'] === 1,
    );
    expect(await ofVideo(opened, 'video.paused')).toBe(true);
    await page.evaluate("document.querySelector('#ad').scrollIntoView()");
    await eventually(
      async () => world.pixels(),
      (pixels) => pixels['ad/resume'] === 1,
    );
    await expect.poll(() => world.pixels()['ad/impression']).toBe(1);
  });

  test('can be skipped if the ad allows it, and counts no complete event', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad', { skipOffset: '00:00:02' }));
    const opened = await world.open(outstream());
    await isPlaying(opened);
    const { page } = opened;
    expect(await page.getByRole('button', { name: /^Skip in/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Skip ad' }).click();
    await page.locator('#ad > div').waitFor({ state: 'detached' });
    await eventually(
      async () => world.pixels(),
      (pixels) => pixels['ad/skip'] === 1,
    );
    expect(world.counted()).not.toHaveProperty('complete');
    expect(await opened.events()).toEqual(['filled', 'impression']);
  });

  test('can be unmuted, clicked and closed, each of which is counted', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const opened = await world.open(outstream());
    await isPlaying(opened);
    const { page } = opened;
    await page.getByRole('button', { name: 'Unmute' }).click();
    expect(await ofVideo(opened, 'video.muted')).toBe(false);
    await page.getByRole('button', { name: 'Mute' }).click();
    const landing = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Learn more' }).click({ position: { x: 200, y: 100 } });
    await (await landing).waitForURL(/\/landing/);
    await page.bringToFront();
    await opened.waitForEvent('click');
    await eventually(
      async () => world.pixels(),
      (pixels) => pixels['ad/click'] === 1 && pixels['ad/unmute'] === 1 && pixels['ad/mute'] === 1,
    );
    await expect.poll(() => world.counted()['click']).toBe(1);
    await page.getByRole('button', { name: 'Close ad' }).click();
    expect(await page.locator('#ad > div').count()).toBe(0);
  });

  test('is found behind wrappers, whose trackers are all called once', async () => {
    const { partnerUrl } = world;
    world.setVast('/vast/ad', wrapperVast(partnerUrl, 'hop1', `${partnerUrl}/vast/hop2?cb=[CACHEBUSTING]`));
    // This one returns the wildcard origin, which browsers reject for requests with cookies.
    world.setVast('/vast/hop2', wrapperVast(partnerUrl, 'hop2', `${partnerUrl}/open/inline`));
    world.setVast('/open/inline', inlineVast(partnerUrl, 'inner'));
    world.setHandling('wrap');
    const opened = await world.open(outstream());
    await opened.waitForEvent('complete');
    await expect.poll(() => world.counted()).toEqual({ impression: 1, ...everyEvent });
    await expect
      .poll(() => world.pixels())
      .toEqual({
        ...pixelsOf('hop1', ['impression', 'complete']),
        ...pixelsOf('hop2', ['impression', 'complete']),
        ...pixelsOf('inner', ['impression', ...Object.keys(everyEvent)]),
      });
  });

  test('behind too many wrappers fails, and every wrapper receives the error', async () => {
    const { partnerUrl } = world;
    // Our own wrapper is the first.
    for (const hop of [2, 3, 4, 5, 6]) {
      world.setVast(
        hop === 2 ? '/vast/ad' : `/vast/hop${hop}`,
        wrapperVast(partnerUrl, `hop${hop}`, `${partnerUrl}/vast/hop${hop + 1}`),
      );
    }
    world.setHandling('wrap');
    const opened = await world.open(outstream());
    expect(await opened.waitForEvent('empty no_ad')).toEqual(['error 302', 'empty no_ad']);
    const { error } = await eventually(
      async () => world.counted(),
      (counted) => counted['error'] === 1,
    );
    expect(error).toBe(1);
    await expect
      .poll(() => world.pixels())
      .toEqual(Object.fromEntries([2, 3, 4, 5, 6].map((hop) => [`hop${hop}/error-302`, 1])));
  });
});

/** A page with content that starts on a click, and with ad breaks. */
const programme = (options: string) => `${doctype}<h1>News</h1>
<video id="ad" src="${world.partnerUrl}/media/content.mp4" width="640" height="360" controls muted></video>${script}<script>
window.seen = [];
var content = document.querySelector('#ad');
content.addEventListener('playing', function () { seen.push('content ' + (content.currentTime < 1 ? 'begins' : 'goes on')) });
content.addEventListener('ended', function () { seen.push('content ends') });
bidhouse.cmd.push(function () {
  ['impression', 'complete', 'empty'].forEach(function (name) {
    bidhouse.on(name, function (event) { seen.push(event.position + ' ' + name) });
  });
  bidhouse.instream({ target: content, channel: '${uid}', ${options} });
  document.body.dataset.ready = '1';
});
</script>`;

async function startProgramme(options: string): Promise<OpenPage> {
  const opened = await world.open(programme(options));
  await opened.page.locator('body[data-ready]').waitFor();
  await opened.page.evaluate('setTimeout(() => void content.play(), 100)');
  return opened;
}

const seenOn = ({ page }: OpenPage) => page.evaluate<string[]>('seen');

describe('instream ads', () => {
  test('come before and after the content, which pauses and resumes', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const opened = await startProgramme('postRoll: true');
    const { page } = opened;
    await opened.waitForEvent('impression pre');
    expect(await page.evaluate('content.paused')).toBe(true);
    await opened.waitForEvent('complete pre');
    await page.waitForFunction('!content.paused && content.currentTime > 0.5');
    expect(await page.locator('video').count()).toBe(1);
    await page.evaluate('content.currentTime = content.duration - 0.7');
    await opened.waitForEvent('complete post');
    await page.waitForFunction("document.querySelectorAll('div').length === 0");
    expect(await page.evaluate('content.ended && content.src.includes("content.mp4")')).toBe(true);
    // The browser may show its first frame before the ad replaces it.
    const noted = (await seenOn(opened)).filter((each) => each !== 'content goes on');
    // Content that buffers in its first second starts to play once more.
    const seen = noted.filter((each, at) => each !== noted[at - 1]);
    expect(seen.join(', ')).toMatch(
      /^(content begins, )?pre impression, pre complete, content begins, content ends, post impression, post complete$/,
    );
    await expect.poll(() => world.counted()).toMatchObject({ impression: 2, complete: 2 });
  });

  test('come once when the content passes their second', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad', { skipOffset: '00:00:01' }));
    const opened = await startProgramme('preRoll: false, midRolls: [5, 12]');
    const { page } = opened;
    await page.waitForFunction('content.currentTime > 0.3');
    // Both are passed at once: only one ad plays.
    await page.evaluate('content.currentTime = 14');
    await opened.waitForEvent('impression mid');
    await page.getByRole('button', { name: 'Skip ad' }).click();
    await page.waitForFunction('!content.paused && content.currentTime > 14.5');
    expect(world.serving.serves).toHaveLength(1);
    expect(await opened.events()).toEqual(['filled mid', 'impression mid']);
  });

  test('that cannot be played let the content continue, and their error code is counted', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad', { media: 'missing' }));
    const opened = await startProgramme('');
    await opened.page.waitForFunction('!content.paused && content.currentTime > 0.5');
    expect(await opened.events()).toEqual(['filled pre', 'error pre 401']);
    await eventually(
      async () => world.counted(),
      ({ error }) => error === 1,
    );
    await expect.poll(() => world.pixels()).toEqual({ 'ad/error-401': 1 });
    expect(world.serving.events[0]).toMatchObject({ event: 'error', errorCode: 401 });
  });

  test('that come too late are not waited for', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'), 60_000);
    const opened = await startProgramme('timeoutMs: 600');
    await opened.page.waitForFunction('!content.paused && content.currentTime > 0.5');
    expect(await opened.events()).toEqual(['error pre 301', 'empty pre no_ad']);
  });
});
