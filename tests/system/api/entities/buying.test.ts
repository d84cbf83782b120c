import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import type { BulkResponse } from '#api/entities/bulk/bulkContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;
let other: number;

beforeAll(async () => {
  api = await startTestApi({ env: { ADS_URL: 'https://ads.example/' } });
  account = await buildAccount(api, 'buying');
  call = await api.signIn(account.logins.demand);
  other = idOf(await call('POST', '/api/demand/advs', { name: 'another advertiser' }));
});

afterAll(() => api.close());

let count = 0;
const create = async (path: string, values: object) =>
  call('POST', `/api/demand/${path}`, { name: `${path} ${(count += 1)}`, ...values });

const tagCreative = async (values: object = {}) =>
  idOf(
    await create('creatives', {
      advertiserId: account.ids.advertiser,
      type: 'tag',
      markup: '<a href="${CLICK_URL}">x</a>',
      width: 300,
      height: 250,
      adomain: 'bikes.example',
      ...values,
    }),
  );

async function rowOf(path: string, id: number): Promise<Record<string, unknown>> {
  return (await call('GET', `/api/demand/${path}/${id}`)).body as Record<string, unknown>;
}

async function change(path: string, values: object): Promise<void> {
  const answer = await call('PATCH', path, values);
  expect(answer.status, answer.text).toBe(200);
}

const approve = (id: number, more: object = {}) =>
  call('POST', `/api/demand/creatives/${id}/review`, { review: 'approved', ...more });

describe('the review of a creative', () => {
  test('is refused with everything that is missing', async () => {
    const id = idOf(await create('creatives', { advertiserId: account.ids.advertiser, clickUrl: 'http://x.example' }));
    const answer = await approve(id);
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual(['adomain: required', 'clickUrl: insecure', 'files: required']);
    expect(await rowOf('creatives', id)).toMatchObject({ review: 'pending' });
  });

  test('needs a reason to reject, and stores it for whoever fixes the creative', async () => {
    const id = await tagCreative();
    const bare = await call('POST', `/api/demand/creatives/${id}/review`, { review: 'rejected', note: '  ' });
    expect([bare.status, problemsOf(bare)]).toEqual([400, ['note: custom']]);
    const answer = await call('POST', `/api/demand/creatives/${id}/review`, { review: 'rejected', note: 'Too loud' });
    expect(answer.body).toMatchObject({ review: 'rejected', reviewNote: 'Too loud' });
    const states = (await call('GET', '/api/demand/creatives?state=rejected')).body as { rows: { id: number }[] };
    expect(states.rows.map((row) => row.id)).toEqual([id]);
  });

  test('applies to the version that was reviewed', async () => {
    const id = await tagCreative();
    const { version } = await rowOf('creatives', id);
    await change(`/api/demand/creatives/${id}`, { markup: '<b>other</b>' });
    const answer = await approve(id, { version });
    expect([answer.status, problemsOf(answer)]).toEqual([409, ['version: changed_since']]);
  });

  test('restarts when the shown content changes, however it changes, and is in the log', async () => {
    const id = await tagCreative();
    const approved = async () => {
      expect((await approve(id)).status).toBe(200);
      expect(await rowOf('creatives', id)).toMatchObject({ review: 'approved' });
    };
    const pending = async (way: string) =>
      expect(await rowOf('creatives', id), way).toMatchObject({ review: 'pending', reviewNote: '' });

    await approved();
    await change(`/api/demand/creatives/${id}`, { name: 'renamed', weight: 10 });
    expect(await rowOf('creatives', id)).toMatchObject({ review: 'approved' });
    await change(`/api/demand/creatives/${id}`, { width: 320 });
    await pending('form');

    type Log = { rows: { id: number; fields: { field: string; from: unknown; to: unknown }[] }[] };
    const log = (await call('GET', `/api/log?entity=creative&rowId=${id}`)).body as Log;
    expect(log.rows[0]?.fields).toEqual([
      { field: 'review', from: 'approved', to: 'pending' },
      { field: 'width', from: 300, to: 320 },
    ]);

    await approved();
    const edits = [{ field: 'adomain', verb: 'set', value: 'other.example' }];
    await call('POST', '/api/demand/creatives/bulk', { ids: [id], edits });
    await pending('bulk');

    await approved();
    const csv = await call('POST', '/api/demand/creatives/import', `id,height\r\n${id},300\r\n`, {
      'content-type': 'text/csv',
    });
    expect((csv.body as ImportResponse).faults).toEqual([]);
    await pending('csv');

    await approved();
    const document = JSON.stringify({
      bidhouse: 1,
      creatives: [{ id, name: 'renamed', markup: '<b>x</b>', width: 320, height: 300, adomain: 'bikes.example' }],
    });
    const applied = await call('POST', '/api/config', document, { 'content-type': 'application/yaml' });
    expect(applied.status, applied.text).toBe(200);
    await pending('configuration as code');

    await approved();
    const entry = log.rows[0];
    const reverted = await call('POST', `/api/log/${entry?.id}/revert`);
    expect(reverted.status, reverted.text).toBe(200);
    expect(await rowOf('creatives', id)).toMatchObject({ width: 300 });
    await pending('revert');
  });

  test('of many previews the result for each', async () => {
    const [good, bad] = [await tagCreative(), await tagCreative({ adomain: '' })];
    const body = { ids: [good, bad], review: 'approved' };
    const preview = (await call('POST', '/api/demand/creatives/review', { ...body, isDryRun: true }))
      .body as BulkResponse;
    expect(preview.results).toMatchObject([
      { id: good, fields: [{ field: 'review', from: 'pending', to: 'approved' }], problem: null },
      { id: bad, fields: [], problem: { code: 'required', path: 'adomain' } },
    ]);
    expect(await rowOf('creatives', good)).toMatchObject({ review: 'pending' });
    const done = (await call('POST', '/api/demand/creatives/review', { ...body, previewDigest: preview.previewDigest }))
      .body;
    expect(done).toMatchObject({ changed: 1, batch: null });
    expect(await rowOf('creatives', good)).toMatchObject({ review: 'approved' });
    const again = await call('POST', '/api/demand/creatives/review', { ...body, previewDigest: preview.previewDigest });
    expect(again.status).toBe(409);
  });

  test('is not available to traffickers', async () => {
    const login = { login: 'buying-trafficker', password, managerRole: 'trafficker' };
    idOf(await create('managers', login));
    const trafficker = await api.signIn('buying-trafficker');
    const id = await tagCreative();
    expect((await trafficker('POST', `/api/demand/creatives/${id}/review`, { review: 'approved' })).status).toBe(403);
    expect((await trafficker('PATCH', `/api/demand/creatives/${id}`, { width: 301 })).status).toBe(200);
  });

  test('only accepts VAST that can be parsed', async () => {
    const broken = await create('creatives', {
      advertiserId: account.ids.advertiser,
      type: 'vast',
      vastXml: '<VAST version="3.0"><Ad>',
    });
    expect([broken.status, problemsOf(broken)]).toEqual([422, ['vastXml: invalid_vast']]);
  });
});

