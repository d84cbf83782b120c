import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import type { Profile } from '#api/profile/profileContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

const path = '/api/demand/token';

let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let root: Caller;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const shownToken = async (call: Caller) => ((await call('GET', '/api/demand/info')).body as Profile).token;

async function create(call: Caller = owner): Promise<string> {
  const answer = await call('POST', path);
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as { token: string }).token;
}

/** Makes calls as a program does. */
const programOf =
  (token: string): Caller =>
  (method, to, body, headers = {}) =>
    api.anonymous(method, to, body, { authorization: `Bearer ${token}`, ...headers });

const statusOf = async (token: string) => (await programOf(token)('GET', '/api/demand/tags')).status;

async function manager(more: object): Promise<Caller> {
  const login = `manager-${Math.random()}`;
  idOf(await owner('POST', '/api/demand/managers', { name: login, login, password, ...more }));
  return api.signIn(login);
}

const rowsOf = (answer: ApiResponse) => (answer.body as { rows: LogRow[] }).rows;

describe('the token of an account', () => {
  test('does not exist until its owner creates it, and is only shown in full in that response', async () => {
    const bravo = await api.signIn(other.logins.demand);
    expect(await shownToken(bravo)).toBe('');
    expect(await api.sql('select * from api_tokens')).toEqual([]);
    const token = await create(bravo);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await shownToken(bravo)).toBe(`••••${token.slice(-4)}`);
    expect(await statusOf(token)).toBe(200);
  });

  test('is stored as a hash and its last four characters', async () => {
    const token = await create();
    const [row] = await api.sql(`select * from api_tokens where demand_id = ${account.demandId}`);
    expect(row).toEqual({
      demand_id: account.demandId,
      token_hash: createHash('sha256').update(token).digest('hex'),
      hint: token.slice(-4),
      created_at: expect.any(Date),
      last_used_at: null,
      last_used_ip: '',
      notified_at: expect.any(Date),
    });
    expect(await statusOf(String(row?.['token_hash']))).toBe(401);
  });

  test('is replaced and revoked by its owner, with immediate effect', async () => {
    const first = await create();
    const second = await create();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect(await owner('DELETE', path)).toMatchObject({ status: 200, body: {} });
    expect(await statusOf(second)).toBe(401);
    expect(await shownToken(owner)).toBe('');
    expect((await owner('DELETE', path)).status).toBe(200);
  });

  test('cannot be read, created or revoked by a manager, whatever its role and scope', async () => {
    const token = await create();
    for (const managerRole of ['full', 'trafficker', 'readonly', 'finance']) {
      for (const scope of [{}, { scopeAdvertiserIds: [account.ids.advertiser] }]) {
        const call = await manager({ managerRole, ...scope });
        expect((await call('GET', '/api/demand/info')).body, managerRole).not.toHaveProperty('token');
        expect((await call('POST', path)).status, managerRole).toBe(403);
        expect((await call('DELETE', path)).status, managerRole).toBe(403);
      }
    }
    for (const login of [account.logins.sub, account.logins.adv, account.logins.sdk]) {
      const call = await api.signIn(login);
      expect((await call('POST', path)).status, login).toBe(403);
    }
    expect(await statusOf(token)).toBe(200);
  });

  test('cannot be managed by an admin who acts as the owner', async () => {
    const token = await create();
    const acting = await api.signIn('super');
    await acting('GET', `/api/switch?type=demand&id=${account.demandId}`);
    expect((await acting('GET', '/api/demand/info')).body).not.toHaveProperty('token');
    expect((await acting('POST', path)).status).toBe(403);
    expect((await acting('DELETE', path)).status).toBe(403);
    expect(await statusOf(token)).toBe(200);
  });

  test('outlives suspended users as long as the account has an active owner', async () => {
    const token = await create();
    const user = { name: 'second', login: 'alpha-second', password, type: 'demand', demandId: account.demandId };
    const second = idOf(await root('POST', '/api/users', user));
    await root('PATCH', `/api/users/${account.ids.user}`, { status: 0 });
    expect(await statusOf(token)).toBe(200);
    await root('PATCH', `/api/users/${second}`, { status: 0 });
    // Managers still exist: none of them replaces an owner.
    expect(await statusOf(token)).toBe(401);
    await root('PATCH', `/api/users/${account.ids.user}`, { status: 1 });
    expect(await statusOf(token)).toBe(200);
    owner = await api.signIn(account.logins.demand);
  });

  test('is revoked by the super admin, who cannot create one', async () => {
    const token = await create();
    const ofAccount = `/api/demands/${account.demandId}/token`;
    await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
    expect((await root('POST', ofAccount)).status).toBe(405);
    expect((await (await api.signIn('admin'))('DELETE', ofAccount)).status).toBe(403);
    expect((await owner('DELETE', ofAccount)).status).toBe(403);
    expect((await root('DELETE', '/api/demands/2000000000/token')).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await root('DELETE', ofAccount)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await shownToken(owner)).toBe('');
  });

  test('has every creation and revocation in the log, without its value', async () => {
    const token = await create();
    await owner('DELETE', path);
    await owner('DELETE', path);
    await create();
    await root('DELETE', `/api/demands/${account.demandId}/token`);
    const answer = await owner('GET', '/api/log?action=token,tokenRevoked&size=4');
    expect(rowsOf(answer).map(({ action, userName, entity, rowId }) => [action, userName, entity, rowId])).toEqual([
      ['tokenRevoked', 'Super admin', 'demand', account.demandId],
      ['token', 'alpha demand', 'demand', account.demandId],
      ['tokenRevoked', 'alpha demand', 'demand', account.demandId],
      ['token', 'alpha demand', 'demand', account.demandId],
    ]);
    expect(answer.text).not.toContain(token);
  });
});

