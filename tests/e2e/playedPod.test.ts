import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from './apiClient.ts';
import { openBrowser } from './browser.ts';
import type { Product } from './product.ts';
import { startDemoApart } from './startDemoApart.ts';

/** The ads in the order in which they must play, with the CPMs of the demo's tags. */
const pod = [
  { tag: 'Travel – two wrappers deep', rev: 0.005, creative: 'travel' },
  { tag: 'Coffee – stored VAST', rev: 0.0042, creative: 'coffee' },
  { tag: 'Bikes – inline', rev: 0.0031, creative: 'bikes' },
] as const;
const channelName = 'Player page – inline ad';
const share = 0.7;

interface Row {
  id: number;
  name: string;
  uid: string;
}

describe('a pod on the publisher’s page', () => {
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

  async function rowNamed(path: string, name: string): Promise<Row> {
    const { body } = await client.call<{ rows: Row[] }>('GET', `${path}?size=100`);
    const row = body.rows.find((each) => each.name === name);
    if (!row) throw new Error(`no ${name}`);
    return row;
  }

  test('is played ad by ad in Fluid Player, and each event of each ad is counted exactly once', async () => {
    const channel = await rowNamed('/api/demand/channels', channelName);
    const changed = await client.call('PATCH', `/api/demand/channels/${channel.id}`, { podSlots: 3, podDuration: 120 });
    expect(changed.status).toBe(200);
    for (const { tag } of pod.slice(0, 2)) {
      const { id: tagId } = await rowNamed('/api/demand/tags', tag);
      const added = await client.call('POST', '/api/demand/waterfall', { channelId: channel.id, tagId, tier: 1 });
      expect(added.status).toBeLessThan(300);
    }
    let asked = 0;
    await eventually(
      async () => {
        asked += 1;
        return (await fetch(`${product.adsUrl}/vast/${channel.uid}`)).text();
      },
      (xml) => xml.split('<Ad ').length === 4,
    );

    const page = await browser.newPage();
    const pixels: string[] = [];
    page.on('request', (request) => {
      const pixel = /\/partner\/pixel\/([a-z]+\/[a-zA-Z]+)/.exec(request.url())?.[1];
      if (pixel) pixels.push(pixel);
    });
    await page.goto(`${product.demoUrl}/watch/fluid/inline`);
    const metrics = ['imps', 'start', 'q1', 'q2', 'q3', 'complete', 'errors', 'rev', 'cost'];
    const { rows } = await eventually(
      () => runReport(client, { dimensions: ['tag'], metrics }),
      (report) => Number(report.totals['complete']) >= 3,
      240,
    );
    await page.waitForFunction("document.querySelector('#events').textContent.includes('playing source')", null, {
      timeout: 30_000,
    });
    await page.close();

    // What the partners of each ad were told, one ad after the other.
    expect(pixels.filter((pixel) => pixel.endsWith('/start'))).toEqual(pod.map(({ creative }) => `${creative}/start`));
    expect(pixels.filter((pixel) => pixel.endsWith('/complete'))).toEqual(
      pod.map(({ creative }) => `${creative}/complete`),
    );
    expect(new Set(pixels).size).toBe(pixels.length);
    for (const { tag, rev } of pod) {
      const row = rows.find((each) => each['tag_name'] === tag);
      expect(row).toMatchObject({ imps: 1, start: 1, q1: 1, q2: 1, q3: 1, complete: 1, errors: 0 });
      expect(Number(row?.['rev'])).toBeCloseTo(rev, 12);
      expect(Number(row?.['cost'])).toBeCloseTo(rev * share, 12);
    }
    const total = await runReport(client, { dimensions: ['channel'], metrics: ['reqs', 'opps', ...metrics] });
    const sum = pod.reduce((all, { rev }) => all + rev, 0);
    expect(total.totals).toMatchObject({ reqs: asked + 1, opps: asked + 1, imps: 3, start: 3, complete: 3, errors: 0 });
    expect(Number(total.totals['rev'])).toBeCloseTo(sum, 12);
  });
});
