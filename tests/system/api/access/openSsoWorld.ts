import { sessionCookie } from '#api/session/sessionCookie.ts';
import { expect } from 'vitest';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { ProviderSettings, ShownProvider } from '#api/sso/providerContract.ts';
import { type ProvidedUser, startOidcProvider } from '../../../support/sso/startOidcProvider.ts';
import { signInAtProvider } from '../../../support/sso/signInAtProvider.ts';
import { buildAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, startTestApi } from '../startTestApi.ts';

/** URL of the console. */
export const base = 'https://console.example';

interface LoggedEvent {
  type: string;
  outcome: string;
  details: Record<string, unknown>;
}

/** An account whose people sign in with a real OpenID Connect provider in this process, and browsers that do so. */
export async function openSsoWorld() {
  const api = await startTestApi({ env: { CONSOLE_URL: base, SSO_INTERNAL_HOSTS: 'localhost' } });
  const root = await api.signIn('super');
  const own = await buildAccount(api, 'alpha');
  let session = await api.signIn(own.logins.demand);
  const owner: Caller = (...call) => session(...call);
  const created = (await owner('POST', '/api/sso')).body as { provider: ShownProvider };
  const oidc = await startOidcProvider([created.provider.redirectUri]);

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
    return { url: String(answer.headers['location']), cookie: cookieNamed(answer, '__Secure-bidhouse_sso') };
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
    expect(cookieNamed(answer, sessionCookie)).toBe('');
    const cookie = cookieNamed(answer, '__Secure-bidhouse_sso_fault');
    const read = await api.anonymous('GET', '/api/auth/sso/fault', undefined, { cookie });
    return (read.body as { message: string | null }).message;
  }

  /** A caller in the session that a sign-in has opened. */
  function callerOf(answer: ApiResponse): Caller {
    const cookie = cookieNamed(answer, sessionCookie);
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

  async function eventsOf(type: string): Promise<LoggedEvent[]> {
    const rows = await api.sql(
      `SELECT type, outcome, details, subject_name AS name FROM security_events WHERE type = '${type}' ORDER BY seq DESC`,
    );
    return rows as unknown as LoggedEvent[];
  }

  const provider = providerIn(await set({}));
  await owner('POST', '/api/sso/domains', { domain: 'alpha.example' });
  await verifyAsAdmin('alpha.example');

  return {
    ...{ api, oidc, root, own, owner, provider, providerIn, settings, set, start, startPath, comeBack, signIn },
    ...{ faultOf, callerOf, userOf, verified, newManager, eventsOf, cookieNamed, pathOf },
    /** Signs the owner in again, after its sessions have ended. */
    async signOwnerIn() {
      session = await api.signIn(own.logins.demand);
    },
    async close() {
      await api.close();
      await oidc.close();
    },
  };
}
