import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { rowMenu } from './steps/rowMenu.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function runTest(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/vastTester/tests'));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await answered;
}

/** The events on the timeline, in order. */
const eventsOf = (page: Page) =>
  page.getByRole('list', { name: 'Events' }).locator('li span:nth-child(2)').allTextContents();

/** Events counted by the demo's partners, by source and event. */
async function partnerCounts(): Promise<Record<string, number>> {
  return (await (await fetch(`${ui.product.demoUrl}/partner/counts`)).json()) as Record<string, number>;
}

describe('the VAST tester', () => {
  test('plays an ad and shows every event, without calling a tracker', async () => {
    const page = await ui.open('demand', '/tags?q=two%20wrappers');
    await (await rowMenu(page, 'Travel – two wrappers deep')).getByRole('menuitem', { name: 'Test' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).filter({ hasText: 'Travel – two wrappers deep' }).waitFor();
    const before = await partnerCounts();
    await runTest(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('list', { name: 'Events' }).getByText('start', { exact: true }).waitFor();
    await page.frameLocator('iframe[title="The ad"]').locator('video').click();
    await page.getByRole('list', { name: 'Events' }).getByText('complete', { exact: true }).waitFor();
    expect(await eventsOf(page)).toEqual([
      'loaded',
      'impression',
      'creativeView',
      'start',
      'click',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
    const trackers = page.getByRole('table', { name: 'Trackers of the ad and of its wrappers' });
    expect(await trackers.getByRole('row', { name: /^complete/ }).allTextContents()).toEqual([
      expect.stringContaining('Fired at 8'),
      expect.stringContaining('Fired at 8'),
      expect.stringContaining('Fired at 8'),
    ]);
    expect(
      await trackers
        .getByRole('row', { name: /^error/ })
        .first()
        .textContent(),
    ).toContain('Not fired');
    expect(await partnerCounts()).toEqual(before);
    await waitUntilShown(page);
    expect(await violationsOf(page, 'a played ad')).toEqual([]);

    await page.getByRole('radiogroup', { name: 'What to test' }).getByLabel('XML').check({ force: true });
    const markup = page.getByRole('textbox', { name: 'VAST markup' });
    await markup.fill(
      '<VAST version="3.0"><Ad><InLine><AdSystem>P</AdSystem><AdTitle>T</AdTitle><Creatives><Creative><Linear><MediaFiles><MediaFile type="application/javascript" apiFramework="VPAID" delivery="progressive" width="1" height="1">https://cdn.example/unit.js</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>',
    );
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.getByRole('option', { name: 'CTV, Roku' }).click();
    await page.waitForURL(/device=roku/);
    await runTest(page);
    await page.getByText('The ad has a VPAID unit, which cannot run in this environment (VAST error 901).').waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'findings')).toEqual([]);
  });

  test('plays ads in an origin of their own; calls their trackers through the server if requested', async () => {
    const page = await ui.open(
      'demand',
      `/tester?url=${encodeURIComponent(`${ui.product.demoUrl}/partner/inline/bikes`)}`,
    );
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    const before = await partnerCounts();
    await runTest(page);
    const stage = await (await page.locator('iframe[title="The ad"]').elementHandle())?.contentFrame();
    expect(await stage?.evaluate(() => self.origin)).toBe('null');
    await page.getByRole('switch', { name: 'Call trackers' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page
      .getByRole('row', { name: /^start/ })
      .getByText(/^Called: 200/)
      .waitFor();
    const after = await partnerCounts();
    expect(after['bikes/impression']).toBe((before['bikes/impression'] ?? 0) + 1);
    expect(after['bikes/start']).toBe((before['bikes/start'] ?? 0) + 1);
    expect(requestedUrls.filter((url) => url.includes('/partner/pixel/'))).toEqual([]);
  });
});
