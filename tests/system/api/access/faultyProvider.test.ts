import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import { type FaultyProvider, startFaultyProvider } from '../../../support/sso/startFaultyProvider.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { sessionCookie } from '#api/session/sessionCookie.ts';
import { recheckDomains } from '#api/sso/recheckDomains.ts';
import { confirming } from './confirming.ts';
import { type ApiResponse, type Caller, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let faulty: FaultyProvider;
let own: TestAccount;
let owner: Caller;
let provider: ShownProvider;
let records: string[] | null = null;

beforeAll(async () => {
  api = await startTestApi({
    env: { CONSOLE_URL: 'https://console.example', SSO_INTERNAL_HOSTS: 'localhost' },
    domainRecords: async () => records,
  });
  faulty = await startFaultyProvider();
  own = await buildAccount(api, 'alpha');
  owner = confirming(await api.signIn(own.logins.demand));
  await owner('POST', '/api/sso');
  provider = await settings({});
  await owner('POST', '/api/sso/domains', { domain: 'alpha.example' });
  const acting = await api.signIn('super');
  await acting('GET', `/api/switch?type=demand&id=${own.demandId}`);
  await acting('POST', '/api/sso/domains/alpha.example/verify');
});
afterAll(async () => {
  await api?.close();
  await faulty?.close();
});
beforeEach(() => {
  Object.assign(faulty, { claims: {}, signsWith: 'published', metadata: {}, answer: null });
  // Documents of providers are read again.
  api.moveClock(11 * 60_000);
});

async function settings(changes: object): Promise<ShownProvider> {
  const answer = await owner('PUT', '/api/sso', {
    ...{ name: 'Login', isEnabled: true, issuer: faulty.issuer, clientId: 'bidhouse', clientSecret: 'a secret' },
    ...{ groupsClaim: 'groups', groupRoles: [], defaultRole: 'readonly', createsUsers: true, trustsEmail: false },
    ...{ allowsPasswords: true },
    ...changes,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body as { provider: ShownProvider }).provider;
}

const cookieIn = ({ headers }: ApiResponse, name: string): string => {
  const lines = [headers['set-cookie'] ?? []].flat() as string[];
  return lines.map((line) => line.split(';')[0] ?? '').find((line) => line.startsWith(`${name}=`)) ?? '';
};

/** The message after a sign-in whose response has the faults; null if it succeeds. */
async function outcome(): Promise<string | null> {
  const started = await api.anonymous('GET', new URL(provider.startUrl).pathname);
  const location = String(started.headers['location']);
  if (location.startsWith('/login')) return messageOf(started);
  const { searchParams } = new URL(location);
  const query = new URLSearchParams({
    code: searchParams.get('nonce') ?? '',
    state: searchParams.get('state') ?? '',
  });
  const path = `${new URL(provider.redirectUri).pathname}?${query.toString()}`;
  const answer = await api.anonymous('GET', path, undefined, { cookie: cookieIn(started, '__Secure-bidhouse_sso') });
  expect(answer.status).toBe(303);
  return answer.headers['location'] === '/' ? null : messageOf(answer);
}

async function messageOf(answer: ApiResponse): Promise<string> {
  expect(cookieIn(answer, 'bidhouse_session')).toBe('');
  const cookie = cookieIn(answer, '__Secure-bidhouse_sso_fault');
  const read = await api.anonymous('GET', '/api/auth/sso/fault', undefined, { cookie });
  return String((read.body as { message: string | null }).message);
}

const past = Math.floor(Date.now() / 1000) - 3600;

describe('an ID token is refused', () => {
  test('unless it has a fault', async () => {
    expect(await outcome()).toBeNull();
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['of another issuer', { iss: 'https://evil.example' }, /another issuer \(iss\)/],
    ['for another client', { aud: 'another' }, /another client \(aud\)/],
    ['for several clients without one that is meant', { aud: ['bidhouse', 'another'] }, /another client/],
    ['of another sign-in', { nonce: 'another' }, /another sign-in \(nonce\)/],
    ['without a nonce', { nonce: undefined }, /nonce/],
    ['that has expired', { exp: past, iat: past - 300 }, /has expired/],
    ['without an end', { exp: undefined }, /exp/],
    ['without a user', { sub: undefined }, /sub/],
    ['with a user ID that is too long', { sub: 'x'.repeat(256) }, /user ID/],
    ['with a user ID of control characters', { sub: 'a\u0000b' }, /user ID/],
    ['with an address that cannot be stored', { sub: 'other', email: 'a\u0000b@alpha.example' }, /verified domain/],
  ])('%s', async (_title, claims, text) => {
    faulty.claims = claims;
    expect(await outcome()).toMatch(text);
  });

  test.each(['another', 'none'] as const)('with a wrong signature (%s)', async (signsWith) => {
    faulty.signsWith = signsWith;
    expect(await outcome()).toMatch(/The response of the identity provider is not valid/);
  });
});

test('only a recent sign-in at the provider confirms who a person is, not a session there', async () => {
  const seconds = () => Math.floor(api.deps.now().getTime() / 1000);
  const follow = async (path: string, session: string) => {
    const started = await api.anonymous('GET', path, undefined, { cookie: session });
    const { searchParams } = new URL(String(started.headers['location']));
    const [code, state] = [searchParams.get('nonce') ?? '', searchParams.get('state') ?? ''];
    const callback = `${new URL(provider.redirectUri).pathname}?${new URLSearchParams({ code, state }).toString()}`;
    const cookie = `${cookieIn(started, '__Secure-bidhouse_sso')}; ${session}`;
    return api.anonymous('GET', callback, undefined, { cookie });
  };
  const isConfirmed = async (cookie: string) =>
    (await api.anonymous('GET', '/api/session/confirmed', undefined, { cookie })).status === 200;
  let session = '';
  for (const [age, expected] of [
    [30, true],
    [3600, false],
    [null, false],
  ] as const) {
    faulty.claims = { auth_time: age === null ? undefined : seconds() - age };
    session = cookieIn(await follow(new URL(provider.startUrl).pathname, ''), sessionCookie);
    expect(await isConfirmed(session)).toBe(expected);
  }
  // A new session adds the first factor all the same: otherwise its person could never confirm anything.
  const addsFactor = async () =>
    (await api.anonymous('POST', '/api/session/factors/app/secret', undefined, { cookie: session })).status === 200;
  expect(await addsFactor()).toBe(true);
  api.moveClock(10 * 60_000 + 1);
  expect(await addsFactor()).toBe(false);
  for (const [age, expected] of [
    [null, false],
    [3600, false],
    [0, true],
  ] as const) {
    faulty.claims = { auth_time: age === null ? undefined : seconds() - age };
    const answer = await follow('/api/session/identity/confirm', session);
    expect(answer.headers['location']).toBe(expected ? '/signin?sso=confirmed' : '/signin?sso=failed');
    if (!expected) expect(await messageOf(answer)).toMatch(/auth_time/);
    expect(await isConfirmed(session)).toBe(expected);
  }
});

describe('a provider', () => {
  const testOf = async (issuer = faulty.issuer) =>
    (await owner('POST', '/api/sso/test', { issuer })).body as { fault: string | null } & Record<string, unknown>;

  test('that can be used passes the test of its connection', async () => {
    expect(await testOf()).toEqual({
      fault: null,
      authorizationEndpoint: `${faulty.issuer}/authorize`,
      tokenEndpoint: `${faulty.issuer}/token`,
      offersSignOut: false,
      namesAuthTime: null,
    });
    faulty.metadata = { end_session_endpoint: `${faulty.issuer}/end` };
    expect((await testOf())['offersSignOut']).toBe(true);
    for (const names of [true, false]) {
      faulty.metadata = { claims_supported: ['sub', names ? 'auth_time' : 'email'] };
      expect((await testOf())['namesAuthTime']).toBe(names);
    }
  });

  test.each<[string, () => void, RegExp]>([
    ['of another issuer', () => (faulty.metadata = { issuer: 'https://evil.example' }), /issuer/],
    ['without endpoints', () => (faulty.metadata = { token_endpoint: undefined }), /does not have token_endpoint/],
    ['without the code flow', () => (faulty.metadata = { response_types_supported: ['id_token'] }), /code flow/],
    ['without PKCE', () => (faulty.metadata = { code_challenge_methods_supported: ['plain'] }), /PKCE/],
    ['that is not there', () => (faulty.answer = { status: 404, type: 'text/html', body: '<p>No' }), /status 404/],
    ['that is HTML', () => (faulty.answer = { status: 200, type: 'text/html', body: '<p>Hi' }), /not valid/],
    [
      'that is not JSON',
      () => (faulty.answer = { status: 200, type: 'application/json', body: '{' }),
      /cannot be read/,
    ],
    [
      'that leads to a private address',
      () => (faulty.answer = { status: 302, type: 'text/html', body: '', location: 'http://127.0.0.1:1/' }),
      /status 302/,
    ],
    [
      'that is endless',
      () => (faulty.answer = { status: 200, type: 'application/json', body: ' '.repeat(600_000) }),
      /too large/,
    ],
  ])('%s is named as such, and signs no one in', async (_title, arrange, text) => {
    arrange();
    expect((await testOf()).fault).toMatch(text);
    expect(await outcome()).toMatch(text);
  });

  test.each(['https://127.0.0.1', 'https://169.254.169.254/latest', 'https://[::1]/', 'http://public.example/'])(
    'at %s is not called',
    async (issuer) => {
      expect((await testOf(issuer)).fault).toMatch(/may (?:not|only) be called/);
    },
  );

  test.each<[string, object]>([
    ['token_endpoint', {}],
    ['jwks_uri', {}],
    ['userinfo_endpoint', { email: undefined }],
  ])('whose %s has a private address is not called there', async (name, claims) => {
    let calls = 0;
    const secret = createServer((_request, response) => void response.end(String((calls += 1))));
    await once(secret.listen(0, '127.0.0.1'), 'listening');
    const { port } = secret.address() as AddressInfo;
    faulty.claims = { ...claims };
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ]) {
      faulty.metadata = { [name]: url };
      api.moveClock(11 * 60_000);
      expect(await outcome(), url).toMatch(/The identity provider cannot be reached/);
    }
    expect(calls).toBe(0);
    secret.close();
  });

  test('is not called more than 60 times in 15 minutes for one user', async () => {
    const statuses = new Set<number>();
    for (let calls = 0; calls < 61; calls += 1) {
      statuses.add((await owner('POST', '/api/sso/test', { issuer: 'https://127.0.0.1' })).status);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('settings', () => {
  test('never contain the client secret, which stays unless another one is sent', async () => {
    const answer = await owner('GET', '/api/sso');
    expect(answer.text).not.toContain('a secret');
    expect((answer.body as { provider: ShownProvider }).provider.hasClientSecret).toBe(true);
    const [stored] = await api.sql('SELECT sealed_client_secret AS sealed FROM identity_providers');
    expect(String(stored?.['sealed'])).toMatch(/^v1\./);
    expect((await settings({ clientSecret: undefined })).hasClientSecret).toBe(true);
    expect((await settings({ clientSecret: null })).hasClientSecret).toBe(false);
    await settings({});
    const logged = JSON.stringify(await api.sql("SELECT fields FROM changes WHERE entity = 'identityProvider'"));
    expect(logged).toContain('clientSecret');
    expect(logged).not.toContain('a secret');
    expect(logged).not.toContain('v1.');
  });

  test.each<[object, string]>([
    [{ issuer: 'login.company.example' }, 'issuer: invalid_format'],
    [{ issuer: 'https://x.example/.well-known/openid-configuration' }, 'issuer: custom'],
    [{ clientId: '' }, 'clientId: too_small'],
    [{ groupRoles: [{ group: 'a', role: 'owner' }] }, 'groupRoles.0.role: invalid_value'],
    [{ groupRoles: [{ group: 'a', role: 'admin' }] }, 'groupRoles.0.role: not_allowed'],
    [{ defaultRole: 'admin' }, 'defaultRole: not_allowed'],
  ])('with faults are refused: %j', async (changes, fault) => {
    const valid = {
      ...{ name: 'Login', isEnabled: true, issuer: faulty.issuer, clientId: 'bidhouse', groupsClaim: 'groups' },
      ...{ groupRoles: [], defaultRole: 'readonly', createsUsers: true, trustsEmail: false, allowsPasswords: true },
    };
    expect(problemsOf(await owner('PUT', '/api/sso', { ...valid, ...changes }))).toEqual([fault]);
  });

  test('with another issuer release all users', async () => {
    expect(await outcome()).toBeNull();
    expect((await settings({})).users).toHaveLength(1);
    expect((await settings({ issuer: 'https://login.company.example' })).users).toEqual([]);
    expect(await api.sql('SELECT 1 FROM sessions WHERE provider_id IS NOT NULL')).toEqual([]);
    await settings({});
  });

  test('belong to the owner: managers, partners and admins are refused, other accounts have their own', async () => {
    const other = await buildAccount(api, 'bravo');
    const foreign = await api.signIn(other.logins.demand);
    expect((await foreign('GET', '/api/sso')).body).toEqual({ provider: null });
    expect((await foreign('DELETE', '/api/sso/domains/alpha.example')).status).toBe(404);
    expect((await foreign('PUT', '/api/sso', {})).status).toBe(400);
    for (const login of [own.logins.adv, own.logins.sub, own.logins.sdk]) {
      expect((await (await api.signIn(login))('GET', '/api/sso')).status).toBe(403);
    }
    const root = await api.signIn('super');
    expect((await root('GET', '/api/sso')).body).toEqual({ provider: null });
  });

  test('remove the provider with its sessions and links', async () => {
    expect(await outcome()).toBeNull();
    expect((await owner('DELETE', '/api/sso')).status).toBe(200);
    expect(await api.sql('SELECT 1 FROM sessions WHERE provider_id IS NOT NULL')).toEqual([]);
    expect(await api.sql('SELECT 1 FROM sso_identities')).toEqual([]);
    expect((await owner('DELETE', '/api/sso')).status).toBe(404);
    await owner('POST', '/api/sso');
    expect((await owner('POST', '/api/sso')).status).toBe(409);
    provider = await settings({});
  });
});

describe('a domain', () => {
  const add = (caller: Caller, domain: string) => caller('POST', '/api/sso/domains', { domain });
  const verify = (caller: Caller, domain: string) => caller('POST', `/api/sso/domains/${domain}/verify`);
  const domainIn = (answer: ApiResponse, domain: string) =>
    (answer.body as { provider: ShownProvider }).provider.domains.find((each) => each.domain === domain);

  test('is verified by the text of its TXT record only', async () => {
    const added = domainIn(await add(owner, ' Company.Example '), 'company.example');
    expect(added).toMatchObject({ recordName: '_bidhouse.company.example', verifiedAt: null, verifiedBy: null });
    records = null;
    expect((await verify(owner, 'company.example')).text).toMatch(/DNS does not respond for _bidhouse/);
    records = [];
    expect((await verify(owner, 'company.example')).text).toMatch(/There is no TXT record _bidhouse/);
    records = ['v=spf1 -all', `${added?.record}x`];
    expect((await verify(owner, 'company.example')).text).toMatch(/has another text/);
    records = ['v=spf1 -all', added?.record ?? ''];
    expect(domainIn(await verify(owner, 'company.example'), 'company.example')).toMatchObject({ verifiedBy: 'record' });
  });

  test('belongs to one account: others may claim it, but not verify it', async () => {
    const other = await buildAccount(api, 'charlie');
    const foreign = await api.signIn(other.logins.demand);
    await foreign('POST', '/api/sso');
    const claimed = domainIn(await add(foreign, 'company.example'), 'company.example');
    records = [claimed?.record ?? ''];
    const refused = await verify(foreign, 'company.example');
    expect([refused.status, problemsOf(refused)]).toEqual([409, [': taken']]);
    expect((await verify(foreign, 'alpha.example')).status).toBe(404);
    await owner('DELETE', '/api/sso/domains/company.example');
    expect((await verify(foreign, 'company.example')).status).toBe(200);
  });

  test('of a suspended account goes to another one that proves it, and to no other', async () => {
    const [former, next] = [await buildAccount(api, 'former'), await buildAccount(api, 'next')];
    const [before, after] = [await api.signIn(former.logins.demand), await api.signIn(next.logins.demand)];
    const root = await api.signIn('super');
    for (const caller of [before, after]) await caller('POST', '/api/sso');
    records = [domainIn(await add(before, 'moved.example'), 'moved.example')?.record ?? ''];
    expect((await verify(before, 'moved.example')).status).toBe(200);
    const claimed = domainIn(await add(after, 'moved.example'), 'moved.example');
    await root('PATCH', `/api/demands/${former.demandId}`, { status: 0 });
    expect(problemsOf(await verify(after, 'moved.example'))).toEqual([': not_verified']);
    const acting = await api.signIn('super');
    await acting('GET', `/api/switch?type=demand&id=${next.demandId}`);
    expect(problemsOf(await verify(acting, 'moved.example'))).toEqual([': taken']);
    records = [claimed?.record ?? ''];
    expect(domainIn(await verify(after, 'moved.example'), 'moved.example')?.verifiedAt).not.toBeNull();
    await root('PATCH', `/api/demands/${former.demandId}`, { status: 1 });
    const again = await api.signIn(former.logins.demand);
    expect(problemsOf(await verify(again, 'moved.example'))).toEqual([': not_verified']);
    const { provider: of } = (await again('GET', '/api/sso')).body as { provider: ShownProvider };
    expect(of.domains).toMatchObject([{ domain: 'moved.example', verifiedAt: null }]);
    const [entry] = await api.sql(
      `SELECT user_id, fields FROM changes WHERE entity = 'identityProvider' AND demand_id = ${former.demandId} ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({
      user_id: null,
      fields: [{ field: 'verifiedDomain', from: 'moved.example', to: null }],
    });
  });

  test('is looked up every day, and is no longer verified once its record is missing for 14 days', async () => {
    const day = 86_400_000;
    const state = async () => domainIn(await owner('GET', '/api/sso'), 'checked.example');
    const record = domainIn(await add(owner, 'checked.example'), 'checked.example')?.record ?? '';
    records = [record];
    await verify(owner, 'checked.example');
    const nextDay = async (found: string[] | null) => {
      records = found;
      api.moveClock(day);
      await recheckDomains(api.deps);
      return state();
    };
    expect(await nextDay([record])).toMatchObject({ missingSince: null, endsAt: null });
    const missing = await nextDay([]);
    const since = Date.parse(missing?.missingSince ?? '');
    expect(Date.parse(missing?.endsAt ?? '') - since).toBe(14 * day);
    expect(missing?.verifiedAt).not.toBeNull();
    expect(await nextDay(null)).toMatchObject({ missingSince: missing?.missingSince });
    expect(await nextDay([record])).toMatchObject({ missingSince: null });
    for (let days = 0; days < 14; days += 1) expect((await nextDay(['another']))?.verifiedAt).not.toBeNull();
    expect(await nextDay([])).toMatchObject({ verifiedAt: null, missingSince: null });
    // Domains that a super admin verified have no record.
    expect(domainIn(await owner('GET', '/api/sso'), 'alpha.example')?.verifiedAt).not.toBeNull();
  });

  test.each(['company', 'https://company.example', 'a@company.example', '-x.example', ''])(
    'is not %j',
    async (domain) => {
      expect([400, 422]).toContain((await add(owner, domain)).status);
    },
  );
});
