import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedSession } from '#api/people/peopleContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { ProviderSettings, ShownProvider } from '#api/sso/providerContract.ts';
import type { OwnIdentity } from '#api/sso/ssoContract.ts';
import { type OidcProvider, type ProvidedUser, startOidcProvider } from '../../../support/sso/startOidcProvider.ts';
import { signInAtProvider } from '../../../support/sso/signInAtProvider.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';

const base = 'https://console.example';
const redirectUris: string[] = [];

let api: TestApi;
let oidc: OidcProvider;
let root: Caller;
let own: TestAccount;
let owner: Caller;
let provider: ShownProvider;

beforeAll(async () => {
  api = await startTestApi({ env: { CONSOLE_URL: base, SSO_INTERNAL_HOSTS: 'localhost' } });
  root = await api.signIn('super');
  own = await buildAccount(api, 'alpha');
  owner = await api.signIn(own.logins.demand);
  provider = providerIn(await owner('POST', '/api/sso'));
  redirectUris.push(provider.redirectUri);
  oidc = await startOidcProvider(redirectUris);
  provider = providerIn(await set({}));
  await owner('POST', '/api/sso/domains', { domain: 'alpha.example' });
  await verifyAsAdmin('alpha.example');
});
afterAll(async () => {
  await api?.close();
  await oidc?.close();
});
beforeEach(() => set({}));

const providerIn = (answer: ApiResponse) => {
  if (answer.status >= 300) throw new Error(`refused: ${answer.text}`);
  return (answer.body as { provider: ShownProvider }).provider;
};

/** The settings of the provider, as most tests need them. */
function settings(changes: Partial<ProviderSettings> = {}): ProviderSettings {
  return {
    name: 'Alpha Login',
    isEnabled: true,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    groupsClaim: 'groups',
    groupRoles: [],
    defaultRole: 'readonly',
    createsUsers: true,
    trustsEmail: false,
    allowsPasswords: true,
    ...changes,
  };
}

const set = (changes: Partial<ProviderSettings>): Promise<ApiResponse> => owner('PUT', '/api/sso', settings(changes));

