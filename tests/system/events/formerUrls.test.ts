import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { startLoader } from '#events/load/loader.ts';
import { openSpool } from '#events/spool/spool.ts';
import { buildSupplier } from '#tests/support/engine/buildBuying.ts';
import { startTestServing, tokenLifetimeMs, type TestServing } from '../serving/testServing.ts';
import { createTestLog, type FactsFixture } from './factsFixture.ts';
import formerUrls from './formerUrls.json' with { type: 'json' };
import { openFacts } from './openFacts.ts';

/**
 * The URLs in `formerUrls.json` were signed and sealed by the release before the field's terms (commit 571d9cc5) with
 * the test's secret. `viewer`: of an ad in a channel, with every part that a token can have except buying. `supplier`:
 * of an ad exchange's bid that was passed on, with its notices sealed as `told`.
 */
const servedAt = Date.parse('2026-03-10T12:00:00Z');
const clock = { now: servedAt + 60_000 };
const now = () => clock.now;
const noBuyer = { adexchangeId: 0, deal: '' };
const exchange = { adexchangeId: 7, deal: 'deal-1' };
/** URLs of bidders that serving called. */
const called: string[] = [];
let root = '';
let facts: FactsFixture;
let serving: TestServing;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'former-urls-'));
  facts = await openFacts();
  serving = await startTestServing({
    now,
    fetcher: {
      fetchTag: async (url) => {
        called.push(url);
        return { ok: true, text: '' };
      },
      probe: async () => null,
      close: async () => undefined,
    },
  });
  applyMessage(serving.snapshot, { type: 'row', entity: 'supplier', id: 3, row: buildSupplier({ id: 3 }) });
});
afterAll(async () => {
  await serving.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

/** Calls a URL as viewers and suppliers do, with the macros that they fill. */
const call = (path: string) =>
  fetch(serving.url + path.replace('${AUCTION_PRICE}', '1').replace('${AUCTION_LOSS}', '102'), { redirect: 'manual' });

/** Loads the events that serving recorded, as the worker does. */
async function loadEvents(): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const record of serving.events.splice(0)) await spool.append(record);
  await spool.close();
  const loader = await startLoader({
    ...{ spoolRoot: join(root, 'spool'), stateDir: join(root, 'loader'), node: 'former-urls', intervalMs: 20 },
    ...{ clickhouse: facts.clickhouse, log: createTestLog(), lifetimeMs: tokenLifetimeMs, now },
  });
  await loader.drain();
  await loader.stop();
}

test('URLs of the former release are answered, recorded with all that their tokens say, and counted once', async () => {
  const { viewer, supplier } = formerUrls;
  const { win, bill, loss, impression } = supplier;
  for (let time = 0; time < 2; time += 1) {
    for (const path of [viewer.impression, viewer.start, viewer.viewable, viewer.notice, win, bill, loss, impression]) {
      expect((await call(path)).status).toBe(200);
    }
    const click = await call(viewer.click);
    expect([click.status, click.headers.get('location')]).toEqual([302, 'https://brand.example/']);
  }
  expect(new Set(serving.events.map(({ verdict }) => verdict))).toEqual(new Set(['valid']));
  expect(serving.events[0]?.payload).toEqual({
    serveId: 'formerServeIdNo1',
    servedAt,
    viewer: '00112233445566aa',
    origin: {
      ...{ demandId: 1, channelId: 10, subpublisherId: 5, environment: 'ctv', site: '', app: 'com.example.player' },
      ...{ publisher: 'pub-7', ivt: 'valid', params: { genre: 'news' }, market: 'DE SmartTV' },
      audience: {
        ...{ country: 'DE', deviceKind: 'SmartTV', os: 'Tizen', browser: 'samsung-tizen', mediaType: 'video' },
        ...{ integration: 'vast', consent: 'undeclared', device: '0123456789abcdef' },
      },
    },
    ad: {
      ...{ advertiserId: 51, tagId: 101, tier: 1, creative: '00112233445566aa' },
      ...{ rev: 2_500_000, cost: 1_750_000, systemCost: 50_000, verificationVendors: 3, verificationFee: 30_000 },
      marketplace: { name: 'Exchange A', revMd: 2_125_000 },
    },
  });
  await expect
    .poll(() => called.toSorted())
    .toEqual([
      'https://bidder.example/bill?p=3.5',
      'https://exchange.example/bill?p=4.1',
      'https://exchange.example/lost?l=102',
      'https://exchange.example/won?p=4.1',
    ]);

  await loadEvents();
  const verdicts = 'SELECT verdict, toUInt8(count()) AS hits FROM facts GROUP BY verdict ORDER BY verdict';
  expect(await facts.clickhouse.query(verdicts)).toEqual([
    { verdict: 'counted', hits: 8 },
    { verdict: 'duplicate', hits: 8 },
  ]);
  const sums = `
    SELECT serveId, integration, adexchangeId, deal, toFloat64(sum(verificationFee)) AS fee,
      toUInt8(sum(imps)) AS imps, toUInt8(sum(clicks)) AS clicks, toUInt8(sum(wins)) AS wins
    FROM facts WHERE verdict = 'counted' GROUP BY ALL ORDER BY serveId`;
  expect(await facts.clickhouse.query(sums)).toEqual([
    { serveId: 'formerServeIdNo1', integration: 'vast', ...noBuyer, fee: 30_000, imps: 1, clicks: 1, wins: 0 },
    { serveId: 'formerServeIdNo2', integration: '', ...exchange, fee: 0, imps: 1, clicks: 0, wins: 1 },
  ]);
});

test('a URL of the former release that is late is not counted', async () => {
  clock.now = servedAt + tokenLifetimeMs + 1000;
  await call(formerUrls.viewer.start);
  expect(serving.events.map(({ verdict }) => verdict)).toEqual(['expired']);
  expect(called).toHaveLength(4);
});
