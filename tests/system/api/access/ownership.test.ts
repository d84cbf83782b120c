import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi, fixesOf } from '../startTestApi.ts';

let api: TestApi;
let alpha: TestAccount;
let root: Caller;
let own: Caller;

beforeAll(async () => {
  api = await startTestApi();
  alpha = await buildAccount(api, 'alpha');
  await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  own = await api.signIn(alpha.logins.demand);
});
afterAll(() => api.close());

const addMembers = (call: Caller, list: string, lines: string[]) =>
  call('POST', `/api/demand/${list}/members?mode=add`, lines.join('\n'), { 'content-type': 'text/plain' });

interface Listed {
  rows: { id: number; name: string; demandId: number | null; names: Record<string, string> }[];
  total: number;
}

describe('lists of the platform', () => {
  let platformList: number;

  beforeAll(async () => {
    platformList = idOf(await root('POST', '/api/demand/applists', { name: 'everywhere' }));
    await addMembers(root, `applists/${platformList}`, ['com.example.bad']);
  });

  test('every account reads them beside its own, and no other account’s', async () => {
    const { rows } = (await own('GET', '/api/demand/applists')).body as Listed;
    expect(rows.map(({ name, demandId }) => [name, demandId])).toEqual([
      ['alpha applists', alpha.demandId],
      ['everywhere', null],
    ]);
    const names = (await own('GET', '/api/demand/applists/list')).body as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['alpha applists', 'everywhere']);
    expect((await own('GET', `/api/demand/applists/${platformList}`)).body).toMatchObject({ appCount: 1 });
    expect((await own('GET', `/api/demand/applists/${platformList}/members`)).text).toContain('com.example.bad');
  });

  test('an account is refused a change of one with an explanation, and not as if it lacked the right', async () => {
    const answer = await own('PATCH', `/api/demand/applists/${platformList}`, { name: 'mine' });
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual([': read_only']);
    const bulk = await own('POST', '/api/demand/applists/bulk', { ids: [platformList], status: 2 });
    expect(bulk.body).toMatchObject({ changed: 0, results: [{ problem: { code: 'not_found' } }] });
    const all = await own('POST', '/api/demand/applists/bulk', { all: { q: 'everywhere' }, status: 2 });
    expect(all.body).toMatchObject({ changed: 0, results: [] });
    const added = await addMembers(own, `applists/${platformList}`, ['com.example.good']);
    expect(problemsOf(added)).toEqual([': read_only']);
    expect((await root('PATCH', `/api/demand/applists/${platformList}`, { status: 0 })).status).toBe(200);
  });
});

describe('lists of members', () => {
  let ofLists: TestApi;
  let owner: Caller;
  let pubList: number;

  beforeAll(async () => {
    ofLists = await startTestApi({ edition: 'V2V' });
    const account = await buildAccount(ofLists, 'alpha');
    owner = await ofLists.signIn(account.logins.demand);
    pubList = account.ids.pubList;
  });
  afterAll(() => ofLists.close());

  test('[LIST-01] the lists of creatives and publishers have a member count', async () => {
    const creative = idOf(await owner('POST', '/api/demand/crelists', { name: 'two' }));
    await addMembers(owner, `crelists/${creative}`, ['a', 'b']);
    expect((await owner('GET', '/api/demand/crelists/list')).body).toContainEqual({
      id: creative,
      name: 'two',
      creCount: 2,
    });
    expect((await owner('GET', '/api/demand/publists/list')).body).toEqual([
      { id: pubList, name: 'alpha publists', pubCount: 0 },
    ]);
    await addMembers(owner, `crelists/${creative}`, ['b', 'c']);
    expect((await owner('GET', `/api/demand/crelists/${creative}`)).body).toMatchObject({ creCount: 3 });
  });

  test('a count cannot be set', async () => {
    const counted = await owner('POST', '/api/demand/publists', { name: 'counted', pubCount: 5 });
    expect(problemsOf(counted)).toEqual(['pubCount: unknown_field']);
  });
});

test('targeting only takes known countries and categories, each either included or excluded', async () => {
  const unknown = await own('POST', '/api/demand/targetings', {
    name: 't',
    countries: ['DE', 'XX'],
    categories: ['IAB99'],
  });
  expect(unknown.status).toBe(422);
  expect(problemsOf(unknown)).toEqual(['countries: unknown_value', 'categories: unknown_value']);
  const both = await own('POST', '/api/demand/targetings', { name: 't', countries: ['DE'], excludedCountries: ['DE'] });
  expect(problemsOf(both)).toEqual(['excludedCountries: both_ways']);
});

test('an account has at most as many tags and channels as its limits, not counting archived ones', async () => {
  await root('PATCH', `/api/demands/${alpha.demandId}`, { maxTags: 2, maxChannels: 1 });
  const tag = (name: string) =>
    own('POST', '/api/demand/tags', { name, advertiserId: alpha.ids.advertiser, url: 'https://ads.example/' });
  const second = idOf(await tag('second'));
  const third = await tag('third');
  expect(third.status).toBe(422);
  expect(problemsOf(third)).toEqual([': limit_reached']);
  expect(fixesOf(third)).toEqual(['View tags: /tags']);
  await own('PATCH', `/api/demand/tags/${second}`, { status: 2 });
  expect((await tag('third')).status).toBe(201);
  expect(problemsOf(await own('POST', '/api/demand/channels', { name: 'one more' }))).toEqual([': limit_reached']);
  await root('PATCH', `/api/demands/${alpha.demandId}`, { maxTags: 0, maxChannels: 0 });
});