describe('a campaign', () => {
  test('shows creatives of its advertiser, and bids under deals that it may use', async () => {
    const creative = await tagCreative();
    const sold = idOf(await create('deals', { dealId: 'sold', side: 'sell' }));
    const foreign = idOf(await create('deals', { dealId: 'theirs', advertiserId: other }));
    const answer = await create('campaigns', {
      advertiserId: other,
      bid: '2.00',
      creativeIds: [creative],
      dealIds: [sold],
    });
    expect(problemsOf(answer)).toEqual(['creativeIds: other_advertiser', 'dealIds: sold_deal']);
    const theirs = await create('campaigns', {
      advertiserId: account.ids.advertiser,
      bid: '2.00',
      creativeIds: [creative],
      dealIds: [foreign],
    });
    expect(problemsOf(theirs)).toEqual(['dealIds: other_advertiser']);
  });

  test('is refused multipliers for values that no request has', async () => {
    const multipliers = [
      { dimension: 'country', value: 'XX', factor: 1.5 },
      { dimension: 'hour', value: '24', factor: 1.5 },
      { dimension: 'supplier', value: 'x', factor: 1.5 },
      { dimension: 'site', value: 'news.example', factor: 0 },
    ];
    const answer = await create('campaigns', { advertiserId: other, bid: '2.00', multipliers });
    expect(problemsOf(answer)).toEqual([
      'multipliers.0.value: unknown_value',
      'multipliers.1.value: unknown_value',
      'multipliers.2.value: unknown_value',
    ]);
  });

  test('shows in lists why it does not bid, and the progress of its flight', async () => {
    const creative = await tagCreative();
    const dealId = idOf(await create('deals', { name: 'Premium', dealId: 'premium', floor: '5.00' }));
    const id = idOf(
      await create('campaigns', {
        name: 'one with states',
        type: 'banner',
        advertiserId: account.ids.advertiser,
        bid: '2.00',
        spendTotal: '100.00',
        startDate: '2026-01-01',
        endDate: '2090-12-31',
        creativeIds: [creative],
        dealIds: [dealId],
      }),
    );
    type Listed = { rows: { id: number; states: { code: string; text: string }[]; pace: unknown; pacing: string }[] };
    const listed = async () => ((await call('GET', '/api/demand/campaigns?q=one with states')).body as Listed).rows[0];
    expect((await listed())?.states).toMatchObject([
      { code: 'not_approved' },
      { code: 'below_deal', text: 'The bid is below the price of Premium.' },
    ]);
    expect(await listed()).toMatchObject({ pacing: 'even', pace: { period: 'flight' } });
    await approve(creative);
    await change(`/api/demand/campaigns/${id}`, { dealBids: { [dealId]: '5.00' } });
    expect((await listed())?.states).toEqual([]);
    const facets = (await call('GET', '/api/demand/campaigns/facets')).body as { states: { code: string }[] };
    expect(facets.states.map(({ code }) => code)).toContain('behind');
    expect((await call('GET', '/api/demand/campaigns?sort=-delivered')).status).toBe(200);
    expect(problemsOf(await call('GET', '/api/demand/tags?sort=delivered'))).toEqual(['sort: invalid_value']);
    const deals = (await call('GET', '/api/demand/deals?state=no_buyer')).body as { rows: { id: number }[] };
    expect(deals.rows.map((row) => row.id)).not.toContain(dealId);
    const used = (await call('GET', '/api/demand/creatives?state=unused')).body as { rows: { id: number }[] };
    expect(used.rows.map((row) => row.id)).not.toContain(creative);
  });

  test('loses the bid of a deal with the deal, also in a bulk edit', async () => {
    const [unchanged, given] = await Promise.all(
      ['kept', 'given up'].map(async (name, index) => idOf(await create('deals', { name, dealId: `bulk-${index}` }))),
    );
    const id = idOf(
      await create('campaigns', {
        name: 'with two bids',
        advertiserId: account.ids.advertiser,
        bid: '2.00',
        dealIds: [unchanged, given],
        dealBids: { [Number(unchanged)]: '3.00', [Number(given)]: '4.00' },
      }),
    );
    const answer = await call('POST', '/api/demand/campaigns/bulk', {
      ids: [id],
      edits: [{ field: 'dealIds', verb: 'remove', values: [given] }],
    });
    expect(answer.status, answer.text).toBe(200);
    expect((answer.body as BulkResponse).results).toMatchObject([{ problem: null }]);
    expect(await rowOf('campaigns', id)).toMatchObject({
      dealIds: [unchanged],
      dealBids: { [Number(unchanged)]: '3.00' },
    });
  });

  test('is unchanged by CSV export and import', async () => {
    const csv = { 'content-type': 'text/csv' };
    const file = await call('GET', '/api/demand/campaigns/export.csv?columns=all&headings=fields');
    const same = (await call('POST', '/api/demand/campaigns/import?isDryRun=true', file.text, csv))
      .body as ImportResponse;
    expect([same.faults, same.rows]).toEqual([[], []]);
  });
});

