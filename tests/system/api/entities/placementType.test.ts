import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'placed');
  call = await api.signIn(account.logins.demand);
});
afterAll(() => api.close());

type Item = Record<string, unknown>;

const createChannel = async (values: object) => idOf(await call('POST', '/api/demand/channels', values));
const typeOf = async (id: number) => ((await call('GET', `/api/demand/channels/${id}`)).body as Item)['placementType'];

describe('OpenRTB 2.6, 3.2.7: the placement type of a channel', () => {
  test('is unknown unless it is set, and only a type of the list is accepted', async () => {
    const id = await createChannel({ name: 'bare' });
    expect(await typeOf(id)).toBe('unknown');
    for (const placementType of ['instream', 'accompanying', 'interstitial', 'outstream', 'unknown']) {
      expect((await call('PATCH', `/api/demand/channels/${id}`, { placementType })).status).toBe(200);
      expect(await typeOf(id)).toBe(placementType);
    }
    const refused = await call('PATCH', `/api/demand/channels/${id}`, { placementType: 'midroll' });
    expect([refused.status, problemsOf(refused)]).toEqual([400, ['placementType: invalid_value']]);
  });

  test('is in the snapshot that serving reads', async () => {
    const id = await createChannel({ name: 'served', placementType: 'outstream' });
    const { rows } = await api.deps.entities.checkpoint();
    expect(rows.find((row) => row.type === 'row' && row.entity === 'channel' && row.id === id)).toMatchObject({
      row: { placementType: 'outstream' },
    });
  });

  test('of a channel that an earlier version stored is unknown', async () => {
    const [column] = await api.sql(
      "SELECT column_default, is_nullable FROM information_schema.columns WHERE table_name = 'channels' AND column_name = 'placement_type'",
    );
    expect(column).toMatchObject({ column_default: "'unknown'::text", is_nullable: 'NO' });
  });

  test('is exported and imported as CSV, by its label or its value', async () => {
    const id = await createChannel({ name: 'in a file', placementType: 'instream' });
    const file = (await call('GET', '/api/demand/channels/export.csv?columns=name,placementType')).text;
    expect(file).toContain('in a file,Instream');
    const headers = { 'content-type': 'text/csv' };
    const lines = `id,name,Placement type\r\n${id},in a file,Outstream (no content)\r\n`;
    const imported = await call('POST', '/api/demand/channels/import', lines, headers);
    expect((imported.body as ImportResponse).faults).toEqual([]);
    expect(await typeOf(id)).toBe('outstream');
  });

  test('is in documents of configuration as code, and former documents mean unknown', async () => {
    const id = await createChannel({ name: 'as code', placementType: 'interstitial' });
    const document = parse((await call('GET', '/api/config.yaml')).text) as Record<string, Item[]>;
    const item = document['channels']?.find((channel) => channel['id'] === id);
    expect(item).toMatchObject({ placementType: 'interstitial' });
    delete item?.['placementType'];
    const planned = await call('POST', '/api/config?isDryRun=true', stringify(document), {
      'content-type': 'application/yaml',
    });
    expect(planned.status, planned.text).toBe(200);
    const { changes, problems } = planned.body as ConfigResponse;
    expect(problems).toEqual([]);
    expect(changes).toMatchObject([
      { name: 'as code', fields: [{ field: 'placementType', from: 'interstitial', to: 'unknown' }] },
    ]);
  });

  test('is documented', async () => {
    const document = JSON.stringify((await call('GET', '/api/openapi.json')).body);
    expect(document).toContain('"enum":["unknown","instream","accompanying","interstitial","outstream"]');
  });
});
