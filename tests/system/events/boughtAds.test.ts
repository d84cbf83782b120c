import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildOrigin, buildPayload, buildServe } from '#tests/support/events/buildRecord.ts';
import { startLoader } from '#events/load/loader.ts';
import type { BuyingTerms, CandidateOutcome, SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { createTokenSigner } from '#events/token/token.ts';
import { createSchema, rollups, supplier, type SupplierRow } from '#model/index.ts';
import { formatRows, normalizeReport, planReport, toSql, type ReportRow, type StoredRow } from '#reports/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { supplierUrls } from '#serving/notices/supplierUrls.ts';
import type { SupplierUrls } from '#serving/vast/signedAd.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { startTestServing, tokenKey, tokenLifetimeMs, type TestServing } from '../serving/testServing.ts';
import { createTestLog, type FactsFixture } from './factsFixture.ts';
import { openFacts } from './openFacts.ts';

let facts: FactsFixture;
let serving: TestServing;
let root = '';

beforeAll(async () => {
  facts = await openFacts();
  serving = await startTestServing();
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const values = createSchema(supplier).parse({ name: 'Supplier' }) as SupplierRow;
  const row = { ...values, id: 3, uid: 'supplier3', demandId: 1, keyDigest: '', ...times };
  applyMessage(serving.snapshot, { type: 'row', entity: 'supplier', id: 3, row });
});
afterAll(async () => {
  await serving.close();
  await facts.close();
});
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'bought-'));
  serving.events.splice(0);
  for (const { table } of [{ table: 'facts' }, ...rollups]) await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const sealer = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: tokenLifetimeMs });
const origin = buildOrigin({ channelId: 0, subpublisherId: 0, supplierId: 3 });

/** A request that a campaign answered with a bid of $2 CPM, and the URLs in the bid. */
function bid(buying: Partial<BuyingTerms>, servedAt = Date.now()) {
  const ad = { ...buildPayload().ad, tagId: 0, campaignId: 5, creativeId: 6, deal: 'deal-1', rev: 2_500_000 };
  const terms: BuyingTerms = { billing: 'burl', isSecondPrice: true, bid: 2_000_000, ...buying };
  const payload = buildPayload({
    origin,
    servedAt: Math.floor(servedAt / 1000) * 1000,
    ad: { ...ad, cost: 2_000_000, systemCost: 0, buying: terms },
  });
  const won: CandidateOutcome = {
    ...{ tagId: 0, campaignId: 5, creativeId: 6, deal: 'deal-1', advertiserId: ad.advertiserId, tier: 1 },
    ...{ reason: null, wasSent: true, hasAnswered: true },
  };
  const serve = buildServe({ serveId: payload.serveId, at: Date.now(), origin, requestFee: 0, candidates: [won] });
  const token = createTokenSigner(tokenKey).sign(payload);
  return { serve, token, urls: supplierUrls({ adsUrl: serving.url, sealer }, { token, payload }, null) };
}

const call = (urls: SupplierUrls, name: keyof SupplierUrls, price = '', loss = '') =>
  fetch(urls[name].replace('${AUCTION_PRICE}', price).replace('${AUCTION_LOSS}', loss));

/** Loads records as the worker does. */
async function load(records: readonly SpoolRecord[]): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const record of records) await spool.append(record);
  await spool.close();
  const loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node: `bought-${root.slice(-6)}`,
    clickhouse: facts.clickhouse,
    log: createTestLog(),
    lifetimeMs: tokenLifetimeMs,
    intervalMs: 20,
  });
  await loader.drain();
  await loader.stop();
}

async function report(dimensions: string[], metrics: string[]): Promise<ReportRow[]> {
  const [startDate, endDate] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const viewer = buildViewer();
  const reportPlan = normalizeReport({ startDate, endDate, dimensions, metrics }, viewer);
  if (!reportPlan.ok) throw new Error(JSON.stringify(reportPlan.faults));
  const planned = planReport(reportPlan.request, viewer);
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  const { sql, params } = toSql(planned.plan);
  return formatRows(planned.plan, await facts.clickhouse.query<StoredRow>(sql, params), {}).slice(0, -1);
}

test('bids, wins, bills, losses and views count once each; replayed, forged and late ones do not, and reports agree', async () => {
  const byBill = bid({});
  const byPixel = bid({ billing: 'pixel', isSecondPrice: false });
  const lost = bid({});
  const late = bid({}, Date.now() - tokenLifetimeMs - 10_000);
  const { token } = byBill;
  for (let time = 0; time < 3; time += 1) {
    await call(byBill.urls, 'win', '1.5');
    // The first bill counts, with its price; the pixel of the same ad counts no impression.
    await call(byBill.urls, 'bill', time === 0 ? '1.25' : '0.01');
    await call(byBill.urls, 'impression');
    await call(byPixel.urls, 'impression', '0.01');
    await call(lost.urls, 'loss', '', '102');
    await call(late.urls, 'bill', '1');
    await fetch(byBill.urls.bill.replace('/bill/', '/loss/'));
    for (const event of ['measurable', 'viewable'] as const) await fetch(`${serving.url}/e/${token.path(event)}`);
  }
  await load([byBill, byPixel, lost].map(({ serve }) => serve));
  await load(serving.events);

  const events = await facts.clickhouse.query<{ verdict: string; hits: string }>(
    "SELECT verdict, count() AS hits FROM facts WHERE kind = 'event' GROUP BY verdict ORDER BY verdict",
  );
  expect(events.map(({ verdict, hits }) => [verdict, Number(hits)])).toEqual([
    ['counted', 7],
    ['duplicate', 14],
    ['expired', 3],
    ['forged', 3],
  ]);
  const expectedCounts = { bids: 3, wins: 1, losses: 1, imps: 2, view_meas: 1, viewable: 1 };
  const metrics = [...Object.keys(expectedCounts), 'rev', 'cost', 'win_rate', 'viewability'];
  // Per impression: $0.0025 for each of two; $0.00125 by the reported price and $0.002 by the bid.
  const expected = { ...expectedCounts, rev: '0.005', cost: '0.00325', win_rate: 0.333333, viewability: 1 };
  expect(await report(['campaign', 'own_creative', 'deal', 'supplier'], metrics)).toMatchObject([
    { campaign: 5, own_creative: 6, deal: 'deal-1', supplier: 3, ...expected },
  ]);
  expect(await report(['supplier'], [...metrics, 'calls', 'reqs', 'bid_rate'])).toMatchObject([
    { supplier: 3, ...expected, calls: 3, reqs: 3, bid_rate: 1 },
  ]);
  expect(await report(['campaign', 'tier'], metrics)).toMatchObject([{ campaign: 5, ...expected }]);
  const reasons = await report(['campaign', 'reason'], ['losses']);
  expect(reasons.find(({ reason }) => reason === 'loss_102')).toMatchObject({ losses: 1 });
});

test('a loss because the imp expired is a late bid, whatever a report groups losses by', async () => {
  const [late, beaten] = [bid({}), bid({})];
  for (const code of ['2', '2', '102']) await call(late.urls, 'loss', '', code);
  await call(beaten.urls, 'loss', '', '102');
  await load([late, beaten].map(({ serve }) => serve));
  await load(serving.events);
  for (const dimension of ['day', 'supplier', 'campaign', 'tag', 'site', 'country', 'creative']) {
    expect(await report([dimension], ['losses', 'late_bids'])).toMatchObject([{ losses: 2, late_bids: 1 }]);
  }
  expect(await report(['supplier'], ['late_bid_rate'])).toMatchObject([{ supplier: 3, late_bid_rate: 0.5 }]);
});