describe('the key of a supplier', () => {
  test('is shown once, stored as its digest, and logged without its value', async () => {
    const { supplier } = account.ids;
    const path = `/api/demand/sups/${supplier}`;
    expect((await call('GET', `${path}/endpoint`)).body).toEqual({
      url: `https://ads.example/bid/${String((await rowOf('sups', supplier))['uid'])}`,
      hasKey: false,
    });
    const made = await call('POST', `${path}/key`);
    expect(made.status).toBe(201);
    const { key } = made.body as { key: string };
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))).toString('hex');
    expect(await rowOf('sups', supplier)).toMatchObject({ keyDigest: digest });
    expect((await call('GET', `${path}/endpoint`)).body).toMatchObject({ hasKey: true });
    const second = ((await call('POST', `${path}/key`)).body as { key: string }).key;
    expect(second).not.toBe(key);
    expect((await call('DELETE', `${path}/key`)).body).toEqual({ hasKey: false });
    const log = await call('GET', `/api/log?entity=supplier&rowId=${supplier}`);
    expect((log.body as { rows: { fields: unknown[] }[] }).rows[0]?.fields).toEqual([
      { field: 'keyDigest', from: null, to: null, isSecret: true },
    ]);
    expect(log.text).not.toContain(digest);
    expect(log.text).not.toContain(key);
  });

  test('that encrypts prices is not in the log either', async () => {
    const path = `/api/demand/sups/${account.ids.supplier}`;
    const keys = { encryptionKey: 'a'.repeat(43), integrityKey: 'b'.repeat(43) };
    expect((await call('PATCH', path, { priceMacro: 'encrypted', ...keys })).status).toBe(200);
    const log = await call('GET', `/api/log?entity=supplier&rowId=${account.ids.supplier}`);
    expect((log.body as { rows: { fields: unknown[] }[] }).rows[0]?.fields).toEqual([
      { field: 'priceMacro', from: 'plain', to: 'encrypted' },
      { field: 'encryptionKey', from: null, to: null, isSecret: true },
      { field: 'integrityKey', from: null, to: null, isSecret: true },
    ]);
    for (const key of Object.values(keys)) expect(log.text).not.toContain(key);
  });

  test('is not available to users who only read partners', async () => {
    const trafficker = await api.signIn('buying-trafficker');
    expect((await trafficker('POST', `/api/demand/sups/${account.ids.supplier}/key`)).status).toBe(403);
    expect((await trafficker('GET', `/api/demand/sups/${account.ids.supplier}/endpoint`)).status).toBe(200);
  });
});
