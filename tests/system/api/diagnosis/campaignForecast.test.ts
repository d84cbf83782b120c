import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignFunnelResponse, ForecastResponse, ForecastRequest } from '#api/forecast/forecastContract.ts';
import type { WhyTrace, WhyTraces } from '#api/why/whyContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { openSpool, type Spool } from '#events/spool/spool.ts';
import { loadSpool } from '../../events/loadSpool.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { notifyServing } from '../../serving/snapshot/apiToServing.ts';
import { buildBidRequest, buildVideo } from '../../serving/bidders.ts';
import { startTestServing, type TestServing } from '../../serving/testServing.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

let facts: FactsFixture;
let api: TestApi;
let serving: TestServing;
let spool: Spool;
let own: TestAccount;
let foreign: TestAccount;
let owner: Caller;
let root = '';
let creativeId = 0;
let campaignId = 0;
let germanyCampaign = 0;

const countries = ['DEU', 'FRA', 'FRA', 'FRA'];
const sent = 80;

/** Sends requests of a supplier: a quarter from Germany, every second with a floor of $3. */
async function sendRequests(supplierId: number): Promise<void> {
  const { uid } = (await owner('GET', `/api/demand/sups/${supplierId}`)).body as { uid: string };
  for (let count = 0; count < sent; count += 1) {
    const request = buildBidRequest({
      imp: [{ id: '1', video: buildVideo(), bidfloor: count % 8 < 4 ? 3 : 0 }],
      device: { ip: '203.0.113.9', ifa: `device-${count % 10}`, geo: { country: countries[count % 4] ?? '' } },
    });
    const answer = await fetch(`${serving.url}/bid/${uid}`, { method: 'POST', body: JSON.stringify(request) });
    expect([200, 204]).toContain(answer.status);
  }
}

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = await api.signIn(own.logins.demand);
  root = mkdtempSync(join(tmpdir(), 'forecast-'));
  spool = openSpool({ dir: join(root, 'spool', '0') });
  serving = await startTestServing({ env: { TRACE_SHARE: '1' }, spool });
  const { ids } = own;
  creativeId = idOf(
    await owner('POST', '/api/demand/creatives', {
      name: 'film',
      advertiserId: ids.advertiser,
      type: 'vast',
      vastXml: buildVast({ kind: 'inline' }),
      adomain: 'brand.example',
    }),
  );
  await owner('POST', `/api/demand/creatives/${creativeId}/review`, { review: 'approved' });
  const campaign = (values: object) =>
    owner('POST', '/api/demand/campaigns', {
      advertiserId: ids.advertiser,
      creativeIds: [creativeId],
      bid: '2.00',
      ...values,
    });
  campaignId = idOf(await campaign({ name: 'two dollars' }));
  germanyCampaign = idOf(await campaign({ name: 'Germany', targetingIds: [ids.targeting], bid: '1.00' }));
  await notifyServing(api, serving);
  await sendRequests(ids.supplier);
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse)).toEqual([]);
});
afterAll(async () => {
  await serving.close();
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

async function funnelOf(id: number, call = owner): Promise<CampaignFunnelResponse> {
  const answer = await call('GET', `/api/demand/campaigns/${id}/funnel`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as CampaignFunnelResponse;
}

async function forecast(request: ForecastRequest, call = owner): Promise<ForecastResponse> {
  const answer = await call('POST', '/api/demand/campaigns/forecast', request);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ForecastResponse;
}

const lossesIn = ({ losses }: { losses: ForecastResponse['losses'] }) =>
  losses.map(({ stage, reason, traces }) => [stage, reason, traces]);

describe('the funnel of a campaign', () => {
  test('shows what was sent, and why it did not bid', async () => {
    const { sample, reevaluated, unevaluated, steps, losses, counted } = await funnelOf(campaignId);
    expect(sample).toMatchObject({ sampled: sent, available: sent, requests: sent, isTooFew: false });
    // The index skips the campaign if only the price excludes it: it was not evaluated then, and is evaluated from the
    // trace.
    expect([reevaluated, unevaluated]).toEqual([0, 0]);
    expect(losses).toMatchObject([
      {
        stage: 'price',
        reason: 'below_floor',
        traces: sent / 2,
        share: 0.5,
        owner: 'us',
        fix: { path: `/campaigns?open=${campaignId}&field=bid` },
      },
    ]);
    expect(steps.find(({ stage }) => stage === 'creatives')).toMatchObject({ traces: sent, share: 1 });
    expect(steps.at(-1)).toMatchObject({ stage: 'auction', traces: sent / 2, share: 0.5 });
    expect(counted).toMatchObject({ bids: sent / 2, wins: 0, imps: 0 });
  });

  test('covers requests that did not evaluate it, by evaluating them from their traces', async () => {
    const germanyFunnel = await funnelOf(germanyCampaign);
    // Three quarters came from elsewhere; all of Germany's evaluated it, and a higher-priced campaign won those that it
    // bid on.
    expect(germanyFunnel.reevaluated).toBe((sent * 3) / 4);
    expect(lossesIn(germanyFunnel)).toEqual([
      ['targeting', 'targeting_country', (sent * 3) / 4],
      ['price', 'below_floor', sent / 8],
      ['auction', 'outbid', sent / 8],
    ]);
    expect(germanyFunnel.steps.at(-1)).toMatchObject({ traces: 0, share: 0 });
    expect(germanyFunnel.counted.bids).toBe(0);
  });

  test('of another account is not available, and not to a manager with a partial view', async () => {
    const neighbour = await api.signIn(foreign.logins.demand);
    expect((await neighbour('GET', `/api/demand/campaigns/${campaignId}/funnel`)).status).toBe(404);
    const manager = { name: 'Part', login: 'part', password, managerRole: 'full' };
    await owner('POST', '/api/demand/managers', { ...manager, scopeAdvertiserIds: [own.ids.advertiser] });
    const part = await api.signIn('part');
    expect((await part('GET', `/api/demand/campaigns/${campaignId}/funnel`)).status).toBe(403);
    const forecastResponse = await part('POST', '/api/demand/campaigns/forecast', { id: campaignId, values: {} });
    expect(forecastResponse.status).toBe(403);
  });

  test('is in the trace of a request beside the other evaluated campaigns', async () => {
    const list = await owner('GET', `/api/demand/why/traces?kind=campaign&id=${campaignId}&limit=200`);
    expect((list.body as WhyTraces).rows).toHaveLength(sent);
    const supplier = await owner('GET', `/api/demand/why/traces?kind=supplier&id=${own.ids.supplier}&limit=200`);
    expect((supplier.body as WhyTraces).rows).toHaveLength(sent);
    const some = await owner('GET', `/api/demand/why/traces?kind=campaign&id=${germanyCampaign}&limit=200`);
    const [first] = (some.body as WhyTraces).rows;
    expect((some.body as WhyTraces).rows).toHaveLength(sent / 4);
    const trace = (await owner('GET', `/api/demand/why/traces/${first?.serveId ?? ''}`)).body as WhyTrace;
    const campaigns = trace.candidates.flatMap((candidate) => candidate.campaigns);
    expect(new Set(campaigns.map(({ campaign }) => campaign.name))).toEqual(new Set(['Germany', 'two dollars']));
  });
});

describe('a forecast', () => {
  test('of an unchanged campaign agrees with its bids', async () => {
    const answer = await forecast({ id: campaignId, values: {} });
    const { figures, budget, sample, devices, withDevice } = answer;
    expect(sample).toMatchObject({ sampled: sent, requests: sent, isTooFew: false });
    // All came within an hour, of which a day has twenty-four.
    const perDay = (count: number) => String(count * 24);
    expect(figures).toMatchObject({
      requests: { perDay: perDay(sent), margin: '0' },
      eligible: { perDay: perDay(sent / 2), margin: '0' },
      bids: { perDay: perDay(sent / 2) },
    });
    expect(budget).toMatchObject({ outlook: 'none', period: null, perDay: null });
    expect([devices, withDevice]).toEqual([10, sent / 2]);
    expect(lossesIn(answer)).toEqual([['price', 'below_floor', sent / 2]]);
  });

  test('of changed settings predicts their result, and saves nothing', async () => {
    const higherBid = await forecast({ id: campaignId, values: { bid: '4.00' } });
    expect(higherBid.figures.eligible.perDay).toBe(String(sent * 24));
    expect(higherBid.losses).toEqual([]);
    const beaten = await forecast({ id: germanyCampaign, values: {} });
    expect(lossesIn(beaten)).toEqual([
      ['targeting', 'targeting_country', (sent * 3) / 4],
      ['price', 'below_floor', sent / 8],
      ['auction', 'outbid', sent / 8],
    ]);
    const rising = await forecast({ id: germanyCampaign, values: { bid: '5.00' } });
    expect(rising.figures.bids.perDay).toBe(String((sent / 4) * 24));
    const { body } = await owner('GET', `/api/demand/campaigns/${germanyCampaign}`);
    expect(body).toMatchObject({ bid: '1.00' });
  });

  test('of a new campaign needs no name, and includes the limit of its budget', async () => {
    const values = { advertiserId: own.ids.advertiser, creativeIds: [creativeId], bid: '4.00', spendPerDay: '1.00' };
    const { figures, budget, notes } = await forecast({ values });
    expect(figures.bids.perDay).toBe(String(sent * 24));
    // Nothing was shown in these days: of 80 bids, none was an impression.
    expect(budget).toMatchObject({ outlook: 'unused', unit: 'spend', period: 'day', perDay: '1.00', used: 0 });
    expect(notes.map(({ code }) => code)).toEqual(['short', 'suppliers']);
    const later = await forecast({ values: { ...values, startDate: '2099-01-01', frequencies: [] } });
    expect(later.figures.bids.perDay).toBe(String(sent * 24));
    const over = await forecast({ values: { ...values, startDate: '2020-01-01', endDate: '2020-01-02' } });
    expect(lossesIn(over)).toEqual([['campaign', 'flight', sent]]);
    expect(over.losses[0]?.fix).toMatchObject({ id: null, path: '/campaigns?open=new&field=startDate' });
  });

  test('of supply without traffic is empty', async () => {
    const other = idOf(await owner('POST', '/api/demand/sups', { name: 'silent' }));
    const answer = await forecast({ id: campaignId, values: { supplierIds: [other], ownChannels: 'none' } });
    expect(answer.sample).toEqual({ from: null, to: null, sampled: 0, available: 0, requests: 0, isTooFew: true });
  });

  test('names every fault of the form’s values', async () => {
    const answer = await owner('POST', '/api/demand/campaigns/forecast', {
      values: {
        advertiserId: foreign.ids.advertiser,
        bid: '-1',
        targetingIds: [foreign.ids.targeting],
        startDate: '2026-02-02',
        endDate: '2026-02-01',
      },
    });
    expect(answer.status).toBe(422);
    const { problems } = answer.body as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path)).toContain('values.bid');
    const references = await owner('POST', '/api/demand/campaigns/forecast', {
      id: campaignId,
      values: { targetingIds: [foreign.ids.targeting], spendPerDay: '5.00', spendTotal: '1.00' },
    });
    expect(references.status).toBe(422);
    const found = (references.body as { problems: { path: string }[] }).problems.map(({ path }) => path);
    expect(found.sort()).toEqual(['values.spendPerDay', 'values.targetingIds']);
    expect((await owner('POST', '/api/demand/campaigns/forecast', { id: 'x', values: {} })).status).toBe(400);
    const foreignForecast = await owner('POST', '/api/demand/campaigns/forecast', {
      id: foreign.ids.campaign,
      values: {},
    });
    expect(foreignForecast.status).toBe(404);
    const admin = await api.signIn('super');
    expect((await admin('POST', '/api/demand/campaigns/forecast', { values: {} })).status).toBe(403);
  });
});
