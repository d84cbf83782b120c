import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedKey } from '#api/keys/keyContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { confirming } from './confirming.ts';
import { createKey, programOf } from './createKey.ts';

const minuteMs = 60_000;
const report = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };
const grant = { grant_type: 'client_credentials' };

let api: TestApi;
let account: TestAccount;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  owner = confirming(await api.signIn(account.logins.demand));
});

afterAll(() => api.close());

function request(form: Record<string, string> | string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  return api.anonymous('POST', '/api/oauth/token', body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

const inBody = ({ clientId, token }: CreatedKey) => ({ client_id: clientId, client_secret: token });
const basic = (clientId: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});

async function accessToken(key: CreatedKey, more: Record<string, string> = {}): Promise<string> {
  const answer = await request({ ...grant, ...inBody(key), ...more });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.body as { access_token: string }).access_token;
}

const call = (token: string) => programOf(api, token)('POST', '/api/rrun', report);
const statusOf = async (token: string) => (await call(token)).status;
const errorOf = ({ status, body }: ApiResponse) => [status, (body as { error: string }).error];

describe('an access token', () => {
  test('is issued for client credentials in the body or by Basic authentication, for an hour', async () => {
    const key = await createKey(owner);
    for (const answer of [
      await request({ ...grant, ...inBody(key) }),
      await request(grant, basic(key.clientId, key.token)),
    ]) {
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const issued = { access_token: expect.stringMatching(/^bha_[\w-]{43}$/), token_type: 'Bearer' };
      expect(answer.body).toEqual({ ...issued, expires_in: 3600, scope: 'reports:read' });
      expect(await statusOf((answer.body as { access_token: string }).access_token)).toBe(200);
      const stored = JSON.stringify(await api.sql('select * from api_key_tokens'));
      expect(stored).not.toContain((answer.body as { access_token: string }).access_token);
    }
  });

  test('has the scopes that it was requested for', async () => {
    const key = await createKey(owner, { scopes: ['reports:write', 'supply:read'] });
    const token = await accessToken(key, { scope: 'reports:read' });
    expect(await statusOf(token)).toBe(200);
    const answer = await programOf(api, token)('GET', '/api/demand/subs');
    expect([answer.status, ...problemsOf(answer)]).toEqual([403, ': insufficient_scope']);
    for (const scope of ['supply:write', 'reports:read demand:read', 'nothing', 'admin "\\']) {
      expect(errorOf(await request({ ...grant, ...inBody(key), scope })), scope).toEqual([400, 'invalid_scope']);
    }
  });

  test('ends after an hour, or with its key', async () => {
    const key = await createKey(owner);
    const first = await accessToken(key);
    api.moveClock(60 * minuteMs);
    const over = await call(first);
    expect([over.status, ...problemsOf(over)]).toEqual([401, ': expired_token']);
    const second = await accessToken(key);
    await owner('DELETE', `/api/keys/${key.id}`);
    expect(await statusOf(second)).toBe(401);
    expect(errorOf(await request({ ...grant, ...inBody(key) }))).toEqual([401, 'invalid_client']);
  });

  test('ends with the secret for which it was issued', async () => {
    const key = await createKey(owner);
    const issued = await accessToken(key);
    const { token } = (await owner('POST', `/api/keys/${key.id}/rotate`, { formerTokenHours: 0 })).body as CreatedKey;
    expect(await statusOf(issued)).toBe(401);
    expect(await statusOf(await accessToken({ ...key, token }))).toBe(200);
    const expiresAt = new Date(api.deps.now().getTime() + 10 * minuteMs).toISOString();
    const short = await request({ ...grant, ...inBody(await createKey(owner, { expiresAt })) });
    expect((short.body as { expires_in: number }).expires_in).toBeLessThanOrEqual(600);
  });

  test('is no secret itself', async () => {
    const key = await createKey(owner);
    const issued = await accessToken(key);
    expect(errorOf(await request({ ...grant, ...inBody({ ...key, token: issued }) }))).toEqual([401, 'invalid_client']);
  });
});

