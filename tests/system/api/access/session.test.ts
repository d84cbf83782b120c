import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { setPassword } from '../../../support/api/withPasswords.ts';
import { password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let account: TestAccount;
const dayMs = 86_400_000;

beforeAll(async () => {
  api = await startTestApi({ env: { CONSOLE_URL: 'https://console.example' } });
  account = await buildAccount(api, 'alpha');
});

afterAll(() => api.close());

describe('signing in', () => {
  test('[CALL-01] [USER-01] returns the user and sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await api.anonymous('POST', '/api/auth/login', { login: 'ALPHA-demand', password });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      type: 'demand',
      role: 'demand',
      name: 'alpha demand',
      demandId: account.demandId,
      managerId: null,
      timezone: 0,
      config: { host: 'console.example', landing: null, database: 'CTVMediaV2V' },
    });
    expect(answer.body).not.toHaveProperty('uid');
    expect(answer.text).not.toContain('argon2');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Host-bidhouse_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
    );
  });

  test('[USER-02] identifies the super admin', async () => {
    const answer = await (await api.signIn('super'))('GET', '/api/session');
    expect(answer.body).toMatchObject({ type: 'admin', role: 'super', uid: 'super', isDisabled: false });
  });

  test('[ERR-01] a wrong password and an unknown login get the same response', async () => {
    const wrong = await api.anonymous('POST', '/api/auth/login', { login: 'super', password: 'wrong' });
    const unknown = await api.anonymous('POST', '/api/auth/login', { login: 'nobody', password: 'wrong' });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ problems: [{ message: 'Bad credentials', path: '' }] });
    }
  });

  test('the token is only stored as a hash', async () => {
    const answer = await api.anonymous('POST', '/api/auth/login', { login: 'super', password });
    const token = /bidhouse_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    const stored = JSON.stringify(await api.sql('select * from sessions'));
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
  });

  test('signing in again ends the browser’s former session', async () => {
    const first = await api.anonymous('POST', '/api/auth/login', { login: 'super', password });
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const second = await api.anonymous('POST', '/api/auth/login', { login: 'super', password }, { cookie });
    const next = String(second.headers['set-cookie']).split(';')[0] ?? '';
    expect(next).not.toBe(cookie);
    expect((await api.anonymous('GET', '/api/session', undefined, { cookie })).status).toBe(403);
    expect((await api.anonymous('GET', '/api/session', undefined, { cookie: next })).status).toBe(200);
  });

  test('a session under the former name of the cookie goes on, and signing out deletes both names', async () => {
    const answer = await api.anonymous('POST', '/api/auth/login', { login: 'super', password });
    const token = /bidhouse_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    const cookie = { cookie: `bidhouse_session=${token}` };
    expect((await api.anonymous('GET', '/api/session', undefined, cookie)).body).toMatchObject({ uid: 'super' });
    const other = { cookie: `bidhouse_session=${'x'.repeat(43)}; __Host-bidhouse_session=${token}` };
    expect((await api.anonymous('GET', '/api/session', undefined, other)).body).toMatchObject({ uid: 'super' });
    const out = await api.anonymous('GET', '/api/auth/logout', undefined, cookie);
    expect([out.headers['set-cookie']].flat().map((each) => String(each).split(';')[0])).toEqual([
      '__Host-bidhouse_session=',
      'bidhouse_session=',
    ]);
  });

  test('[SESS-01] signing out ends the session on the server', async () => {
    const call = await api.signIn('super');
    expect((await call('GET', '/api/session')).status).toBe(200);
    const out = await call('GET', '/api/auth/logout');
    expect(out.status).toBe(200);
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await call('GET', '/api/session')).status).toBe(403);
  });
});

describe('throttling of sign-ins', () => {
  const attempt = (login: string, ip: string, secret = 'wrong password') =>
    api.anonymous('POST', '/api/auth/login', { login, password: secret }, { 'x-forwarded-for': ip });

  test('refuses even the right password after ten wrong ones, and accepts it after a quarter of an hour', async () => {
    for (let count = 0; count < 10; count += 1) expect((await attempt(account.logins.sdk, '')).status).toBe(401);
    const refused = await attempt(account.logins.sdk.toUpperCase(), '', password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await attempt('super', '', password)).status).toBe(200);
    api.moveClock(15 * 60_000 + 1000);
    expect((await attempt(account.logins.sdk, '', password)).status).toBe(200);
  });

  test('an address that tries many logins is refused on all of them', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 101; count += 1) statuses.add((await attempt(`guess${count}`, '')).status);
    expect([...statuses].toSorted((one, other) => one - other)).toEqual([401, 429]);
    expect((await attempt('super', '', password)).status).toBe(429);
    api.moveClock(15 * 60_000 + 1000);
  });

  test('a forwarded address is not used unless the proxy is trusted', async () => {
    for (let count = 0; count < 10; count += 1) await attempt(account.logins.adv, `198.51.100.${count}`);
    expect((await attempt(account.logins.adv, '198.51.100.99', password)).status).toBe(429);
    api.moveClock(15 * 60_000 + 1000);
  });
});

