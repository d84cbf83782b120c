import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let alpha: TestAccount;
let bravo: TestAccount;
let root: Caller;
let owner: Caller;
let neighbour: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { SELLER_DOMAIN: 'platform.example' } });
  alpha = await buildAccount(api, 'alpha');
  bravo = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  owner = await api.signIn(alpha.logins.demand);
  neighbour = await api.signIn(bravo.logins.demand);
});

afterAll(() => api.close());

const seller = (part: object = {}) => ({
  type: 'PUBLISHER',
  name: 'Press',
  id: '',
  status: 1,
  confidential: 0,
  ...part,
});

let count = 0;
function make(call: Caller, part: object): Promise<ApiResponse> {
  count += 1;
  return call('POST', '/api/demand/subs', { name: `press ${count}`, sellersJson: seller(part) });
}
const setAccount = (id: number, values: object) => root('PATCH', `/api/demands/${id}`, values);
const taken = (answer: ApiResponse) => [answer.status, problemsOf(answer)];

describe('an id of a seller', () => {
  test('belongs to one seller inside the account: another one that requests it is refused with the path', async () => {
    const id = idOf(await make(owner, { id: 'pub-1' }));
    expect(taken(await make(owner, { id: 'pub-1' }))).toEqual([409, ['sellersJson.id: taken']]);
    const other = idOf(await make(owner, { id: 'pub-2' }));
    const change = (of: number, sid: string) =>
      owner('PATCH', `/api/demand/subs/${of}`, { sellersJson: seller({ id: sid }) });
    expect(taken(await change(other, 'pub-1'))).toEqual([409, ['sellersJson.id: taken']]);
    expect((await change(id, 'pub-1')).status).toBe(200);
    // An id that was given up, or whose seller is archived, is free.
    expect((await change(id, 'pub-9')).status).toBe(200);
    expect((await change(other, 'pub-1')).status).toBe(200);
    expect((await owner('PATCH', `/api/demand/subs/${other}`, { status: 2 })).status).toBe(200);
    idOf(await make(owner, { id: 'pub-1' }));
    expect(taken(await owner('PATCH', `/api/demand/subs/${other}`, { status: 1 }))).toEqual([
      409,
      ['sellersJson.id: taken'],
    ]);
  });

  test('cannot be one that another seller has by default', async () => {
    expect(taken(await make(owner, { id: `s${alpha.ids.subpublisher}` }))).toEqual([409, ['sellersJson.id: taken']]);
    expect(taken(await make(owner, { id: `a${alpha.demandId}` }))).toEqual([409, ['sellersJson.id: taken']]);
  });

  test('is not shared by sub-publishers and the account’s own entries, in either order', async () => {
    idOf(await make(owner, { id: 'desk' }));
    const profile = (await owner('GET', '/api/demand/info')).body as object;
    const save = (...ids: string[]) =>
      owner('PUT', '/api/demand/info', {
        ...profile,
        sellersJson: ids.map((id) => ({ id, domain: 'press.example', name: 'Press' })),
      });
    expect(taken(await save('free', 'desk'))).toEqual([409, ['sellersJson.1.id: taken']]);
    expect((await save('free', 'own')).status).toBe(200);
    expect(taken(await make(owner, { id: 'own' }))).toEqual([409, ['sellersJson.id: taken']]);
    expect((await save()).status).toBe(200);
  });

  test('belongs to one seller among accounts that share the platform’s file, and per account with a file of its own', async () => {
    idOf(await make(owner, { id: 'shared' }));
    expect(taken(await make(neighbour, { id: 'shared' }))).toEqual([409, ['sellersJson.id: taken']]);
    expect((await setAccount(bravo.demandId, { domain: 'ads.bravo.example' })).status).toBe(200);
    idOf(await make(neighbour, { id: 'shared' }));
    // Giving up the domain would bring both into one file.
    expect(taken(await setAccount(bravo.demandId, { domain: '' }))).toEqual([409, ['domain: taken']]);
  });

  test('belongs to one seller within a change set, and may be transferred in it', async () => {
    const [first, second] = [idOf(await make(owner, { id: 'x-1' })), idOf(await make(owner, { id: 'x-2' }))];
    const set = (...ids: [number, string][]) =>
      owner('POST', '/api/changes', {
        changes: ids.map(([id, sid]) => ({
          entity: 'subpublisher',
          action: 'update',
          id,
          values: { sellersJson: seller({ id: sid }) },
        })),
      });
    expect((await set([first, 'x-2'], [second, 'x-1'])).status).toBe(200);
    const refused = await set([first, 'x-3'], [second, 'x-3']);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('sellersJson.id');
  });

  test('stays with its seller: a clone gets one of its own', async () => {
    const id = idOf(await make(owner, { id: 'original' }));
    const copied = await owner('POST', '/api/demand/subs/clone', { ids: [id], copies: 2 });
    expect(copied.status, copied.text).toBe(200);
    const { rows } = (await owner('GET', '/api/demand/subs?size=100&sort=-id&status=0')).body as {
      rows: { id: number; name: string }[];
    };
    const ids = rows.slice(0, 2).map((row) => row.id);
    for (const copy of ids) {
      const { body } = await owner('GET', `/api/demand/subs/${copy}`);
      expect(body).toMatchObject({ sellersJson: seller() });
    }
  });
});

