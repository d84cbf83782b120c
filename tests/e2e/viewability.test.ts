import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { viewabilityScript } from '#standards/openrtb/viewabilityScript.ts';
import { openPackagedBrowser } from './browser.ts';

/** A page, an ad of another origin, and our URLs. */
let server: Server;
let browser: Browser;
let page: Page;
let port = 0;
let pageHtml = '';
/** What was told, with the time since the page was loaded, in ms. */
let told: { what: string; afterMs: number }[] = [];
let loadedAt = 0;

const ad = '<div style="width:300px;height:250px;background:teal"></div>';
const markup = (form: 'display' | 'video' = 'display') =>
  viewabilityScript(
    { measurable: `http://localhost:${port}/measurable?</script>`, viewable: `http://localhost:${port}/viewable` },
    form,
  ) + ad;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').slice(1).split('?');
    if (path === 'measurable' || path === 'viewable') told.push({ what: path, afterMs: Date.now() - loadedAt });
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
beforeEach(() => void (told = []));

/** Opens a page of 800 × 600 px. */
async function show(html: string): Promise<void> {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  pageHtml = `<!doctype html><body style="margin:0">${html}</body>`;
  loadedAt = Date.now();
  await page.goto(`http://127.0.0.1:${port}/page`);
}

/** Another host, and so another origin, than the page's. */
const frame = () => `<iframe src="http://localhost:${port}/ad" width="300" height="250" style="border:0"></iframe>`;
const names = () => told.map(({ what }) => what);
const settle = (ms: number) => page.waitForTimeout(ms);

describe('the view of an ad', () => {
  test('in a frame of another origin is measured, and seen after a second', async () => {
    await show(frame());
    await expect.poll(names, { timeout: 10_000 }).toEqual(['measurable', 'viewable']);
    const [measurable, viewable] = told.map(({ afterMs }) => afterMs);
    expect((viewable ?? 0) - (measurable ?? 0)).toBeGreaterThan(850);
    await settle(1500);
    expect(names()).toEqual(['measurable', 'viewable']);
  });

  test('below the fold is measured and not seen, until half of it has been in view on end', async () => {
    await show(`<div style="height:480px"></div>${frame()}<div style="height:2000px"></div>`);
    await expect.poll(names, { timeout: 10_000 }).toEqual(['measurable']);
    await settle(1300);
    expect(names()).toEqual(['measurable']);
    // In view, but not for a second.
    for (const top of [200, 0]) {
      await page.evaluate(`scrollTo(0, ${top})`);
      await settle(400);
    }
    await settle(1300);
    expect(names()).toEqual(['measurable']);
    await page.evaluate('scrollTo(0, 200)');
    await expect.poll(names, { timeout: 10_000 }).toEqual(['measurable', 'viewable']);
  });

  test('without a frame is that of the element around it', async () => {
    await show(`<div id="slot">${markup()}</div>`);
    await expect.poll(names, { timeout: 10_000 }).toEqual(['measurable', 'viewable']);
  });

  test('of a video needs two seconds', async () => {
    await show(`<div id="slot">${markup('video')}</div>`);
    await expect.poll(names, { timeout: 10_000 }).toEqual(['measurable', 'viewable']);
    const [measurable, viewable] = told.map(({ afterMs }) => afterMs);
    expect((viewable ?? 0) - (measurable ?? 0)).toBeGreaterThan(1850);
  });

  test('tells nothing where there is nothing to look at', async () => {
    await show(markup());
    await settle(1500);
    await show(`<iframe src="http://localhost:${port}/ad" width="1" height="1"></iframe>`);
    await settle(1500);
    expect(names()).toEqual([]);
  });
});