test('a channel’s tag has the account’s own domain if set', async () => {
  const tag = () => own('GET', `/api/demand/channels/${alpha.ids.channel}/tag`);
  expect((await tag()).body).toMatchObject({ url: expect.stringMatching(/^http:\/\/localhost:8090\/vast\/\w{16}$/) });
  expect((await root('PATCH', `/api/demands/${alpha.demandId}`, { domain: 'no domain' })).status).toBe(400);
  await root('PATCH', `/api/demands/${alpha.demandId}`, { domain: 'ads.alpha.example' });
  expect((await tag()).body).toMatchObject({
    url: expect.stringMatching(/^https:\/\/ads\.alpha\.example\/vast\/\w{16}$/),
  });
});

describe('managers and logins are subsets of the users', () => {
  test('a manager is a demand user of the account of its creator', async () => {
    const users = (await root('GET', `/api/users?demandId=${alpha.demandId}&size=100`)).body as {
      rows: { id: number; login: string; type: string; managerId: number | null }[];
    };
    const manager = users.rows.find(({ login }) => login === 'alpha-manager');
    expect(manager).toMatchObject({ id: alpha.ids.manager, type: 'demand', managerId: alpha.ids.user });
    const managers = (await own('GET', '/api/demand/managers')).body as Listed;
    expect(managers.rows.map(({ id }) => id)).toEqual([alpha.ids.manager]);
    const logins = (await own('GET', '/api/demand/logins?size=100')).body as { rows: { type: string }[] };
    expect([...new Set(logins.rows.map(({ type }) => type))].sort()).toEqual(['adv', 'sdk', 'sub']);
  });

  test('[MODE-01] a managed demand user signs in with managerId and the rights of its role', async () => {
    const manager = await api.signIn('alpha-manager');
    expect((await manager('GET', '/api/session')).body).toMatchObject({
      type: 'demand',
      role: 'readonly',
      managerId: alpha.ids.user,
      demandId: alpha.demandId,
    });
    expect((await manager('GET', '/api/demand/tags')).status).toBe(200);
    expect((await manager('PATCH', `/api/demand/tags/${alpha.ids.tag}`, { name: 'x' })).status).toBe(403);
  });

  test('an owner is not a manager: it is not in the list, and cannot be changed through it', async () => {
    expect((await own('GET', `/api/demand/managers/${alpha.ids.user}`)).status).toBe(404);
    expect((await own('PATCH', `/api/demand/managers/${alpha.ids.user}`, { status: 0 })).status).toBe(404);
    expect((await own('PATCH', `/api/demand/logins/${alpha.ids.user}`, { status: 0 })).status).toBe(404);
  });

  test('a login is unique on the platform, whoever requests it', async () => {
    const taken = await own('POST', '/api/demand/logins', { name: 'x', login: 'BRAVO-demand', password, type: 'sdk' });
    expect(taken.status).toBe(409);
    expect(problemsOf(taken)).toEqual(['login: taken']);
  });
});

describe('programs of an account', () => {
  test('a bearer token has the rights of the owner, and a wrong one gets 401', async () => {
    const { token } = (await own('POST', '/api/demand/token')).body as { token: string };
    const bearer = { authorization: `Bearer ${token}` };
    expect((await api.anonymous('GET', '/api/session', undefined, bearer)).body).toMatchObject({
      role: 'demand',
      demandId: alpha.demandId,
    });
    const tags = (await api.anonymous('GET', '/api/demand/tags', undefined, bearer)).body as Listed;
    expect(new Set(tags.rows.map(({ demandId }) => demandId))).toEqual(new Set([alpha.demandId]));
    for (const wrong of ['Bearer nonsense', 'Bearer ', 'Basic YTpi']) {
      const answer = await api.anonymous('GET', '/api/demand/tags', undefined, { authorization: wrong });
      expect(answer.status, wrong).toBe(401);
    }
    await own('POST', '/api/demand/token');
    expect((await api.anonymous('GET', '/api/demand/tags', undefined, bearer)).status).toBe(401);
  });

  test('a suspended account’s token is refused', async () => {
    const bravo = (await root('GET', '/api/demands?q=bravo')).body as Listed;
    const id = bravo.rows[0]?.id ?? 0;
    const { token } = (await (await api.signIn('bravo-demand'))('POST', '/api/demand/token')).body as { token: string };
    const bearer = { authorization: `Bearer ${token}` };
    expect((await api.anonymous('GET', '/api/session', undefined, bearer)).status).toBe(200);
    await root('PATCH', `/api/demands/${id}`, { status: 0 });
    expect((await api.anonymous('GET', '/api/session', undefined, bearer)).status).toBe(401);
  });
});