async function verifyAsAdmin(domain: string): Promise<void> {
  const acting = await api.signIn('super');
  await acting('GET', `/api/switch?type=demand&id=${own.demandId}`);
  const answer = await acting('POST', `/api/sso/domains/${domain}/verify`);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** The values of the cookies that a response sets. */
function cookiesIn({ headers }: ApiResponse): string[] {
  const lines = [headers['set-cookie'] ?? []].flat() as string[];
  return lines.map((line) => line.split(';')[0] ?? '');
}

const cookieNamed = (answer: ApiResponse, name: string) =>
  cookiesIn(answer).find((each) => each.startsWith(`${name}=`) && each.length > name.length + 1) ?? '';
const pathOf = (url: URL) => url.pathname + url.search;
const startPath = (of: ShownProvider = provider) => new URL(of.startUrl).pathname;

/** Starts a sign-in: the URL at the provider, and the browser's cookie. */
async function start(path = startPath()): Promise<{ url: string; cookie: string }> {
  const answer = await api.anonymous('GET', path);
  return { url: String(answer.headers['location']), cookie: cookieNamed(answer, 'bidhouse_sso') };
}

const comeBack = (callback: URL, cookie: string): Promise<ApiResponse> =>
  api.anonymous('GET', pathOf(callback), undefined, { cookie });

/** Signs in at the provider and comes back. */
async function signIn(user: string | null, claims?: ProvidedUser): Promise<ApiResponse> {
  if (user !== null && claims) oidc.users.set(user, claims);
  const { url, cookie } = await start();
  return comeBack(await signInAtProvider(url, user), cookie);
}

/** The fault of a failed sign-in, as the sign-in page shows it. */
async function faultOf(answer: ApiResponse): Promise<string | null> {
  expect(answer.status).toBe(303);
  if (answer.headers['location'] !== '/login?sso=failed') return null;
  expect(cookieNamed(answer, 'bidhouse_session')).toBe('');
  const cookie = cookieNamed(answer, 'bidhouse_sso_fault');
  const read = await api.anonymous('GET', '/api/auth/sso/fault', undefined, { cookie });
  return (read.body as { message: string | null }).message;
}

/** A caller in the session that a sign-in has opened. */
function callerOf(answer: ApiResponse): Caller {
  const cookie = cookieNamed(answer, 'bidhouse_session');
  if (cookie === '') throw new Error(`no session: ${String(answer.headers['location'])}`);
  return (method, path, body, headers) => api.anonymous(method, path, body, { ...headers, cookie });
}

const userOf = async (caller: Caller) => (await caller('GET', '/api/session')).body as SessionUser;
const verified = (email: string, more: ProvidedUser = {}): ProvidedUser => ({
  email,
  email_verified: true,
  name: `Named ${email.split('@')[0]}`,
  ...more,
});
const newManager = async (login: string, more: object = {}) =>
  idOf(await owner('POST', '/api/demand/managers', { name: login, login, ...more }));

interface LoggedEvent {
  type: string;
  outcome: string;
  details: Record<string, unknown>;
  subject?: { name: string };
}
async function eventsOf(type: string): Promise<LoggedEvent[]> {
  const rows = await api.sql(
    `SELECT type, outcome, details, subject_name AS name FROM security_events WHERE type = '${type}' ORDER BY seq DESC`,
  );
  return rows as unknown as LoggedEvent[];
}

describe('signing in with an identity provider', () => {
  test('creates a manager at the first sign-in, and finds it by the identity afterwards', async () => {
    const answer = await signIn('u1', verified('jane@alpha.example'));
    expect(answer.headers['location']).toBe('/');
    const jane = callerOf(answer);
    const user = await userOf(jane);
    expect(user).toMatchObject({
      login: 'jane@alpha.example',
      name: 'Named jane',
      role: 'readonly',
      demandId: own.demandId,
    });
    // Another address of the same identity is the same user.
    const again = await signIn('u1', verified('jane.married@elsewhere.example'));
    expect((await userOf(callerOf(again))).id).toBe(user.id);
    const sessions = (await jane('GET', '/api/session/all')).body as ListedSession[];
    expect(sessions.map(({ provider: name }) => name)).toEqual(['Alpha Login', 'Alpha Login']);
    expect((await eventsOf('signIn'))[0]).toMatchObject({
      outcome: 'done',
      details: { changes: [{ field: 'provider', to: 'Alpha Login' }] },
    });
    expect((await eventsOf('identityLinked'))[0]).toMatchObject({ name: 'Named jane' });
    expect((await eventsOf('userCreated'))[0]).toMatchObject({ name: 'Named jane' });
  });

  test('binds an existing manager with the verified address as its login', async () => {
    const id = await newManager('Max@alpha.example', { managerRole: 'trafficker' });
    const max = await userOf(callerOf(await signIn('u2', verified('max@ALPHA.example'))));
    expect(max).toMatchObject({ id, role: 'trafficker' });
  });

  test('leads to the page that was wanted, and to no other site', async () => {
    oidc.users.set('u1', verified('jane@alpha.example'));
    for (const [next, location] of [
      ['/tags?open=3', '/tags?open=3'],
      ['//evil.example', '/'],
    ] as const) {
      const { url, cookie } = await start(`${startPath()}?next=${encodeURIComponent(next)}`);
      const answer = await comeBack(await signInAtProvider(url, 'u1'), cookie);
      expect(answer.headers['location']).toBe(location);
    }
  });

  test('leads to the provider with state, nonce and PKCE, and has no secret in the URL', async () => {
    const { url, cookie } = await start();
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: provider.redirectUri,
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(searchParams.get('state') ?? '');
    const again = new URL((await start()).url).searchParams;
    expect(again.get('state')).not.toBe(searchParams.get('state'));
  });

  test('signing out also ends the session at the provider', async () => {
    const jane = callerOf(await signIn('u1', verified('jane@alpha.example')));
    const { next } = (await jane('GET', '/api/auth/logout')).body as { next?: string };
    const url = new URL(next ?? '');
    expect(url.origin).toBe(oidc.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${base}/login`);
    expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(400);
    expect((await jane('GET', '/api/session')).status).toBe(403);
    const stored = await api.sql(
      'SELECT sealed_sign_out_url AS url FROM sessions WHERE sealed_sign_out_url IS NOT NULL',
    );
    for (const { url: sealed } of stored) expect(String(sealed)).toMatch(/^v1\./);
    // A password opens a session of which the provider knows nothing.
    expect((await (await api.signIn(own.logins.demand))('GET', '/api/auth/logout')).body).toEqual({});
  });
});

describe('a sign-in is refused', () => {
  test('when the user cancels at the provider, in its words without markup', async () => {
    expect(await faultOf(await signIn(null))).toBe('The identity provider says: The user has cancelled');
    expect((await eventsOf('signIn'))[0]).toMatchObject({
      outcome: 'failed',
      details: { provider: 'Alpha Login', cause: 'refused', detail: 'The user has cancelled' },
    });
  });

  test.each<[string, ProvidedUser, RegExp]>([
    ['whose address is not verified', { email: 'x1@alpha.example', email_verified: false }, /not mark .* as verified/],
    ['whose address may not be verified', { email: 'x1@alpha.example' }, /not mark .* as verified/],
    ['without an address', { name: 'X' }, /did not send your email address/],
    ['with an address in another domain', verified('x1@bravo.example'), /not in a verified domain/],
    ['with an address in a subdomain', verified('x1@mail.alpha.example'), /not in a verified domain/],
  ])('to an identity %s', async (_title, claims, text) => {
    expect(await faultOf(await signIn('x1', claims))).toMatch(text);
    expect((await api.deps.logins.find('x1@alpha.example'))?.id).toBeUndefined();
  });

  test('unless the provider’s addresses are trusted; one that is marked as not verified never is', async () => {
    await set({ trustsEmail: true });
    expect(await faultOf(await signIn('x2', { email: 'x2@alpha.example', email_verified: false }))).toMatch(/verified/);
    expect(await faultOf(await signIn('x2', { email: 'x2@alpha.example' }))).toBeNull();
  });

  test('to new users when they are not created', async () => {
    await set({ createsUsers: false });
    expect(await faultOf(await signIn('x3', verified('x3@alpha.example')))).toMatch(/do not have a login here/);
  });

  test('to another identity with the same address', async () => {
    await newManager('twin@alpha.example');
    expect(await faultOf(await signIn('t1', verified('twin@alpha.example')))).toBeNull();
    expect(await faultOf(await signIn('t2', verified('twin@alpha.example')))).toMatch(/linked to another identity/);
  });

  test('to logins of partners, of other accounts and of the platform', async () => {
    const other = await buildAccount(api, 'bravo');
    const foreign = await api.signIn(other.logins.demand);
    idOf(await foreign('POST', '/api/demand/managers', { name: 'F', login: 'foreign@alpha.example' }));
    const partner = { name: 'P', login: 'partner@alpha.example', type: 'adv', advertiserId: own.ids.advertiser };
    idOf(await owner('POST', '/api/demand/logins', partner));
    idOf(await root('POST', '/api/users', { name: 'A', login: 'admin@alpha.example', type: 'admin' }));
    for (const name of ['foreign', 'partner', 'admin']) {
      expect(await faultOf(await signIn(name, verified(`${name}@alpha.example`)))).toMatch(
        /does not sign in with this/,
      );
    }
    await api.sql("UPDATE users SET login = 'root@alpha.example' WHERE login = 'super'");
    expect(await faultOf(await signIn('root', verified('root@alpha.example')))).toMatch(/Super admins link/);
    await api.sql("UPDATE users SET login = 'super' WHERE login = 'root@alpha.example'");
  });

  test('to suspended users and to users of a suspended account', async () => {
    const id = await newManager('paused@alpha.example');
    await signIn('p1', verified('paused@alpha.example'));
    await owner('PATCH', `/api/demand/managers/${id}`, { status: 0 });
    expect(await faultOf(await signIn('p1'))).toMatch(/suspended/);
    await root('PATCH', `/api/demands/${own.demandId}`, { status: 0 });
    expect(await faultOf(await signIn('u1', verified('jane@alpha.example')))).toMatch(/suspended/);
    await root('PATCH', `/api/demands/${own.demandId}`, { status: 1 });
    owner = await api.signIn(own.logins.demand);
  });

  test('while the provider is disabled, also to those who are on their way', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    await set({ isEnabled: false });
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/not enabled/);
    expect(await faultOf(await api.anonymous('GET', startPath()))).toMatch(/not enabled/);
    const find = await api.anonymous('GET', '/api/auth/sso?login=jane@alpha.example');
    expect(find.body).toEqual({ provider: null });
  });

  test('with a wrong client secret, in words', async () => {
    await set({ clientSecret: 'another one' });
    expect(await faultOf(await signIn('u1'))).toMatch(/does not accept the client ID or secret/);
  });
});

describe('a response belongs to one sign-in', () => {
  test('of this browser', async () => {
    const { url } = await start();
    const callback = await signInAtProvider(url, 'u1');
    const { cookie: another } = await start();
    expect(await faultOf(await comeBack(callback, another))).toMatch(/another browser/);
    expect(await faultOf(await comeBack(callback, ''))).toMatch(/another browser/);
    expect(await faultOf(await comeBack(callback, 'bidhouse_sso=x.y'))).toMatch(/another browser/);
  });

  test('with its state', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    callback.searchParams.set('state', 'another');
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
    callback.searchParams.delete('state');
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
  });

  test('once: neither the callback nor its code is used again', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    expect(await faultOf(await comeBack(callback, cookie))).toBeNull();
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/used already/);
    const next = await start();
    const replayed = new URL(callback);
    replayed.searchParams.set('state', new URL(next.url).searchParams.get('state') ?? '');
    expect(await faultOf(await comeBack(replayed, next.cookie))).toMatch(
      /^The identity provider says: grant request is invalid/,
    );
  });

  test('for ten minutes', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    api.moveClock(10 * 60_000);
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/expired/);
  });

  test('of the provider to which the browser was sent: responses cannot be mixed up', async () => {
    const foreign = await buildAccount(api, 'mixed');
    const attacker = await api.signIn(foreign.logins.demand);
    const theirs = providerIn(await attacker('POST', '/api/sso'));
    providerIn(await attacker('PUT', '/api/sso', settings({ name: 'Mixed' })));
    // The victim starts with the attacker's provider, which leads on to the real one.
    const started = await api.anonymous('GET', startPath(theirs));
    const state = new URL(String(started.headers['location'])).searchParams.get('state') ?? '';
    const cookie = cookieNamed(started, 'bidhouse_sso');
    const { url } = await start();
    const callback = await signInAtProvider(url, 'u1');
    callback.searchParams.set('state', state);
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
    // A response that names another issuer (RFC 9207).
    const own2 = await start();
    const named = await signInAtProvider(own2.url, 'u1');
    named.searchParams.set('iss', 'https://evil.example');
    expect(await faultOf(await comeBack(named, own2.cookie))).toMatch(/not valid/);
  });
});

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

  test('do not change an owner, who always gets in', async () => {
    await set({ groupRoles, defaultRole: null });
    await api.sql(`UPDATE users SET login = 'boss@alpha.example' WHERE login = '${own.logins.demand}'`);
    const boss = callerOf(await signIn('boss', verified('boss@alpha.example', { groups: ['others'] })));
    expect((await userOf(boss)).role).toBe('demand');
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
    const cookie = `bidhouse_sso_fault=${Buffer.from('{"value":{"code":"refused","detail":"Call 555"}}').toString('base64url')}.x`;
    expect((await api.anonymous('GET', '/api/auth/sso/fault', undefined, { cookie })).body).toEqual({ message: null });
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
    const attempt = cookieNamed(linking, 'bidhouse_sso');
    // Another session, or none, cannot use it.
    const answer = await comeBack(callback, attempt);
    expect(answer.headers['location']).toBe('/signin?sso=failed');
    const again = await owner('POST', '/api/session/identity');
    const back = await signInAtProvider((again.body as { url: string }).url, 'o1');
    const linked = await api.anonymous('GET', pathOf(back), undefined, {
      cookie: `${cookieNamed(again, 'bidhouse_sso')}; ${await sessionCookieOf(owner)}`,
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
    return cookieNamed(answer, 'bidhouse_session');
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