describe('the lines for ads.txt', () => {
  test('name the platform and the seller, as DIRECT or RESELLER', async () => {
    const lines = async (part: object) => {
      const id = idOf(await make(owner, part));
      return { id, body: (await owner('GET', `/api/demand/subs/${id}/adsTxt`)).body };
    };
    expect((await lines({ id: 'l-1' })).body).toEqual({
      asi: 'platform.example',
      sellerId: 'l-1',
      isListed: true,
      direct: 'platform.example, l-1, DIRECT',
      reseller: null,
    });
    expect((await lines({ id: 'l-2', type: 'INTERMEDIARY', status: 0 })).body).toMatchObject({
      isListed: false,
      direct: null,
      reseller: 'platform.example, l-2, RESELLER',
    });
    const { id, body } = await lines({ type: 'BOTH' });
    expect(body).toMatchObject({
      sellerId: `s${id}`,
      direct: `platform.example, s${id}, DIRECT`,
      reseller: `platform.example, s${id}, RESELLER`,
    });
  });

  test('name the root of the account’s domain if it has one', async () => {
    const { body } = await neighbour('GET', `/api/demand/subs/${bravo.ids.subpublisher}/adsTxt`);
    expect(body).toMatchObject({ asi: 'bravo.example', sellerId: `s${bravo.ids.subpublisher}` });
  });

  test('are available to a sub-publisher for its own, and to the users of the account', async () => {
    const sub = await api.signIn(alpha.logins.sub);
    expect((await sub('GET', '/api/demand/info/adsTxt')).body).toMatchObject({
      sellerId: `s${alpha.ids.subpublisher}`,
    });
    expect((await owner('GET', '/api/demand/info/adsTxt')).body).toMatchObject({
      sellerId: `a${alpha.demandId}`,
      isListed: true,
      direct: `platform.example, a${alpha.demandId}, DIRECT`,
      reseller: null,
    });
    const adv = await api.signIn(alpha.logins.adv);
    expect((await adv('GET', '/api/demand/info/adsTxt')).status).toBe(403);
  });

  test('[NAV-21] are listed for the account and each of its sub-publishers that is not archived', async () => {
    const archived = idOf(await make(owner, {}));
    expect((await owner('PATCH', `/api/demand/subs/${archived}`, { status: 2 })).status).toBe(200);
    const { body } = await owner('GET', '/api/demand/adsTxt');
    const rows = body as { subpublisher: { id: number; name: string } | null; sellerId: string }[];
    const { subpublisher: first, ...own } = rows[0]!;
    expect(first).toBeNull();
    expect(own).toEqual((await owner('GET', '/api/demand/info/adsTxt')).body);
    const names = rows.slice(1).map(({ subpublisher }) => subpublisher!.name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    const ids = rows.slice(1).map(({ subpublisher }) => subpublisher!.id);
    expect(ids).toContain(alpha.ids.subpublisher);
    expect(ids).not.toContain(archived);
    expect(ids).not.toContain(bravo.ids.subpublisher);
  });

  test('are not available to others', async () => {
    for (const login of [alpha.logins.sub, alpha.logins.adv, alpha.logins.sdk]) {
      const partner = await api.signIn(login);
      expect((await partner('GET', '/api/demand/adsTxt')).status).toBe(403);
    }
    expect((await neighbour('GET', `/api/demand/subs/${alpha.ids.subpublisher}/adsTxt`)).status).toBe(404);
    expect((await api.anonymous('GET', '/api/demand/info/adsTxt')).status).toBe(403);
  });
});
