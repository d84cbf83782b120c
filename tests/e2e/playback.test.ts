import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMp4 } from '../media/buildMedia.ts';
import { eventually, runReport, signInAs, type ReportRow, type TestClient } from './apiClient.ts';
import { openBrowser } from './browser.ts';
import type { Product } from './product.ts';
import { startDemoProcess } from './startDemoProcess.ts';
import { watchAd } from './watchAd.ts';

let product: Product;
let browser: Browser;
let client: TestClient;

beforeAll(async () => {
  product = await startDemoProcess();
  browser = await openBrowser();
  client = await signInAs(product.consoleUrl, 'demand', 'bidhouse-demo');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The amounts of one impression by the rates of the demo's tags and the 70 % share of its sub-publisher. */
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

const metrics = ['reqs', 'opps', 'imps', 'start', 'q1', 'q2', 'q3', 'complete', 'errors', 'rev', 'cost'] as const;

/** The increase of a report row. */
function gained(row: ReportRow = {}, before: ReportRow = {}): Record<(typeof metrics)[number], number> {
  const gains = metrics.map((metric) => [metric, Number(row[metric] ?? 0) - Number(before[metric] ?? 0)]);
  return Object.fromEntries(gains) as Record<(typeof metrics)[number], number>;
}

describe('VAST 4.3, 2.3: a real player on the publisher’s page', () => {
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

  test('the content is not loaded before video.js: it could wait forever for a load event that it missed', async () => {
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

/** The ads in their required playing order, with the CPMs of the demo's tags. */
const pod = [
  { tag: 'Travel – two wrappers deep', rev: 0.005, creative: 'travel' },
  { tag: 'Coffee – stored VAST', rev: 0.0042, creative: 'coffee' },
  { tag: 'Bikes – inline', rev: 0.0031, creative: 'bikes' },
] as const;
const share = 0.7;

interface Row {
  id: number;
  name: string;
  uid: string;
}

describe('VAST 4.3, 2.3: a pod on the publisher’s page', () => {
  async function rowNamed(path: string, name: string): Promise<Row> {
    const { body } = await client.call<{ rows: Row[] }>('GET', `${path}?size=100`);
    const row = body.rows.find((each) => each.name === name);
    if (!row) throw new Error(`no ${name}`);
    return row;
  }

  test('is played ad by ad in Fluid Player, and each event of each ad is counted exactly once', async () => {
    const channel = await rowNamed('/api/demand/channels', channels[0].name);
    const changed = await client.call('PATCH', `/api/demand/channels/${channel.id}`, { podSlots: 3, podDuration: 120 });
    expect(changed.status).toBe(200);
    for (const { tag } of pod.slice(0, 2)) {
      const { id: tagId } = await rowNamed('/api/demand/tags', tag);
      const added = await client.call('POST', '/api/demand/waterfall', { channelId: channel.id, tagId, tier: 1 });
      expect(added.status).toBeLessThan(300);
    }
    const report = (dimension: 'tag' | 'channel') => runReport(client, { dimensions: [dimension], metrics });
    const [tagsBefore, before] = [await report('tag'), await report('channel')];
    let adRequests = 0;
    await eventually(
      async () => {
        adRequests += 1;
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
    const { rows } = await eventually(
      () => report('tag'),
      ({ totals }) => gained(totals, tagsBefore.totals).complete >= 3,
      240,
    );
    await page.waitForFunction("document.querySelector('#events').textContent.includes('playing source')", null, {
      timeout: 30_000,
    });
    await page.close();

    // Events reported to the partners of each ad, one ad after the other.
    expect(pixels.filter((pixel) => pixel.endsWith('/start'))).toEqual(pod.map(({ creative }) => `${creative}/start`));
    expect(pixels.filter((pixel) => pixel.endsWith('/complete'))).toEqual(
      pod.map(({ creative }) => `${creative}/complete`),
    );
    expect(new Set(pixels).size).toBe(pixels.length);
    const rowOfTag = (all: readonly ReportRow[], tag: string) => all.find((each) => each['tag_name'] === tag);
    for (const { tag, rev } of pod) {
      const row = gained(rowOfTag(rows, tag), rowOfTag(tagsBefore.rows, tag));
      expect(row).toMatchObject({ imps: 1, start: 1, q1: 1, q2: 1, q3: 1, complete: 1, errors: 0 });
      expect(row.rev).toBeCloseTo(rev, 12);
      expect(row.cost).toBeCloseTo(rev * share, 12);
    }
    const total = gained((await report('channel')).totals, before.totals);
    const sum = pod.reduce((all, { rev }) => all + rev, 0);
    expect(total).toMatchObject({
      reqs: adRequests + 1,
      opps: adRequests + 1,
      imps: 3,
      start: 3,
      complete: 3,
      errors: 0,
    });
    expect(total.rev).toBeCloseTo(sum, 12);
  });
});

async function create<T>(path: string, values: object): Promise<T & { id: number }> {
  const { status, body } = await client.call<T & { id: number }>('POST', `/api/demand/${path}`, values);
  if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A page of the console, signed in to the demo account. */
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

test('an uploaded video is bid to a supplier, played by a real player, billed and reported, once', async () => {
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
    // The campaign's budget arrives shortly after it; until then an ad exchange of the demo wins.
    (each) => each?.cid === String(campaign.id),
  );
  expect(bid).toMatchObject({ price: 45, cid: String(campaign.id) });
  const { adm = '', nurl = '' } = bid ?? {};
  // Reported twice, and counted once.
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

  const bought = ['bids', 'wins', 'imps', 'start', 'complete', 'rev', 'cost'];
  const rowOf = async () => {
    const { rows } = await runReport(client, { dimensions: ['supplier', 'campaign', 'own_creative'], metrics: bought });
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
