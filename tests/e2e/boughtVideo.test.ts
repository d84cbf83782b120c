import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMp4 } from '../media/buildMedia.ts';
import { eventually, runReport, signInAs, type TestClient } from './apiClient.ts';
import { openBrowser } from './browser.ts';
import type { Product } from './product.ts';
import { startDemoApart } from './startDemoApart.ts';
import { watchAd } from './watchAd.ts';

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

async function create<T>(path: string, values: object): Promise<T & { id: number }> {
  const { status, body } = await client.call<T & { id: number }>('POST', `/api/demand/${path}`, values);
  if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A page of the console in which the demo's account is signed in. */
async function openConsolePage(path: string) {
  const context = await browser.newContext();
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: product.consoleUrl }]);
  const page = await context.newPage();
  await page.goto(`${product.consoleUrl}${path}`);
  return page;
}

interface Bid {
  price: number;
  adm: string;
  nurl: string;
  cid: string;
}

test('a video that was uploaded is bid to a supplier, played by a real player, billed and reported, once', async () => {
  const advertiser = await create<object>('advs', { name: 'Spring Bikes' });
  const creative = await create<object>('creatives', {
    name: 'Spring, 8 s',
    advertiserId: advertiser.id,
    type: 'video',
    clickUrl: 'https://bikes.example/',
    adomain: 'spring-bikes.example',
  });
  const page = await openConsolePage(`/creatives?open=${creative.id}&tab=media`);
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'spring.mp4', mimeType: 'video/mp4', buffer: buildMp4() });
  await page.getByRole('list', { name: 'Files' }).getByText('spring.mp4').waitFor();
  const review = await client.call('POST', `/api/demand/creatives/${creative.id}/review`, { review: 'approved' });
  expect(review.status).toBe(200);

  const supplier = await create<{ uid: string }>('sups', { name: 'Valley Exchange', margin: 10 });
  const campaign = await create<object>('campaigns', {
    name: 'Spring',
    advertiserId: advertiser.id,
    creativeIds: [creative.id],
    supplierIds: [supplier.id],
    bid: '50.00',
    spendPerDay: '100.00',
    pacing: 'asap',
  });

  const request = {
    id: 'valley-1',
    imp: [{ id: '1', secure: 0, bidfloor: 1, video: { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 360 } }],
    site: { id: 's', page: 'https://valley.example/', publisher: { id: 'p' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
  };
  const bid = await eventually(
    async () => {
      const answer = await fetch(`${product.adsUrl}/bid/${supplier.uid}`, {
        method: 'POST',
        body: JSON.stringify(request),
      });
      if (answer.status !== 200) return null;
      const { seatbid = [] } = (await answer.json()) as { seatbid?: { bid: Bid[] }[] };
      return seatbid[0]?.bid[0] ?? null;
    },
    // Its money comes a moment after it; until then an ad exchange of the demo wins.
    (each) => each?.cid === String(campaign.id),
  );
  expect(bid).toMatchObject({ price: 45, cid: String(campaign.id) });
  const { adm = '', nurl = '' } = bid ?? {};
  // Told twice, and counted once.
  for (let times = 0; times < 2; times += 1) await fetch(nurl.replace('${AUCTION_PRICE}', '45'));

  const player = await browser.newPage();
  await player.route('**/vast/**', (route) =>
    route.fulfill({
      contentType: 'application/xml',
      headers: {
        'access-control-allow-origin': new URL(player.url()).origin,
        'access-control-allow-credentials': 'true',
      },
      body: adm,
    }),
  );
  await watchAd(player, `${product.demoUrl}/watch/videojs/inline`);
  await player.close();

  const metrics = ['bids', 'wins', 'imps', 'start', 'complete', 'rev', 'cost'];
  const rowOf = async () => {
    const { rows } = await runReport(client, { dimensions: ['supplier', 'campaign', 'own_creative'], metrics });
    return rows.find((row) => row['campaign_name'] === 'Spring') ?? {};
  };
  const row = await eventually(rowOf, (each) => Number(each['complete']) === 1);
  expect(row).toMatchObject({ supplier_name: 'Valley Exchange', wins: 1, imps: 1, start: 1, complete: 1 });
  expect(Number(row['rev'])).toBeCloseTo(0.05, 12);
  expect(Number(row['cost'])).toBeCloseTo(0.045, 12);

  await page.goto(`${product.consoleUrl}/campaigns?q=Spring`);
  await expect
    .poll(() =>
      page
        .getByRole('row', { name: /Spring/ })
        .first()
        .innerText(),
    )
    .toContain('Spring');
  const pacing = await client.call<{ rows: { name: string; pace: { delivered: number } | null }[] }>(
    'GET',
    '/api/demand/campaigns?size=100',
  );
  expect(pacing.body.rows.find(({ name }) => name === 'Spring')?.pace?.delivered).toBeCloseTo(0.0005, 6);
});
