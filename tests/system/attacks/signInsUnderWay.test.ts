import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import { sessionCookie } from '#api/session/sessionCookie.ts';
import { type FaultyProvider, startFaultyProvider } from '../../support/sso/startFaultyProvider.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { type ApiResponse, type Caller, startTestApi, type TestApi } from '../api/startTestApi.ts';

let api: TestApi;
let faulty: FaultyProvider;
let own: TestAccount;
let owner: Caller;
let root: Caller;
let provider: ShownProvider;

beforeAll(async () => {
  api = await startTestApi({ env: { CONSOLE_URL: 'https://console.example', SSO_INTERNAL_HOSTS: 'localhost' } });
  faulty = await startFaultyProvider();
  own = await buildAccount(api, 'alpha');
  owner = await api.signIn(own.logins.demand);
  root = await api.signIn('super');
  const acting = await api.signIn('super');
  await acting('GET', `/api/switch?type=demand&id=${own.demandId}`);
  await owner('POST', '/api/sso');
  await set({});
  await owner('POST', '/api/sso/domains', { domain: 'alpha.example' });
  await acting('POST', '/api/sso/domains/alpha.example/verify');
});
afterAll(async () => {
  await api?.close();
  await faulty?.close();
});
beforeEach(async () => {
  faulty.beforeToken = null;
  await set({});
});

async function set(changes: object): Promise<ApiResponse> {
  const answer = await owner('PUT', '/api/sso', {
    ...{ name: 'Login', isEnabled: true, issuer: faulty.issuer, clientId: 'bidhouse', clientSecret: 'a secret' },
    ...{ groupsClaim: 'groups', groupRoles: [], defaultRole: 'readonly', createsUsers: true, trustsEmail: false },
    ...{ allowsPasswords: true },
    ...changes,
  });
  if (answer.status === 200) ({ provider } = answer.body as { provider: ShownProvider });
  return answer;
}

const cookieIn = ({ headers }: ApiResponse, name: string): string => {
  const lines = [headers['set-cookie'] ?? []].flat() as string[];
  return lines.map((line) => line.split(';')[0] ?? '').find((line) => line.startsWith(`${name}=`)) ?? '';
};

/** Signs in; `meanwhile` happens after the console has called the provider, and before the provider responds. */
async function signIn(meanwhile: (() => Promise<unknown>) | null): Promise<{ location: string; session: string }> {
  faulty.beforeToken = meanwhile;
  const started = await api.anonymous('GET', new URL(provider.startUrl).pathname);
  const { searchParams } = new URL(String(started.headers['location']));
  const query = new URLSearchParams({ code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' });
  const path = `${new URL(provider.redirectUri).pathname}?${query.toString()}`;
  const answer = await api.anonymous('GET', path, undefined, { cookie: cookieIn(started, '__Secure-bidhouse_sso') });
  return { location: String(answer.headers['location']), session: cookieIn(answer, sessionCookie) };
}

const personId = async () =>
  Number((await api.sql(`select id from users where login = 'someone@alpha.example'`))[0]?.['id']);

test('without a change meanwhile, the person is signed in', async () => {
  expect(await signIn(null)).toMatchObject({ location: '/', session: expect.stringMatching(/=.{40}/) as unknown });
});

test.each<[string, () => Promise<unknown>]>([
  ['the provider was disabled', () => set({ isEnabled: false })],
  ['its client was replaced', () => set({ clientId: 'another' })],
  ['its issuer was replaced', () => set({ issuer: 'https://login.other.example' })],
  ['the user was suspended', async () => owner('PATCH', `/api/demand/managers/${await personId()}`, { status: 0 })],
  ['the account was suspended', () => root('PATCH', `/api/demands/${own.demandId}`, { status: 0 })],
  ['the provider was removed', () => owner('DELETE', '/api/sso')],
])('a sign-in during which %s opens no session', async (title, meanwhile) => {
  expect(await signIn(meanwhile)).toEqual({ location: '/login?sso=failed', session: '' });
  if (title.includes('account')) {
    await root('PATCH', `/api/demands/${own.demandId}`, { status: 1 });
    owner = await api.signIn(own.logins.demand);
  }
  if (title.includes('user')) await owner('PATCH', `/api/demand/managers/${await personId()}`, { status: 1 });
});
