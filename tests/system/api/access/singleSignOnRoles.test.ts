import { sessionCookie } from '#api/session/sessionCookie.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderSettings } from '#api/sso/providerContract.ts';
import type { OwnIdentity } from '#api/sso/ssoContract.ts';
import { signInAtProvider } from '../../../support/sso/signInAtProvider.ts';
import { type Caller, password, problemsOf } from '../startTestApi.ts';
import { openSsoWorld } from './openSsoWorld.ts';

const world = await openSsoWorld();
const { api, oidc, own, owner, set, startPath, comeBack, signIn, pathOf } = world;
const { faultOf, callerOf, userOf, verified, newManager, eventsOf, cookieNamed } = world;

afterAll(() => world.close());
beforeEach(() => set({}));

describe('groups', () => {
  const groupRoles: ProviderSettings['groupRoles'] = [
    { group: 'adops', role: 'trafficker' },
    { group: 'leads', role: 'full' },
  ];

  test('give the role of the first one in the list, also to users that exist', async () => {
    await set({ groupRoles });
    const first = callerOf(await signIn('g1', verified('g1@alpha.example', { groups: ['leads', 'others'] })));
    expect((await userOf(first)).role).toBe('full');
    const next = callerOf(await signIn('g1', verified('g1@alpha.example', { groups: ['leads', 'adops'] })));
    expect((await userOf(next)).role).toBe('trafficker');
    // The session with the former role has ended.
    expect((await first('GET', '/api/session')).status).toBe(403);
    expect((await eventsOf('userRights'))[0]).toMatchObject({ name: 'Named g1' });
  });

  test('users without one have the default role, or are refused, which ends their sessions', async () => {
    await set({ groupRoles });
    const other = callerOf(await signIn('g2', verified('g2@alpha.example', { groups: ['others'] })));
    expect((await userOf(other)).role).toBe('readonly');
    await set({ groupRoles, defaultRole: null });
    expect(await faultOf(await signIn('g2'))).toMatch(/None of your groups/);
    expect((await other('GET', '/api/session')).status).toBe(403);
    expect(await faultOf(await signIn('g3', verified('g3@alpha.example')))).toMatch(/None of your groups/);
    expect(await api.deps.logins.find('g3@alpha.example')).toBeNull();
  });

  test('of an empty claim are none; those that were provisioned count without the claim only', async () => {
    await set({ groupRoles });
    const id = await newManager('g4@alpha.example');
    await api.sql(
      `INSERT INTO scim_groups (id, demand_id, name, created_at, updated_at)
       VALUES ('00000000-0000-4000-8000-000000000004', ${own.demandId}, 'leads', now(), now())`,
    );
    await api.sql(`INSERT INTO scim_group_members VALUES ('00000000-0000-4000-8000-000000000004', ${id})`);
    const roleOf = async (more: object) =>
      (await userOf(callerOf(await signIn('g4', verified('g4@alpha.example', more))))).role;
    expect(await roleOf({})).toBe('full');
    expect(await roleOf({ groups: [] })).toBe('readonly');
  });

  test('do not change an owner, who always gets in', async () => {
    await set({ groupRoles, defaultRole: null });
    await api.sql(`UPDATE users SET login = 'boss@alpha.example' WHERE login = '${own.logins.demand}'`);
    const boss = callerOf(await signIn('boss', verified('boss@alpha.example', { groups: ['others'] })));
    expect((await userOf(boss)).role).toBe('demand');
    await api.sql('UPDATE sessions SET confirmed_at = now()');
    expect((await boss('DELETE', '/api/session/identity')).status).toBe(200);
    expect((await boss('GET', '/api/session')).status).toBe(403);
    await api.sql(`UPDATE users SET login = '${own.logins.demand}' WHERE login = 'boss@alpha.example'`);
  });
});

describe('without passwords', () => {
  test('managers with a login in the domain sign in with the provider only; the owner still has a password', async () => {
    const id = await newManager('nopass@alpha.example', { password });
    await newManager('outside', { password });
    await set({ allowsPasswords: false });
    const tried = (login: string, secret = password) =>
      api.anonymous('POST', '/api/auth/login', { login, password: secret });
    const refused = await tried('nopass@alpha.example');
    expect([refused.status, problemsOf(refused)]).toEqual([401, [': sso_required']]);
    expect(problemsOf(await tried('nopass@alpha.example', 'wrong horse battery'))).toEqual([': bad_credentials']);
    expect((await tried('outside')).status).toBe(200);
    expect((await tried(own.logins.demand)).status).toBe(200);
    expect((await tried('super')).status).toBe(200);
    expect((await eventsOf('signIn')).find(({ outcome }) => outcome === 'refused')).toMatchObject({
      details: { provider: 'Alpha Login' },
    });
    expect((await userOf(callerOf(await signIn('n1', verified('nopass@alpha.example'))))).id).toBe(id);
    await set({ isEnabled: false, allowsPasswords: false });
    expect((await tried('nopass@alpha.example')).status).toBe(200);
  });
});

