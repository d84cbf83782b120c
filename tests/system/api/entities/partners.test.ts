import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import type { LogRow } from '#api/log/logContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

type Item = Record<string, unknown>;

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'partners');
  call = await api.signIn(account.logins.demand);
});
afterAll(() => api.close());

const endpoint = 'https://buyer.example/bid';
const url = 'https://ads.example/vast';
let count = 0;
const named = (name: string) => `${name} ${(count += 1)}`;
const create = async (path: string, values: object) => idOf(await call('POST', `/api/demand/${path}`, values));
const createTag = (values: object) =>
  create('tags', { name: named('tag'), advertiserId: account.ids.advertiser, url, ...values });
const partnerOf = async (path: string, id: number) =>
  ((await call('GET', `/api/demand/${path}/${id}`)).body as Item)['partner'];
const namesOf = async (path: string, query: string) =>
  ((await call('GET', `/api/demand/${path}?${query}`)).body as { rows: Item[] }).rows.map(({ name }) => name);

describe('the partner of the reference list', () => {
  test('[REF-07] is chosen for ad tags, OpenRTB tags, Prebid tags, suppliers and ad exchanges', async () => {
    const made = [
      ['tags', await createTag({ partner: 'springserve' }), 'springserve'],
      ['tags', await createTag({ integration: 'RTB', endpoint, partner: 'pubmatic' }), 'pubmatic'],
      ['tags', await createTag({ integration: 'PreBid', partner: 'ixP', partnerParams: { siteId: 'a' } }), 'ixP'],
      ['sups', await create('sups', { name: named('supplier'), partner: 'openx' }), 'openx'],
      ['adexchanges', await create('adexchanges', { name: named('exchange'), endpoint, partner: 'criteo' }), 'criteo'],
    ] as const;
    for (const [path, id, partner] of made) expect(await partnerOf(path, id)).toBe(partner);
    const { rows } = await api.deps.entities.checkpoint();
    const served = rows.flatMap((row) => (row.type === 'row' && row.entity === 'supplier' ? [row.row as Item] : []));
    expect(served.map(({ partner }) => partner)).toContain('openx');
  });

  test('[REF-07] is optional for all but Prebid tags, and of the list', async () => {
    expect(await partnerOf('tags', account.ids.tag)).toBe('');
    expect(await partnerOf('sups', account.ids.supplier)).toBe('');
    expect(await partnerOf('adexchanges', account.ids.adexchange)).toBe('');
    const refused = async (path: string, values: object) =>
      problemsOf(await call('POST', `/api/demand/${path}`, { name: named('refused'), ...values }));
    const { advertiser: advertiserId } = account.ids;
    expect(await refused('tags', { advertiserId, integration: 'PreBid' })).toEqual(['partner: required']);
    expect(await refused('tags', { advertiserId, integration: 'PreBid', partner: 'kargo' })).toEqual([
      'partner: no_variant',
    ]);
    expect(await refused('sups', { partner: 'ixP' })).toEqual(['partner: invalid_value']);
    expect(await refused('adexchanges', { endpoint, partner: 'acme' })).toEqual(['partner: invalid_value']);
  });

  test('[REF-07] a pattern of its URL is not saved before its placeholders are replaced', async () => {
    const pattern = 'https://vid.springserve.com/vast/<supplyTagId>';
    const values = { name: named('pattern'), advertiserId: account.ids.advertiser, partner: 'springserve' };
    const refused = await call('POST', '/api/demand/tags', { ...values, url: pattern });
    expect([refused.status, problemsOf(refused)]).toEqual([422, ['url: placeholder']]);
    await createTag({ ...values, url: pattern.replace('<supplyTagId>', '604131') });
  });

  test('[REF-07] sets no other field of a row that a program creates', async () => {
    const id = await createTag({ integration: 'RTB', endpoint, partner: 'pubmatic' });
    expect((await call('GET', `/api/demand/tags/${id}`)).body).toMatchObject({ gvlId: null, isGzipped: false });
  });

  test('[REF-07] lists are filtered by it, also by none, and sorted by its name', async () => {
    const [unruly, none, adtelligent] = [named('sorted'), named('sorted'), named('sorted')];
    await create('sups', { name: unruly, partner: 'unruly' });
    await create('sups', { name: none });
    await create('sups', { name: adtelligent, partner: 'adtelligent' });
    // Unruly is called Nexxen, between Adtelligent and OpenX.
    await create('sups', { name: named('sorted'), partner: 'openx' });
    const sorted = await namesOf('sups', 'q=sorted&sort=partner');
    expect([sorted[0], sorted[1], sorted[3]]).toEqual([adtelligent, unruly, none]);
    expect((await namesOf('sups', 'q=sorted&sort=-partner')).slice(1, 3)).toEqual([unruly, adtelligent]);
    expect(await namesOf('sups', 'q=sorted&partner=unruly,adtelligent')).toEqual([unruly, adtelligent]);
    expect(await namesOf('sups', 'q=sorted&partner=none')).toEqual([none]);
    expect((await namesOf('sups', 'q=sorted&partner=any')).includes(none)).toBe(false);
    expect(problemsOf(await call('GET', '/api/demand/sups?partner=acme'))).toEqual(['partner.0: invalid_union']);
    const { fields } = (await call('GET', '/api/demand/sups/facets?q=sorted')).body as {
      fields: Record<string, { value: string; count: number }[]>;
    };
    expect(fields['partner']).toContainEqual({ value: 'none', count: 1 });
    expect(fields['partner']).toContainEqual({ value: 'unruly', count: 1 });
  });

  test('[REF-07] is exported and imported as CSV, by its name', async () => {
    const name = named('in a file');
    const id = await create('adexchanges', { name, endpoint, partner: 'pubmatic' });
    const file = (await call('GET', '/api/demand/adexchanges/export.csv?columns=name,partner')).text;
    expect(file).toContain(`${name},PubMatic`);
    const headers = { 'content-type': 'text/csv' };
    const lines = `id,name,Partner\r\n${id},${name},Index Exchange\r\n`;
    const imported = await call('POST', '/api/demand/adexchanges/import', lines, headers);
    expect((imported.body as ImportResponse).faults).toEqual([]);
    expect(await partnerOf('adexchanges', id)).toBe('ix');
  });

  test('[REF-07] is edited in bulk, cloned, and in the history', async () => {
    const ids = [await createTag({}), await createTag({})];
    const edits = [{ field: 'partner', verb: 'set', value: 'openx' }];
    expect((await call('POST', '/api/demand/tags/bulk', { ids, edits })).status).toBe(200);
    for (const id of ids) expect(await partnerOf('tags', id)).toBe('openx');
    const cloned = await call('POST', '/api/demand/tags/clone', { ids: [ids[0]], pattern: 'copy of {name}' });
    expect(cloned.status, cloned.text).toBe(200);
    const copies = await call('GET', '/api/demand/tags?q=copy&status=0,1');
    expect((copies.body as { rows: Item[] }).rows).toMatchObject([{ partner: 'openx' }]);
    const log = (await call('GET', `/api/log?entity=tag&rowId=${ids[0]}`)).body as { rows: LogRow[] };
    expect(log.rows[0]?.fields).toEqual([{ field: 'partner', from: '', to: 'openx' }]);
  });

  test('[REF-07] is in documents of configuration as code, and documents without it stay valid', async () => {
    const id = await create('sups', { name: named('as code'), partner: 'openx' });
    const document = parse((await call('GET', '/api/config.yaml')).text) as Record<string, Item[]>;
    const item = document['suppliers']?.find((supplier) => supplier['id'] === id);
    expect(item).toMatchObject({ partner: 'openx' });
    delete item?.['partner'];
    // A tag that was switched from Prebid to an ad tag URL in an earlier version still names its partner.
    const tag = document['tags']?.find((each) => each['id'] === account.ids.tag);
    if (tag) tag['partner'] = 'rubiconP';
    const planned = await call('POST', '/api/config?isDryRun=true', stringify(document), {
      'content-type': 'application/yaml',
    });
    expect(planned.status, planned.text).toBe(200);
    const { changes, problems } = planned.body as ConfigResponse;
    expect(problems).toEqual([]);
    expect(changes.map(({ fields }) => fields)).toEqual([
      [{ field: 'partner', from: '', to: 'rubiconP' }],
      [{ field: 'partner', from: 'openx', to: '' }],
    ]);
  });

  test('[REF-07] is seen by those who see the row, and set by those who may change it', async () => {
    const adv = await api.signIn(account.logins.adv);
    expect((await adv('GET', '/api/demand/sups')).status).toBe(403);
    expect((await adv('PATCH', `/api/demand/tags/${account.ids.tag}`, { partner: 'openx' })).status).toBe(403);
    expect(await partnerOf('tags', account.ids.tag)).toBe('');
  });
});
