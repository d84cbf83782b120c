import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAround, eventually } from '../e2e/apiClient.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { password } from '../system/api/startTestApi.ts';
import { printSummary } from './printSummary.ts';
import { openProductApi } from './openProductApi.ts';
import { buildSellingAccount, type SellingAccount } from './buildSellingAccount.ts';

/** Metrics that requests, bids and events change. */
const metrics = [
  'calls',
  'reqs',
  'opps',
  'imps',
  'start',
  'complete',
  'clicks',
  'errors',
  'bids',
  'wins',
  'losses',
  'rev',
  'cost',
];
const rounds = 40;
/** Live requests at the end, enough to reach both serving processes: records of a process are loaded in order. */
const liveRequests = 12;

let product: Product;
let account: SellingAccount;

beforeAll(async () => {
  product = await startProduct('start', { ADMIN_LOGIN: 'super', ADMIN_PASSWORD: password });
  account = await buildSellingAccount(openProductApi(product), 'uncounted');
});
afterAll(() => product?.stop());

/** Opens a connection per request, so that both serving processes are reached. */
const ownConnection = { headers: { connection: 'close' } };
const requestAd = async () => (await fetch(`${product.adsUrl}/vast/${account.channelUid}`, ownConnection)).text();

async function readFigures(traffic: 'live' | 'test' = 'live'): Promise<Record<string, number>> {
  const answer = await account.owner('POST', '/api/rrun', { ...daysAround(), metrics, traffic });
  expect(answer.status, answer.text).toBe(200);
  const totals = (answer.body as Record<string, number>[]).at(-1) ?? {};
  return Object.fromEntries(metrics.map((metric) => [metric, totals[metric] ?? 0]));
}

/** The tracking URLs in a bid or in VAST. */
function trackingUrlsIn(text: string): string[] {
  const found = text.matchAll(/https?:\/\/127\.0\.0\.1:\d+\/[enc]\/[\w.\-/]+/g);
  return [...new Set([...found].map(([address]) => address))];
}

async function bid(imp: object, isTest: boolean, path: string): Promise<string> {
  const request = {
    id: 'a',
    ...(isTest ? { test: 1 } : {}),
    imp: [{ id: '1', tagid: account.channelUid, ...imp }],
    site: { page: 'https://page.example/', publisher: { id: 'p' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
  };
  const headers = { ...ownConnection.headers, authorization: `Bearer ${account.supplierKey}` };
  const answer = await fetch(`${product.adsUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(request) });
  return answer.text();
}

const banner = { banner: { w: 300, h: 250 } };
const video = { video: { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 360 } };

test('test requests with all their events count as tests only, and HEAD requests to every address count nothing', async () => {
  const supplierPath = `/bid/${account.supplierUid}`;
  await eventually(requestAd, (markup) => markup.includes('<Impression'));
  await eventually(
    () => bid(banner, true, supplierPath),
    (text) => text.includes('"adm"'),
  );
  const liveUrls = trackingUrlsIn(await requestAd());
  const before = await readSettled();
  const testsBefore = await readSettled('test');

  let tests = 0;
  let heads = 0;
  const integrations: [string, object][] = [
    [supplierPath, banner],
    [`/rtb/${account.channelUid}`, video],
    ['/openrtb2/auction', video],
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, imp] of integrations) {
      const text = await bid(imp, true, path);
      tests += 1;
      for (const address of trackingUrlsIn(text)) {
        await fetch(address, { ...ownConnection, redirect: 'manual' });
        tests += 1;
      }
    }
    for (const address of [...liveUrls, `${product.adsUrl}/vast/${account.channelUid}`]) {
      expect((await fetch(address, { ...ownConnection, method: 'HEAD', redirect: 'manual' })).status).toBeLessThan(500);
      heads += 1;
    }
  }
  expect(tests).toBeGreaterThan(rounds * integrations.length * 3);
  expect(heads).toBeGreaterThan(rounds * 5);

  for (let sent = 0; sent < liveRequests; sent += 1) await requestAd();
  await eventually(
    () => readFigures(),
    ({ calls = 0 }) => calls >= (before['calls'] ?? 0) + liveRequests,
    120,
  );
  const after = await readSettled();
  const growth = Object.fromEntries(metrics.map((metric) => [metric, (after[metric] ?? 0) - (before[metric] ?? 0)]));
  printSummary('uncounted', {
    'test requests and events': tests,
    'HEAD requests': heads,
    'live requests': liveRequests,
  });
  expect(growth).toEqual({
    ...Object.fromEntries(metrics.map((metric) => [metric, 0])),
    calls: liveRequests,
    reqs: liveRequests,
    opps: liveRequests,
  });
  const testsAfter = await readSettled('test');
  const grown = (metric: string) => (testsAfter[metric] ?? 0) - (testsBefore[metric] ?? 0);
  expect([grown('calls'), grown('reqs'), grown('opps')]).toEqual(Array(3).fill(rounds * integrations.length));
  // Each event of each ad is called once.
  expect(grown('imps')).toBe(rounds * integrations.length);
  expect([testsAfter['rev'], testsAfter['cost']].map(Number)).toEqual([0, 0]);
});

/** The figures, once two readings in a row are the same. */
async function readSettled(traffic?: 'live' | 'test'): Promise<Record<string, number>> {
  let last = await readFigures(traffic);
  await eventually(
    async () => {
      await new Promise((done) => setTimeout(done, 2500));
      const now = await readFigures(traffic);
      const isSame = JSON.stringify(now) === JSON.stringify(last);
      last = now;
      return isSame;
    },
    (isSame) => isSame,
  );
  return last;
}