describe('the sign-in page', () => {
  test('finds the provider by the domain alone, whether or not the login exists', async () => {
    const found = async (login: string) => (await api.anonymous('GET', `/api/auth/sso?login=${login}`)).body;
    const offered = { provider: { id: idOfProvider(), name: 'Alpha Login', allowsPasswords: true } };
    expect(await found('jane@alpha.example')).toEqual(offered);
    expect(await found('no-such-person@Alpha.Example')).toEqual(offered);
    for (const login of ['jane', 'jane@bravo.example', 'alpha.example'])
      expect(await found(login)).toEqual({ provider: null });
  });

  const idOfProvider = () => startPath().split('/')[4];

  test('shows no fault that was not signed here', async () => {
    const cookie = `__Secure-bidhouse_sso_fault=${Buffer.from('{"value":{"code":"refused","detail":"Call 555"}}').toString('base64url')}.x`;
    expect((await api.anonymous('GET', '/api/auth/sso/fault', undefined, { cookie })).body).toEqual({ message: null });
  });
});

describe('confirming who one is', () => {
  test('is done by signing in at the provider again, without a second factor here, as the same person', async () => {
    await newManager('conny@alpha.example');
    const signedIn = await signIn('conny', verified('conny@alpha.example'));
    const conny = callerOf(signedIn);
    const session = cookieNamed(signedIn, sessionCookie);
    const problems = async () => problemsOf(await conny('GET', '/api/session/confirmed'));
    // A session at the provider is no sign-in there.
    expect(await problems()).toEqual([': confirmation_required']);
    const ways = await conny('GET', '/api/session/confirmation');
    expect(ways.body).toEqual({ methods: [], passkey: null, provider: 'Alpha Login' });
    const confirm = async (person: string) => {
      const started = await conny('GET', '/api/session/identity/confirm');
      const url = String(started.headers['location']);
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
      const cookie = `${cookieNamed(started, '__Secure-bidhouse_sso')}; ${session}`;
      return (await comeBack(await signInAtProvider(url, person), cookie)).headers['location'];
    };
    oidc.users.set('someone', verified('someone@alpha.example'));
    expect(await confirm('someone')).toBe('/signin?sso=failed');
    expect(await problems()).toEqual([': confirmation_required']);
    expect(await confirm('conny')).toBe('/signin?sso=confirmed');
    expect((await conny('GET', '/api/session/confirmed')).status).toBe(200);
  });

  test('is not possible at the provider with a second factor here, nor without a link', async () => {
    const signedIn = await signIn('dora', verified('dora@alpha.example'));
    const dora = callerOf(signedIn);
    const { id } = await userOf(dora);
    await api.sql(
      `INSERT INTO sign_in_factors (id, user_id, kind, name, created_at, sealed_secret)
       VALUES (gen_random_uuid(), ${id}, 'app', 'App', now(), 'v1.x')`,
    );
    for (const caller of [dora, owner]) {
      expect((await caller('GET', '/api/session/confirmation')).body).toMatchObject({ provider: null });
      expect((await caller('GET', '/api/session/identity/confirm')).headers['location']).toBe('/signin');
    }
  });
});

describe('linking the own login', () => {
  const own2 = async (caller: Caller) => (await caller('GET', '/api/session/identity')).body as OwnIdentity;

  test('binds an owner with any login, who signs in with it from then on, until it is unlinked', async () => {
    expect(await own2(owner)).toEqual({ provider: 'Alpha Login', linkedAt: null });
    const linking = await owner('POST', '/api/session/identity');
    const { url } = linking.body as { url: string };
    oidc.users.set('o1', verified('someone@elsewhere.example'));
    const callback = await signInAtProvider(url, 'o1');
    const attempt = cookieNamed(linking, '__Secure-bidhouse_sso');
    // Another session, or none, cannot use it.
    const answer = await comeBack(callback, attempt);
    expect(answer.headers['location']).toBe('/signin?sso=failed');
    const again = await owner('POST', '/api/session/identity');
    const back = await signInAtProvider((again.body as { url: string }).url, 'o1');
    const linked = await api.anonymous('GET', pathOf(back), undefined, {
      cookie: `${cookieNamed(again, '__Secure-bidhouse_sso')}; ${await sessionCookieOf(owner)}`,
    });
    expect(linked.headers['location']).toBe('/signin?sso=linked');
    expect((await own2(owner)).linkedAt).not.toBeNull();
    const user = await userOf(callerOf(await signIn('o1')));
    expect(user.login).toBe(own.logins.demand);
    expect((await owner('DELETE', '/api/session/identity')).status).toBe(200);
    expect(await faultOf(await signIn('o1'))).toMatch(/not in a verified domain/);
  });

  /** A fresh session of the owner, as a cookie. */
  async function sessionCookieOf(_caller: Caller): Promise<string> {
    const answer = await api.anonymous('POST', '/api/auth/login', { login: own.logins.demand, password });
    return cookieNamed(answer, sessionCookie);
  }

  test('is not possible while an admin acts as the user, nor for partners', async () => {
    const acting = await api.signIn('super');
    await acting('GET', `/api/switch?type=demand&id=${own.demandId}`);
    expect((await acting('POST', '/api/session/identity')).status).toBe(409);
    const partner = await api.signIn(own.logins.adv);
    expect(await own2(partner)).toEqual({ provider: null, linkedAt: null });
    expect((await partner('POST', '/api/session/identity')).status).toBe(409);
  });
});
