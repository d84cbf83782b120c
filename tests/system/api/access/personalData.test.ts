import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { createKey } from './createKey.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let root: Caller;
let account: TestAccount;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  root = await api.signIn('super');
});
afterAll(() => api?.close());

const address = '203.0.113.77';

/** Creates a user who has signed in from an address, with a view, a saved report and a schedule. */
async function makePerson(login: string, type: 'admin' | 'demand' = 'demand'): Promise<{ id: number; call: Caller }> {
  const demandId = type === 'demand' ? { demandId: account.demandId } : {};
  const id = idOf(await root('POST', '/api/users', { name: `Ada ${login}`, login, password, type, ...demandId }));
  await root('PATCH', `/api/users/${id}`, { name: `Ada Byron ${login}` });
  await api.anonymous('POST', '/api/auth/login', { login, password: 'a wrong password' });
  const call = await api.signIn(login);
  const view = { page: '/tags', name: 'Mine', search: 'status=all' };
  if (type === 'demand') {
    expect((await call('POST', '/api/views', view)).status).toBe(201);
    const request = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };
    const saved = await call('POST', '/api/savedReport', { name: 'Week', ivt: false, saveAs: 'definition', request });
    expect(saved.status, saved.text).toBe(201);
  }
  await api.sql(`update changes set ip = '${address}' where user_id = ${id} or row_id = ${id} and user_id is null`);
  return { id, call };
}

const tablesOf = (body: unknown) => (body as { tables: Record<string, Record<string, unknown>[]> }).tables;

describe('an export', () => {
  test('has everything about the user and no secret, is a file, and is in the log', async () => {
    const { id } = await makePerson('ada@mail.example');
    const answer = await root('GET', `/api/users/${id}/personal-data`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`personal-data-${id}.json`);
    const tables = tablesOf(answer.body);
    expect(tables['users']).toEqual([expect.objectContaining({ id, login: 'ada@mail.example' })]);
    expect(tables['sessions']).toHaveLength(1);
    expect(tables['saved_views']).toEqual([expect.objectContaining({ name: 'Mine' })]);
    expect(tables['saved_reports']).toEqual([expect.objectContaining({ name: 'Week' })]);
    const actions = tables['changes']?.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['created', 'updated', 'loginFailed', 'login']));
    expect(answer.text).not.toMatch(/argon2|hash|token/i);
    const log = await root('GET', `/api/log?entity=user&rowId=${id}`);
    expect((log.body as { rows: { action: string }[] }).rows[0]?.action).toBe('export');
  });
});

describe('erasing', () => {
  test('removes the person everywhere and leaves the entries of the log', async () => {
    const login = 'byron@mail.example';
    const { id, call } = await makePerson(login);
    const countOf = async () =>
      (await api.sql(`select count(*)::int as n from changes where user_id = ${id}`))[0]?.['n'];
    const entries = await countOf();
    expect((await root('POST', `/api/users/${id}/erase`, { login })).status).toBe(200);
    expect((await call('GET', '/api/session')).status).toBe(403);
    expect((await api.anonymous('POST', '/api/auth/login', { login, password })).status).toBe(401);
    expect((await root('GET', `/api/users/${id}`)).body).toMatchObject({
      name: `Erased user ${id}`,
      login: `erased-${id}`,
      contacts: [],
      status: 2,
      lastLoginAt: null,
    });
    expect(await countOf()).toBe(entries);
    const stored = await api.sql(
      `select json_agg(t)::text as text from (
         select to_json(u) as row from users u where id = ${id}
         union all select to_json(c) from changes c where user_id = ${id} or row_id = ${id}) t`,
    );
    expect(String(stored[0]?.['text'])).not.toMatch(/byron|203\.0\.113\.77/i);
    for (const table of ['sessions', 'saved_views', 'saved_reports'])
      expect(await api.sql(`select 1 from ${table} where user_id = ${id}`), table).toEqual([]);
    const log = await root('GET', `/api/log?entity=user&rowId=${id}`);
    expect(log.text).not.toMatch(/byron/i);
    expect((log.body as { rows: { fields: unknown[] }[] }).rows[0]?.fields).toContainEqual({
      field: 'login',
      from: null,
      to: null,
      isSecret: true,
    });
  });

  test('revokes the API keys of the person, with events, and renames the person’s mutes only', async () => {
    const { id, call } = await makePerson('grace');
    const key = await createKey(call);
    const channel = account.ids.channel;
    const mutes = [id, null, account.ids.user].map(
      (by, cause) => `(${account.demandId}, 'channel', ${channel}, '${cause}', 'r', 'Ada Byron grace', ${by})`,
    );
    await api.sql(
      `INSERT INTO alert_mutes (demand_id, entity, object_id, cause, reason, muted_by, muted_by_id) VALUES ${mutes.join()}`,
    );
    expect((await root('POST', `/api/users/${id}/erase`, { login: 'grace' })).status).toBe(200);
    const { rows } = await api.deps.security.list({ accounts: 'all', types: ['keyRevoked'] }, { page: 1, size: 1 });
    expect(rows).toMatchObject([{ demandId: account.demandId, subjectId: key.id, subjectName: 'a key' }]);
    expect(await api.sql('SELECT cause, muted_by FROM alert_mutes ORDER BY cause')).toEqual([
      { cause: '0', muted_by: `Erased user ${id}` },
      { cause: '1', muted_by: `Erased user ${id}` },
      { cause: '2', muted_by: 'Ada Byron grace' },
    ]);
  });

  test('needs the login of the user, who must exist', async () => {
    const { id } = await makePerson('cleo');
    const wrong = await root('POST', `/api/users/${id}/erase`, { login: 'other' });
    expect([wrong.status, problemsOf(wrong)]).toEqual([422, ['login: other_login']]);
    expect((await root('GET', `/api/users/${id}`)).body).toMatchObject({ login: 'cleo', status: 1 });
    expect((await root('POST', '/api/users/999999/erase', { login: 'x' })).status).toBe(404);
    expect((await root('GET', '/api/users/999999/personal-data')).status).toBe(404);
  });

  test('is refused for oneself and the last super admin', async () => {
    const [own] = await api.sql(`select id from users where login = 'super'`);
    const answer = await root('POST', `/api/users/${Number(own?.['id'])}/erase`, { login: 'super' });
    expect([answer.status, problemsOf(answer)]).toEqual([409, ['id: own_user']]);
    const { id } = await makePerson('second', 'admin');
    await api.sql(`update users set is_super = true where id = ${id}`);
    const second = await api.signIn('second');
    await api.sql(`update users set status = 0 where id = ${id}`);
    const { type } = await api.deps.personal.erase(
      { userId: Number(own?.['id']), login: 'super' },
      { userId: id, adminId: null, ip: '', source: 'console', requestId: '' },
    );
    expect(type).toBe('lastSuperAdmin');
    await api.sql(`update users set status = 1 where id = ${id}`);
    expect((await second('GET', '/api/users')).status).toBe(200);
  });

  test('and the export are for the super admin alone', async () => {
    const { id } = await makePerson('dora');
    const { call: admin } = await makePerson('other-admin', 'admin');
    for (const caller of [admin, await api.signIn(account.logins.demand), api.anonymous]) {
      expect((await caller('GET', `/api/users/${id}/personal-data`)).status).toBe(403);
      expect((await caller('POST', `/api/users/${id}/erase`, { login: 'dora' })).status).toBe(403);
    }
  });
});