describe('a token request is refused', () => {
  test.each([
    ['without a grant type', {}, 'invalid_request'],
    ['for another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('%s', async (_name, form: Record<string, string>, error) => {
    const key = await createKey(owner);
    expect(errorOf(await request({ ...form, ...inBody(key) }))).toEqual([400, error]);
  });

  test('with credentials in two ways or a repeated parameter', async () => {
    const key = await createKey(owner);
    const twice = await request({ ...grant, ...inBody(key) }, basic(key.clientId, key.token));
    expect(errorOf(twice)).toEqual([400, 'invalid_request']);
    const repeated = `${new URLSearchParams({ ...grant, ...inBody(key) }).toString()}&grant_type=client_credentials`;
    expect(errorOf(await request(repeated))).toEqual([400, 'invalid_request']);
  });

  test('with wrong, missing or malformed credentials', async () => {
    const [key, another] = [await createKey(owner), await createKey(owner)];
    expect(errorOf(await request(grant))).toEqual([401, 'invalid_client']);
    expect(errorOf(await request({ ...grant, client_id: key.clientId }))).toEqual([401, 'invalid_client']);
    const mixed = { ...grant, ...inBody({ ...key, token: another.token }) };
    expect(errorOf(await request(mixed))).toEqual([401, 'invalid_client']);
    const wrong = await request(grant, basic(key.clientId, 'bhk_wrong'));
    expect(errorOf(wrong)).toEqual([401, 'invalid_client']);
    expect(wrong.headers['www-authenticate']).toBe('Basic realm="Bidhouse"');
    for (const authorization of ['Basic !', 'Basic', 'Bearer x', basic('no colon', '').authorization.slice(0, -3)]) {
      expect(errorOf(await request(grant, { authorization })), authorization).toEqual([401, 'invalid_client']);
    }
  });

  test('from an IP address that the key does not allow, which is named', async () => {
    const answer = await request({ ...grant, ...inBody(await createKey(owner, { networks: ['192.0.2.1'] })) });
    expect(errorOf(answer)).toEqual([401, 'invalid_client']);
    expect(answer.text).toContain('127.0.0.1');
  });

  test('after ten failed attempts with a client ID within fifteen minutes', async () => {
    const [key, another] = [await createKey(owner), await createKey(owner)];
    const guess = () => request({ ...grant, ...inBody({ ...key, token: 'bhk_guess' }) });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).status).toBe(401);
    const refused = await request({ ...grant, ...inBody(key) });
    expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request({ ...grant, ...inBody(another) })).status).toBe(200);
    api.moveClock(15 * minuteMs);
    expect((await request({ ...grant, ...inBody(key) })).status).toBe(200);
  });

  test('as JSON, or beyond 8 kB', async () => {
    const json = await api.anonymous('POST', '/api/oauth/token', grant);
    expect(json.status).toBe(415);
    expect((await request({ ...grant, scope: 'x'.repeat(9000) })).status).toBe(413);
  });
});

describe('token requests are limited', () => {
  let strict: TestApi;
  let key: CreatedKey;
  beforeAll(async () => {
    strict = await startTestApi({
      env: { API_KEY_CALLS_PER_MINUTE: '60', API_ACCOUNT_CALLS_PER_MINUTE: '600', TRUST_PROXY: '1' },
    });
    const { logins } = await buildAccount(strict, 'strict');
    key = await createKey(await strict.signIn(logins.demand));
  });
  afterAll(() => strict.close());
  const requestFrom = (ip: string, form: Record<string, string>) =>
    strict.anonymous('POST', '/api/oauth/token', new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': ip,
    });

  test('per key, wherever they come from, and per address, whatever they have', async () => {
    const ofKey = [];
    for (let host = 1; host <= 4; host += 1) {
      ofKey.push(await requestFrom(`198.51.100.${host}`, { ...grant, ...inBody(key) }));
    }
    expect(ofKey.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(ofKey.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    const ofAddress = [];
    for (let call = 0; call < 13; call += 1) ofAddress.push((await requestFrom('203.0.113.9', grant)).status);
    expect(ofAddress).toEqual([...Array.from({ length: 12 }, () => 401), 429]);
  });

  test('and a key has at most a hundred access tokens: the oldest ones end', async () => {
    const { id } = key;
    const at = (second: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + second * 1000).toISOString();
    const tokens: string[] = [];
    for (let second = 0; second < 105; second += 1) {
      const access = { keyId: id, scopes: [], now: at(second), endsAt: at(second + 3600) };
      tokens.push(await strict.deps.keys.issue(key.token, access));
    }
    // Those of the test before are newer.
    expect(await strict.sql('SELECT count(*)::int AS count FROM api_key_tokens WHERE parent_hash IS NOT NULL')).toEqual(
      [{ count: 100 }],
    );
    expect(await strict.deps.keys.find(tokens[0] ?? '')).toBeNull();
  });
});

test('the metadata names the endpoint and the scopes', async () => {
  const answer = await api.anonymous('GET', '/.well-known/oauth-authorization-server');
  expect(answer).toMatchObject({
    status: 200,
    body: {
      issuer: 'http://console.example',
      token_endpoint: 'http://console.example/api/oauth/token',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
  });
});
