import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import type { ChannelRow, TagRow } from '#model/index.ts';
import { inlineVast, wrapperVast } from './adtagVast.ts';
import { adTimeoutMs, doctype, script, startAdtagWorld, uid, type AdtagWorld, type OpenPage } from './adtagWorld.ts';
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

const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

/** Each of some events of a source, once. */
function once(source: string, names: readonly string[], separator = '/'): Record<string, number> {
  return Object.fromEntries(names.map((name) => [`${source}${separator}${name}`, 1]));
}

/** Number of our counted events, by tag. */
function counted(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { event, payload, verdict } of world.serving.events) {
    const name = `tag ${payload?.ad.tagId} ${event}`;
    if (verdict === 'valid') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** A page of the demo, whose script plays content with an ad before it. */
const demoPage = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css">
<div id="stage" style="width:640px;height:360px" data-tag-url="ADS/vast/${uid}"></div><ol id="events"></ol>
<script type="module" src="/assets/${name}.js"></script>`;

/** A page with the SDK, which starts its content once the SDK is there. */
const sdkPage = `<video src="/media/content.mp4" width="640" height="360" muted></video>${script}<script>
bidhouse.cmd.push(function () {
  var content = document.querySelector('video');
  bidhouse.instream({ target: content, channel: '${uid}', timeoutMs: ${adTimeoutMs} });
  content.play();
});
</script>`;

/** Fluid Player calls no Error URL of wrappers that lead to no ad. */
const players = [
  { player: 'video.js with contrib-ads and vast-client', html: demoPage('videoJsPage'), reportsNoAd: true },
  { player: 'Fluid Player', html: demoPage('fluidPage'), reportsNoAd: false },
  { player: 'the player of the SDK', html: sdkPage, reportsNoAd: true },
] as const;

describe.each(players)('VAST 4.3, 2.3: $player', ({ html, reportsNoAd }) => {
  const open = (tags: readonly TagRow[], channel: Partial<ChannelRow>): Promise<OpenPage> => {
    world.serving.useTags([...tags], { timeoutMs: adTimeoutMs, ...channel });
    return world.open(doctype + html);
  };

  const tagOf = (path: string, more: Partial<TagRow> = {}): TagRow =>
    buildTag({ id: 2, url: `${world.partnerUrl}${path}`, ...more });

  /** Resolves when the content plays, after the ads if there are any. */
  const untilContent = ({ page }: OpenPage) =>
    page.waitForFunction(
      "((video) => video?.currentSrc.endsWith('/media/content.mp4') && video.currentTime > 0.3)(document.querySelector('video'))",
    );

  const untilCompleted = (ads: number) =>
    eventually(
      async () => world.counted(),
      ({ complete = 0 }) => complete >= ads,
      120,
    );

  test('plays a single ad in VAST 4.3, and every event of the partner and of ours is reported once', async () => {
    world.setVast('/vast/ad', inlineVast(world.partnerUrl, 'ad'));
    const opened = await open([tagOf('/vast/ad')], { answerVersion: '4.3' });
    await untilCompleted(1);
    await untilContent(opened);
    await expect.poll(counted).toEqual(once('tag 2', events, ' '));
    await expect.poll(() => world.pixels()).toEqual(once('ad', events));
  });

  test('plays a pod in VAST 4.0 ad by ad, and every event of each ad is reported once', async () => {
    world.setVast('/vast/first', inlineVast(world.partnerUrl, 'first'));
    world.setVast('/vast/second', inlineVast(world.partnerUrl, 'second', { media: 'bikes' }));
    const tags = [tagOf('/vast/first', { rate: '9.00' }), tagOf('/vast/second', { id: 3, rate: '1.00' })];
    const opened = await open(tags, { answerVersion: '4.0', podSlots: 2, podDuration: 60 });
    await untilCompleted(2);
    await untilContent(opened);
    await expect.poll(counted).toEqual({ ...once('tag 2', events, ' '), ...once('tag 3', events, ' ') });
    await expect.poll(() => world.pixels()).toEqual({ ...once('first', events), ...once('second', events) });
    expect(world.serving.serves).toHaveLength(1);
  });

  test('follows our wrapper in VAST 4.1, and every event of each hop is reported once', async () => {
    const { partnerUrl } = world;
    world.setVast('/vast/ad', wrapperVast(partnerUrl, 'hop', `${partnerUrl}/vast/inner`));
    world.setVast('/vast/inner', inlineVast(partnerUrl, 'inner'));
    const opened = await open([tagOf('/vast/ad', { handling: 'wrap' })], { answerVersion: '4.1' });
    await untilCompleted(1);
    await untilContent(opened);
    await expect.poll(counted).toEqual(once('tag 2', events, ' '));
    await expect
      .poll(() => world.pixels())
      .toEqual({ ...once('hop', ['impression', 'complete']), ...once('inner', events) });
  });

  test('goes on with the content when there is no ad, and nothing is reported', async () => {
    world.setVast('/vast/ad', '<VAST version="3.0"/>');
    const opened = await open([tagOf('/vast/ad')], {});
    await untilContent(opened);
    expect(world.serving.serves).toMatchObject([{ reason: 'no_answer' }]);
    expect([counted(), world.pixels()]).toEqual([{}, {}]);
  });

  test('goes on with the content when a wrapper leads to no ad, and reports its error once at most', async () => {
    const { partnerUrl } = world;
    world.setVast('/vast/ad', wrapperVast(partnerUrl, 'hop', `${partnerUrl}/vast/none`));
    world.setVast('/vast/none', '<VAST version="3.0"/>');
    const opened = await open([tagOf('/vast/ad', { handling: 'wrap' })], {});
    await untilContent(opened);
    await expect.poll(counted).toEqual(reportsNoAd ? { 'tag 2 error': 1 } : {});
    await expect.poll(() => world.pixels()).toEqual(reportsNoAd ? { 'hop/error-303': 1 } : {});
  });
});