test('behind a trusted proxy the address that the proxy saw counts, not the one that its caller claims', async () => {
  const behind = await startTestApi({ env: { TRUST_PROXY: '1' } });
  const attempt = (forwarded: string) =>
    behind.anonymous('POST', '/api/auth/login', { login: 'super', password }, { 'x-forwarded-for': forwarded });
  const wrong = (forwarded: string) =>
    behind.anonymous('POST', '/api/auth/login', { login: 'super', password: 'x' }, { 'x-forwarded-for': forwarded });
  for (let count = 0; count < 11; count += 1) await wrong(`192.0.2.${count}, 198.51.100.7`);
  expect((await attempt('192.0.2.99, 198.51.100.7')).status).toBe(429);
  expect((await attempt('198.51.100.8')).status).toBe(200);
  await behind.close();
});

describe('expiry of sessions', () => {
  test('a session ends after fourteen days unused, is extended when used, and ends after thirty days', async () => {
    const unused = await api.signIn('super');
    const used = await api.signIn('super');
    for (const days of [10, 10]) {
      api.moveClock(days * dayMs);
      expect((await used('GET', '/api/session')).status).toBe(200);
    }
    expect((await unused('GET', '/api/session')).status).toBe(403);
    api.moveClock(9 * dayMs);
    expect((await used('GET', '/api/session')).status).toBe(200);
    api.moveClock(2 * dayMs);
    expect((await used('GET', '/api/session')).status).toBe(403);
  });

  test('a suspended user is signed out at once and cannot sign in again', async () => {
    const call = await api.signIn(account.logins.demand);
    const root = await api.signIn('super');
    const { body } = await call('GET', '/api/session');
    const { id } = body as { id: number };
    await root('PATCH', `/api/users/${id}`, { status: 0 });
    expect((await call('GET', '/api/session')).status).toBe(403);
    const refused = await api.anonymous('POST', '/api/auth/login', { login: account.logins.demand, password });
    expect(refused.status).toBe(401);
    await root('PATCH', `/api/users/${id}`, { status: 1 });
    expect((await call('GET', '/api/session')).status).toBe(403);
    await api.signIn(account.logins.demand);
  });

  test('all users of a suspended account are signed out, also when it is one of many', async () => {
    const call = await api.signIn(account.logins.sub);
    const root = await api.signIn('super');
    await root('POST', '/api/demands/bulk', { ids: [account.demandId], status: 0 });
    expect((await call('GET', '/api/session')).status).toBe(403);
    await root('POST', '/api/demands/bulk', { ids: [account.demandId], status: 1 });
    expect((await call('GET', '/api/session')).status).toBe(403);
  });

  test('a new password ends the sessions opened with the old one', async () => {
    const root = await api.signIn('super');
    const call = await api.signIn(account.logins.adv);
    const { id } = (await call('GET', '/api/session')).body as { id: number };
    await setPassword(root, `/api/users/${id}`, 'a quite different one');
    expect((await call('GET', '/api/session')).status).toBe(403);
    await api.signIn(account.logins.adv, 'a quite different one');
  });

  test('the super admin cannot suspend itself', async () => {
    const root = await api.signIn('super');
    const { id } = (await root('GET', '/api/session')).body as { id: number };
    expect(problemsOf(await root('PATCH', `/api/users/${id}`, { status: 0 }))).toEqual(['status: own_user']);
    expect(problemsOf(await root('POST', '/api/users/bulk', { ids: [id], status: 2 }))).toEqual(['ids: own_user']);
    expect(problemsOf(await root('POST', '/api/users/bulk', { all: {}, status: 2 }))).toEqual(['all: own_user']);
  });
});

describe('calls from other sites', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['its own page', { 'sec-fetch-site': 'same-origin' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://console.example' }, false],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, false],
    ['an old browser on its own page', { origin: 'https://console.example' }, true],
    ['an old browser on another site', { origin: 'https://evil.example' }, false],
    ['a page without an origin', { origin: 'null' }, false],
    ['its own page by referrer', { referer: 'https://console.example/tags' }, true],
    ['another site by referrer', { referer: 'https://evil.example/console.example' }, false],
    ['a program without any of these', {}, true],
  ])('[CALL-09] a change requested by %s', async (_who, headers, isTaken) => {
    const call = await api.signIn('super');
    const name = `origin ${Math.random()}`;
    const answer = await call('POST', '/api/demands', { name }, headers);
    expect(answer.status).toBe(isTaken ? 201 : 403);
    expect((await call('GET', `/api/demands?q=${encodeURIComponent(name)}`)).body).toMatchObject({
      total: isTaken ? 1 : 0,
    });
    const out = await call('GET', '/api/auth/logout', undefined, headers);
    expect(out.status).toBe(isTaken ? 200 : 403);
    expect((await call('GET', '/api/session')).status).toBe(isTaken ? 403 : 200);
  });
});
