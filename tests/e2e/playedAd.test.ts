import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type ReportRow, type TestClient } from './apiClient.ts';
import { openBrowser } from './browser.ts';
import type { Product } from './product.ts';
import { startDemoApart } from './startDemoApart.ts';
import { watchAd } from './watchAd.ts';

/** The money of one impression by the rates of the demo's tags and the 70 % share of its sub-publisher. */
const channels = [
  { key: 'inline', name: 'Player page – inline ad', partner: ['bikes'], rev: '0.0031', cost: '0.00217' },
  {
    key: 'wrapped',
    name: 'Player page – two wrappers deep',
    partner: ['travel', 'travel-hop1', 'travel-hop2'],
    rev: '0.005',
    cost: '0.0035',
  },
] as const;
const players = ['videojs', 'fluid'] as const;

const metrics = ['reqs', 'opps', 'imps', 'start', 'q1', 'q2', 'q3', 'complete', 'errors', 'rev', 'cost'];

describe('a real player on the publisher’s page', () => {
  let product: Product;
  let browser: Browser;
  let client: TestClient;

  beforeAll(async () => {
    product = await startDemoApart();
    browser = await openBrowser();
    client = await signInAs(product.consoleUrl, 'demand', 'bidhouse-demo');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  async function rowOf(channel: string): Promise<ReportRow> {
    const { rows } = await runReport(client, { dimensions: ['channel'], metrics });
    return rows.find((row) => row['channel_name'] === channel) ?? {};
  }

  async function play(player: string, channel: string): Promise<string[]> {
    const page = await browser.newPage();
    await watchAd(page, `${product.demoUrl}/watch/${player}/${channel}`);
    const events = await page.locator('#events li').allTextContents();
    await page.close();
    return events;
  }

  describe.each(channels)('through the channel «$name»', ({ key, name, partner, rev, cost }) => {
    test.each(players.map((player, index) => ({ player, plays: index + 1 })))(
      '$player plays the ad, and each of its events is counted exactly once',
      async ({ player, plays }) => {
        expect(await play(player, key)).toContain('ad loaded');
        const row = await eventually(
          () => rowOf(name),
          (each) => Number(each['complete']) >= plays,
        );
        expect(row).toMatchObject({
          reqs: plays,
          opps: plays,
          imps: plays,
          start: plays,
          q1: plays,
          q2: plays,
          q3: plays,
          complete: plays,
          errors: 0,
        });
        expect(Number(row['rev'])).toBeCloseTo(Number(rev) * plays, 12);
        expect(Number(row['cost'])).toBeCloseTo(Number(cost) * plays, 12);
        const counts = (await (await fetch(`${product.demoUrl}/partner/counts`)).json()) as Record<string, number>;
        for (const source of partner) expect(counts[`${source}/impression`]).toBe(plays);
      },
    );
  });

  test('nothing of the programme loads before video.js: it may wait for ever for the start of a load that it missed', async () => {
    const page = await browser.newPage();
    await page.route('**/vast/**', (route) => route.abort());
    await page.addInitScript(`new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes)
        if (node instanceof HTMLVideoElement) console.log(node.networkState === HTMLMediaElement.NETWORK_EMPTY);
    }).observe(document, { childList: true, subtree: true })`);
    const empty: string[] = [];
    page.on('console', (line) => empty.push(line.text()));
    await page.goto(`${product.demoUrl}/watch/videojs/inline`);
    await page.waitForFunction("document.querySelector('video')?.readyState > 1");
    expect(empty).toContain('true');
    expect(empty).not.toContain('false');
    await page.close();
  });

  test('the totals are the sums of the rows, to the nano-dollar', async () => {
    const { rows, totals } = await runReport(client, {
      dimensions: ['channel', 'tag'],
      metrics: ['imps', 'rev', 'cost'],
    });
    expect(totals).toMatchObject({ imps: 4, rev: '0.0162', cost: '0.01134' });
    expect(rows.map((row) => row['imps'])).toEqual([2, 2]);
  });
});
