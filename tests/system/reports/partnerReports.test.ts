import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportRow } from '#reports/index.ts';
import { idOf } from '../api/startTestApi.ts';
import { buildFact, factLines } from './buildFacts.ts';
import { openReportApi, type ReportApi } from './openReportApi.ts';

const day = { startDate: '2026-10-20', endDate: '2026-10-20', offset: 0 };
const at = Date.UTC(2026, 9, 20, 12);
let world: ReportApi;
let { acme, other } = {} as ReportApi;

beforeAll(async () => {
  world = await openReportApi();
  ({ acme, other } = world);
  const call = await world.api.signIn(acme.logins.demand);
  const { advertiser: advertiserId, supplier, adexchange, tag } = acme.ids;
  const bids = { advertiserId, integration: 'RTB', endpoint: 'https://buyer.example/bid' };
  const rtb = idOf(await call('POST', '/api/demand/tags', { ...bids, name: 'by bids', partner: 'rubicon' }));
  const prebid = { integration: 'PreBid', partner: 'rubiconP', partnerParams: { accountId: 1, siteId: 2, zoneId: 3 } };
  const header = idOf(await call('POST', '/api/demand/tags', { advertiserId, name: 'by header', ...prebid }));
  const set = async (path: string, partner: string) =>
    expect((await call('PATCH', `/api/demand/${path}`, { partner })).status).toBe(200);
  await set(`sups/${supplier}`, 'openx');
  await set(`adexchanges/${adexchange}`, 'criteo');
  const theirs = await world.api.signIn(other.logins.demand);
  const changed = await theirs('PATCH', `/api/demand/tags/${other.ids.tag}`, { partner: 'ix' });
  expect(changed.status).toBe(200);

  const place = { demandId: acme.demandId, channelId: acme.ids.channel, subpublisherId: acme.ids.subpublisher, at };
  const shown = { ...place, advertiserId, tier: 1, kind: 'event', event: 'impression', imps: 1 } as const;
  const dsp = { demandId: acme.demandId, supplierId: supplier, at };
  await world.clickhouse.insertRows(
    'facts',
    factLines([
      buildFact({ ...shown, tagId: rtb, rev: 1_000_000 }),
      buildFact({ ...shown, tagId: header, rev: 2_000_000 }),
      buildFact({ ...shown, tagId: tag, rev: 4_000_000 }),
      buildFact({ ...shown, demandId: other.demandId, tagId: other.ids.tag, rev: 8_000_000 }),
      buildFact({ ...dsp, calls: 1, reqs: 1 }),
      buildFact({ ...dsp, kind: 'candidate', adexchangeId: adexchange, candidates: 1, sent: 1 }),
    ]),
    { token: 'partners' },
  );
});
afterAll(() => world.close());

async function report(login: string, body: object): Promise<{ status: number; body: ReportRow[] }> {
  const answer = await world.inject({
    method: 'POST',
    url: '/api/rrun',
    headers: { host: 'console.example', cookie: await world.cookieOf(login) },
    payload: { ...day, ...body },
  });
  return { status: answer.statusCode, body: answer.json<ReportRow[]>() };
}

describe('a report by partner', () => {
  test('[REF-07] sums the tags of a company, whatever their integration; those without one are together', async () => {
    const body = { dimensions: ['partner'], metrics: ['rev', 'imps'] };
    expect((await report(acme.logins.demand, body)).body).toEqual([
      { partner: '', partner_name: 'None', rev: '0.004', imps: 1 },
      { partner: 'rubicon', partner_name: 'Magnite (Rubicon)', rev: '0.003', imps: 2 },
      { partner: null, partner_name: null, rev: '0.007', imps: 3 },
    ]);
    expect((await report(other.logins.demand, body)).body.slice(0, -1)).toEqual([
      { partner: 'ix', partner_name: 'Index Exchange', rev: '0.008', imps: 1 },
    ]);
  });

  test('[REF-07] an admin’s has the partners of all accounts', async () => {
    const { body } = await report('super', { dimensions: ['partner'], metrics: ['rev'] });
    expect(body.map(({ partner }) => partner)).toEqual(['ix', '', 'rubicon', null]);
  });

  test('[REF-07] filters by it, also where it is no column', async () => {
    const filters = [{ dim: 'partner', op: 'in', values: ['rubicon'] }];
    const by = { dimensions: ['tag'], metrics: ['rev'], filters };
    expect((await report(acme.logins.demand, by)).body.map(({ tag_name: name }) => name)).toEqual([
      'by header',
      'by bids',
      null,
    ]);
    const unknown = [{ dim: 'partner', op: 'in', values: ['rubiconP'] }];
    expect(await report(acme.logins.demand, { ...by, filters: unknown })).toMatchObject({
      status: 422,
      body: { problems: [{ code: 'unknown_value', path: 'filters.0.values.0' }] },
    });
    const away = [{ dim: 'partner', op: 'in', values: ['teads'] }];
    const explained = await world.inject({
      method: 'POST',
      url: '/api/reports/explain',
      headers: { host: 'console.example', cookie: await world.cookieOf(acme.logins.demand) },
      payload: { ...day, ...by, filters: away },
    });
    expect(explained.json()).toMatchObject({ reasons: [{ code: 'filter', path: 'filters.0' }] });
  });

  test('[REF-07] follows the tag’s partner of now', async () => {
    const call = await world.api.signIn(acme.logins.demand);
    const path = `/api/demand/tags/${acme.ids.tag}`;
    expect((await call('PATCH', path, { partner: 'springserve' })).status).toBe(200);
    const { body } = await report(acme.logins.demand, { dimensions: ['partner'], metrics: ['rev'] });
    expect(body[0]).toEqual({ partner: 'springserve', partner_name: 'Magnite SpringServe', rev: '0.004' });
    expect((await call('PATCH', path, { partner: '' })).status).toBe(200);
  });

  test('[REF-07] of DSP traffic has those of the supplier and of the ad exchange', async () => {
    const supply = await report(acme.logins.demand, { dimensions: ['supplier_partner'], metrics: ['calls'] });
    expect(supply.body[0]).toMatchObject({ supplier_partner_name: 'OpenX', calls: 1 });
    const filters = [{ dim: 'adexchange_partner', op: 'not_in', values: [''] }];
    const dimensions = ['supplier_partner', 'adexchange_partner'];
    const both = await report(acme.logins.demand, { dimensions, metrics: ['candidates'], filters });
    expect(both.body[0]).toMatchObject({
      supplier_partner_name: 'OpenX',
      adexchange_partner_name: 'Criteo',
      candidates: 1,
    });
  });

  test('[REF-07] is no part of what partner users see', async () => {
    for (const login of [acme.logins.sub, acme.logins.adv]) {
      for (const dimension of ['partner', 'supplier_partner', 'adexchange_partner']) {
        const { status, body } = await report(login, { dimensions: [dimension], metrics: ['imps'] });
        expect([status, body]).toMatchObject([422, { problems: [{ code: 'unknown_dimension' }] }]);
      }
    }
  });
});