describe('a program with the token', () => {
  test('has the rights of the owner, except for tokens and sessions of others', async () => {
    const token = await create();
    const program = programOf(token);
    expect((await program('GET', '/api/session')).body).toMatchObject({ role: 'demand', demandId: account.demandId });
    expect((await program('GET', '/api/demand/info')).body).not.toHaveProperty('token');
    for (const method of ['POST', 'DELETE']) expect((await program(method, path)).status, method).toBe(403);
    expect((await program('GET', `/api/switch?type=user&id=${account.ids.manager}`)).status).toBe(403);
    await api.signIn('alpha-manager');
    expect(await statusOf(token)).toBe(200);
  });

  test('creates and changes no users in any way: they would outlive it', async () => {
    const program = programOf(await create());
    const people = { managers: account.ids.manager, logins: account.ids.login };
    for (const [path, id] of Object.entries(people)) {
      const history = `/api/log?entity=user,manager,login&rowId=${id}`;
      const all = `/api/demand/${path}`;
      expect((await program('GET', `${all}/${id}`)).status, path).toBe(200);
      const row = { name: 'by a program', login: `by-a-program-${path}`, password, managerRole: 'full', type: 'adv' };
      expect((await program('POST', all, row)).status, path).toBe(403);
      for (const values of [{ password: 'another good password' }, { name: 'renamed' }, { scopeAdvertiserIds: [] }]) {
        expect((await program('PATCH', `${all}/${id}`, values)).status, path).toBe(403);
      }
      expect((await program('POST', `${all}/bulk`, { ids: [id], status: 0 })).status, path).toBe(403);
      expect((await owner('POST', `${all}/bulk`, { ids: [id], status: 0 })).status, path).toBe(200);
      const [suspended] = rowsOf(await owner('GET', `${history}&action=status&size=1`));
      expect((await program('POST', `/api/log/${suspended?.id}/revert`)).status, path).toBe(403);
      const [set] = await api.sql(`select batch from changes where id = ${suspended?.id}`);
      expect((await program('POST', `/api/changes/${Number(set?.['batch'])}/undo`)).status, path).toBe(403);
      expect((await owner('POST', `${all}/bulk`, { ids: [id], status: 1 })).status, path).toBe(200);
      expect(rowsOf(await program('GET', `${history}&size=100`)).some(({ canRevert }) => canRevert)).toBe(false);
    }
  });

  test('saves the profile as it read it', async () => {
    const program = programOf(await create());
    const profile = (await program('GET', '/api/demand/info')).body as Profile;
    const answer = await program('PUT', '/api/demand/info', { ...profile, contactNumber: '12-34' });
    expect([answer.status, (answer.body as Profile).contactNumber]).toEqual([200, '12-34']);
    expect(answer.body).not.toHaveProperty('token');
  });

  test('is in the log as the token and not as the owner, whichever call changes rows', async () => {
    const program = programOf(await create());
    const advertiser = (name: string) => ({
      changes: [{ entity: 'advertiser', action: 'update', id: account.ids.advertiser, values: { name } }],
    });
    await program('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { name: 'one' });
    const { batch } = (await program('POST', '/api/changes', advertiser('two'))).body as { batch: number };
    await program('POST', `/api/changes/${batch}/undo`);
    await program('POST', '/api/demand/advs/bulk', { ids: [account.ids.advertiser], status: 0 });
    await program('POST', '/api/demand/advs/bulk', { ids: [account.ids.advertiser], status: 1 });
    const entries = rowsOf(await owner('GET', `/api/log?entity=advertiser&rowId=${account.ids.advertiser}&size=5`));
    expect(entries.map(({ userId, userName, source }) => [userId, userName, source])).toEqual([
      [null, 'API token', 'bulk'],
      [null, 'API token', 'bulk'],
      [null, 'API token', 'revert'],
      [null, 'API token', 'api'],
      [null, 'API token', 'api'],
    ]);
    expect(await api.sql(`select user_id from change_sets where id = ${batch}`)).toEqual([{ user_id: null }]);
    // The owner can revert changes of the token.
    expect((await owner('POST', `/api/log/${entries[4]?.id}/revert`)).status).toBe(200);
  });

  test('is found in the log by its author', async () => {
    const program = programOf(await create());
    await program('PATCH', `/api/demand/tags/${account.ids.tag}`, { notes: 'by a program' });
    await owner('PATCH', `/api/demand/tags/${account.ids.tag}`, { notes: 'by a person' });
    const authors = (await owner('GET', '/api/log/authors')).body as { id: number; name: string }[];
    expect(authors).toContainEqual({ id: 0, name: 'API token' });
    const ofToken = rowsOf(await owner('GET', '/api/log?userId=0&size=1000'));
    expect(ofToken[0]).toMatchObject({ entity: 'tag', userName: 'API token', source: 'api' });
    expect(new Set(ofToken.map(({ userName }) => userName))).toEqual(new Set(['API token']));
    const both = rowsOf(await owner('GET', `/api/log?userId=0,${account.ids.user}&entity=tag&size=2`));
    expect(both.map(({ userName }) => userName)).toEqual(['alpha demand', 'API token']);
    const scoped = await manager({ managerRole: 'full', scopeAdvertiserIds: [account.ids.advertiser] });
    expect(rowsOf(await scoped('GET', '/api/log?userId=0'))).toEqual([]);
    expect((await scoped('GET', '/api/log/authors')).body).not.toContainEqual({ id: 0, name: 'API token' });
  });

  test('neither signs out nor in: such calls are not logged as acts of the owner', async () => {
    const program = programOf(await create());
    await program('GET', '/api/auth/logout');
    expect((await owner('GET', '/api/session')).status).toBe(200);
    expect(rowsOf(await owner('GET', '/api/log?action=logout'))).toEqual([]);
  });
});
