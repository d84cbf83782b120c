import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { viewabilityScript } from '#standards/openrtb/bid/viewabilityScript.ts';
import { openPackagedBrowser } from './browser.ts';

/** A page, an ad of another origin, and our URLs. */
let server: Server;
let browser: Browser;
let page: Page;
let port = 0;
let pageHtml = '';
/** Reported events, in order of arrival. */
let reportedEvents: string[] = [];

const ad = '<div style="width:300px;height:250px;background:teal"></div>';
const markup = (form: 'display' | 'video' = 'display') =>
  viewabilityScript(
    { measurable: `http://localhost:${port}/measurable?</script>`, viewable: `http://localhost:${port}/viewable` },
    form,
  ) + ad;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').slice(1).split('?');
    if (path === 'measurable' || path === 'viewable') reportedEvents.push(path);
    response.setHeader('content-type', 'text/html');
    response.end(path === 'page' ? pageHtml : path === 'ad' ? `<!doctype html><body style="margin:0">${markup()}` : '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  browser = await openPackagedBrowser();
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => void server.close(resolve));
});
beforeEach(() => void (reportedEvents = []));

/** Opens a page of 800 × 600 px whose clock only advances when a test says so. */
async function show(html: string): Promise<void> {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  pageHtml = `<!doctype html><body style="margin:0">${html}</body>`;
  await page.goto(`http://127.0.0.1:${port}/page`);
}

/** Advances the page's clock, and waits for the resulting reports. */
async function pass(ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.waitForTimeout(300);
}

/** Scrolls, and waits until the observers in the ad's frame are notified: a new observer is notified last. */
async function scrollTo(top: number, isInView: boolean): Promise<void> {
  await page.evaluate(`scrollTo(0, ${top})`);
  await page.frames()[1]?.evaluate(`new Promise((resolve) => {
    const onIntersect = (entries) => entries.at(-1).intersectionRatio >= 0.5 === ${isInView} && resolve(observer.disconnect());
    const observer = new IntersectionObserver(onIntersect, { threshold: [0, 0.5, 1] });
    observer.observe(document.body);
  })`);
}

/** Another host, and so another origin, than the page's. */
const frame = () => `<iframe src="http://localhost:${port}/ad" width="300" height="250" style="border:0"></iframe>`;
const expectReported = (...expected: string[]) =>
  expect.poll(() => reportedEvents, { timeout: 10_000 }).toEqual(expected);

describe('the viewability of an ad', () => {
  test('in a frame of another origin is measurable, and viewable after a second', async () => {
    await show(frame());
    await expectReported('measurable');
    await pass(999);
    expect(reportedEvents).toEqual(['measurable']);
    await pass(1);
    await expectReported('measurable', 'viewable');
    await pass(10_000);
    expect(reportedEvents).toEqual(['measurable', 'viewable']);
  });

  test('below the fold is measurable but not viewable until half of it has been in view continuously', async () => {
    await show(`<div style="height:480px"></div>${frame()}<div style="height:2000px"></div>`);
    await expectReported('measurable');
    await pass(10_000);
    // In view, but for less than a second.
    await scrollTo(200, true);
    await pass(999);
    await scrollTo(0, false);
    await pass(10_000);
    expect(reportedEvents).toEqual(['measurable']);
    await scrollTo(200, true);
    await pass(1000);
    await expectReported('measurable', 'viewable');
  });

  test('without a frame is that of the surrounding element', async () => {
    await show(`<div id="slot">${markup()}</div>`);
    await expectReported('measurable');
    await pass(1000);
    await expectReported('measurable', 'viewable');
  });

  test('of a video takes two seconds', async () => {
    await show(`<div id="slot">${markup('video')}</div>`);
    await expectReported('measurable');
    await pass(1999);
    expect(reportedEvents).toEqual(['measurable']);
    await pass(1);
    await expectReported('measurable', 'viewable');
  });

  test('is not reported without an element to observe', async () => {
    await show(markup());
    await pass(10_000);
    await show(`<iframe src="http://localhost:${port}/ad" width="1" height="1"></iframe>`);
    await scrollTo(0, false);
    await pass(10_000);
    expect(reportedEvents).toEqual([]);
  });
});
