import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
let root: Caller;
/** The owner of an account whose DSP mode was disabled after it had campaigns. */
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
  owner = await api.signIn(account.logins.demand);
});
afterAll(() => api.close());

/** Paths of the entities of DSP mode. */
const paths = ['campaigns', 'creatives', 'adexchanges', 'sups', 'deals'];

async function setDsp(showDsp: boolean): Promise<void> {
  const changed = await root('PATCH', `/api/demands/${account.demandId}`, { showDsp });
  expect(changed.status).toBe(200);
}

describe('[MODE-02] [GUARD-03] DSP mode belongs to accounts for which it is enabled', () => {
  const calls = (path: string): [string, string, unknown?][] => {
    const entity = { campaigns: 'campaign', creatives: 'creative', adexchanges: 'adexchange', sups: 'supplier' }[path];
    const id = account.ids[(entity ?? 'deal') as 'deal'];
    return [
      ['GET', `/api/demand/${path}`],
      ['GET', `/api/demand/${path}/${id}`],
      ['GET', `/api/demand/${path}/list`],
      ['PATCH', `/api/demand/${path}/${id}`, { name: 'Renamed' }],
      ['POST', `/api/demand/${path}`, { name: 'New' }],
      ['POST', `/api/demand/${path}/bulk`, { ids: [id], status: 0 }],
    ];
  };

  test.each(paths)('calls for %s are refused without it, and change nothing', async (path) => {
    const before = (await root('GET', `/api/demand/${path}`)).body;
    await setDsp(false);
    for (const [method, url, body] of calls(path)) {
      expect((await owner(method, url, body)).status, `${method} ${url}`).toBe(403);
    }
    expect((await root('GET', `/api/demand/${path}`)).body).toEqual(before);
    await setDsp(true);
    expect((await owner('GET', `/api/demand/${path}`)).status).toBe(200);
  });

  test('no other call shows or changes them', async () => {
    await setDsp(false);
    const found = await owner('GET', '/api/search?q=alpha');
    expect(found.status).toBe(200);
    const entitiesFound = (found.body as { entity: string }[]).map(({ entity }) => entity);
    expect(entitiesFound).toContain('channel');
    for (const entity of ['campaign', 'creative', 'adexchange', 'supplier', 'deal']) {
      expect(entitiesFound).not.toContain(entity);
    }
    const changes = [{ entity: 'supplier', action: 'create', values: { name: 'By change set' } }];
    expect((await owner('POST', '/api/changes', { changes })).status).toBe(403);
    expect((await owner('POST', '/api/demand/creatives/review', { ids: [account.ids.creative] })).status).toBe(403);
    expect(JSON.stringify((await root('GET', '/api/demand/sups')).body)).not.toContain('By change set');
    await setDsp(true);
  });

  test('admins read them', async () => {
    await setDsp(false);
    for (const path of paths) expect((await root('GET', `/api/demand/${path}`)).status).toBe(200);
    await setDsp(true);
  });
});
