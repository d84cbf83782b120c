import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShownKey, ShownKeys } from '#api/keys/keyContract.ts';
import type { LogRow } from '#api/log/logContract.ts';
import { maxApiKeys } from '#model/account/apiKeys.ts';
import { apiAreas, type ApiScope } from '#model/account/apiScopes.ts';
import { openTestDatabase } from '../../../stores/openTestDatabase.ts';
import type { TestStore } from '../../../stores/openTestPostgres.ts';
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
import { confirming } from './confirming.ts';
import { createKey, programOf } from './createKey.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everything = apiAreas.filter((each) => !('isOfAdmins' in each)).map(({ area }): ApiScope => `${area}:write`);
const report = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };

let database: TestStore;
let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let root: Caller;
let owner: Caller;
let admin: Caller;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startTestApi({ database });
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'bravo');
  root = confirming(await api.signIn('super'));
  owner = confirming(await api.signIn(account.logins.demand));
  await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
  admin = confirming(await api.signIn('admin'));
});

afterAll(() => api.close());

const listOf = async (caller: Caller) => (await caller('GET', '/api/keys')).body as ShownKeys;

async function shownKey(caller: Caller, id: number): Promise<ShownKey> {
  const key = (await listOf(caller)).keys.find((each) => each.id === id);
  if (!key) throw new Error(`key ${id} is not listed`);
  return key;
}

const call = (token: string, headers: Record<string, string> = {}) =>
  programOf(api, token)('POST', '/api/rrun', report, headers);
const statusOf = async (token: string) => (await call(token)).status;

async function manager(more: object): Promise<{ id: number; login: string; caller: Caller }> {
  const login = `manager-${Math.random()}`;
  const id = idOf(await owner('POST', '/api/demand/managers', { name: login, login, password, ...more }));
  return { id, login, caller: await api.signIn(login) };
}

const challengeOf = ({ headers }: ApiResponse) => String(headers['www-authenticate']);

describe('an API key', () => {
  test('is shown in full only when it is created, and stored as a hash', async () => {
    const { id, clientId, token } = await createKey(owner, { name: 'BI', networks: ['192.0.2.0/24', '2001:db8::/32'] });
    expect(token).toMatch(/^bhk_[\w-]{43}$/);
    expect(clientId).toMatch(/^bhc_[\w-]{16}$/);
    const stored = await api.sql(`select * from api_key_tokens where key_id = ${id}`);
    expect(stored).toMatchObject([{ token_hash: createHash('sha256').update(token).digest('hex') }]);
    const answer = await owner('GET', '/api/keys');
    expect(answer.text).not.toContain(token);
    expect(await shownKey(owner, id)).toEqual({
      ...{ id, clientId, name: 'BI', owner: { id: account.ids.user, name: 'alpha demand' }, isOwn: true },
      ...{ scopes: ['reports:read'], networks: ['192.0.2.0/24', '2001:db8::/32'], state: 'active' },
      ...{ createdAt: expect.any(String), expiresAt: null, revokedAt: null, lastUsedAt: null, lastUsedIp: '' },
      ...{ hint: token.slice(-4), formerTokens: [] },
    });
  });

  test('has every fault of a request reported', async () => {
    const faulty = { name: ' ', scopes: ['reports:delete'], expiresAt: 'soon', networks: ['10.0.0.0/33', '1.2.3'] };
    const answer = await owner('POST', '/api/keys', faulty);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).map((each) => each.split(':')[0])).toEqual([
      'name',
      'scopes.0',
      'expiresAt',
      'networks.0',
      'networks.1',
    ]);
    const past = { name: 'x', scopes: ['reports:read', 'finance:read'], expiresAt: '2026-01-01T00:00:00Z' };
    const refused = await owner('POST', '/api/keys', past);
    expect([refused.status, ...problemsOf(refused)]).toEqual([422, 'scopes.1: not_allowed', 'expiresAt: past']);
  });

  test('has the rights of its owner within its scopes', async () => {
    const program = programOf(api, (await createKey(owner, { scopes: ['demand:write', 'changes:write'] })).token);
    const rename = (name: string) => program('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { name });
    expect((await rename('renamed by a key')).status).toBe(200);
    const sub = await program('GET', `/api/demand/subs/${account.ids.subpublisher}`);
    expect([sub.status, ...problemsOf(sub)]).toEqual([403, ': insufficient_scope']);
    expect(challengeOf(sub)).toBe(
      'Bearer error="insufficient_scope", error_description="The API key needs the scope supply:read", scope="supply:read"',
    );
    // Neither do change sets, documents and the log reach beyond them.
    const set = (entity: string, id: number) => ({
      changes: [{ entity, action: 'update', id, values: { name: 'x' } }],
    });
    expect((await program('POST', '/api/changes', set('subpublisher', account.ids.subpublisher))).status).toBe(403);
    expect((await program('POST', '/api/changes', set('advertiser', account.ids.advertiser))).status).toBe(200);
    const document = `bidhouse: 1\nchannels:\n  - { id: ${account.ids.channel}, name: taken over }\n`;
    await program('POST', '/api/config', document, { 'content-type': 'application/yaml' });
    const [channel] = await api.sql(`select name from channels where id = ${account.ids.channel}`);
    expect(channel?.['name']).not.toBe('taken over');
    const log = (await program('GET', '/api/log?size=1000')).body as { rows: LogRow[] };
    const readable = ['advertiser', 'tag', 'adexchange', 'ivt'];
    expect(log.rows.filter(({ entity }) => !readable.includes(entity))).toEqual([]);
    expect(log.rows.length).toBeGreaterThan(0);
  });

  test('is named in the log as the author', async () => {
    const { token } = await createKey(owner, { name: 'CI', scopes: ['demand:write'] });
    await programOf(api, token)('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { name: 'by CI' });
    const log = (await owner('GET', '/api/log?entity=advertiser&userId=0&size=1')).body as { rows: LogRow[] };
    expect(log.rows).toMatchObject([{ userId: null, userName: 'CI (API key)', source: 'api' }]);
  });

  test('changes neither people nor keys, whatever its scopes', async () => {
    const program = programOf(api, (await createKey(owner, { scopes: everything })).token);
    const row = { name: 'x', login: 'by-a-key', password, managerRole: 'full' };
    expect((await program('GET', '/api/demand/managers')).status).toBe(200);
    expect((await program('POST', '/api/demand/managers', row)).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/api/keys'],
      ['POST', '/api/keys'],
      ['POST', '/api/keys/1/rotate'],
      ['DELETE', '/api/keys/1'],
      ['POST', '/api/demand/token'],
    ] as const) {
      expect((await program(method, path)).status, `${method} ${path}`).toBe(403);
    }
  });

  test('works from its networks only', async () => {
    const from = async (networks: string[]) => call((await createKey(owner, { networks })).token);
    expect((await from(['127.0.0.0/8'])).status).toBe(200);
    expect((await from(['::1', '127.0.0.1'])).status).toBe(200);
    const foreign = await from(['192.0.2.0/24', '2001:db8::/32']);
    expect([foreign.status, ...problemsOf(foreign)]).toEqual([403, ': foreign_address']);
    expect(foreign.text).toContain('127.0.0.1');
  });

  test('ends when it expires', async () => {
    const { id, token } = await createKey(owner, {
      expiresAt: new Date(api.deps.now().getTime() + dayMs).toISOString(),
    });
    expect(await statusOf(token)).toBe(200);
    api.moveClock(dayMs);
    const answer = await call(token);
    expect([answer.status, ...problemsOf(answer)]).toEqual([401, ': expired_key']);
    expect(challengeOf(answer)).toContain('Bearer error="invalid_token"');
    expect((await shownKey(owner, id)).state).toBe('expired');
    expect((await owner('POST', `/api/keys/${id}/rotate`, {})).status).toBe(404);
  });

  test('shows its last use, recorded once a minute', async () => {
    const { id, token } = await createKey(owner);
    await call(token);
    const first = await shownKey(owner, id);
    expect(first).toMatchObject({ lastUsedAt: expect.any(String), lastUsedIp: '127.0.0.1' });
    api.moveClock(30_000);
    await call(token);
    expect((await shownKey(owner, id)).lastUsedAt).toBe(first.lastUsedAt);
    api.moveClock(30_000);
    await call(token);
    expect((await shownKey(owner, id)).lastUsedAt).not.toBe(first.lastUsedAt);
  });
});

describe('a rotated key', () => {
  test('has a new token; the former one works for 24 hours', async () => {
    const { id, token } = await createKey(owner);
    const rotated = (await owner('POST', `/api/keys/${id}/rotate`, {})).body as { token: string };
    expect([await statusOf(token), await statusOf(rotated.token)]).toEqual([200, 200]);
    expect(await shownKey(owner, id)).toMatchObject({
      hint: rotated.token.slice(-4),
      formerTokens: [{ hint: token.slice(-4), endsAt: expect.any(String) }],
    });
    api.moveClock(dayMs);
    const answer = await call(token);
    expect([answer.status, ...problemsOf(answer)]).toEqual([401, ': replaced_token']);
    expect(await statusOf(rotated.token)).toBe(200);
    expect((await shownKey(owner, id)).formerTokens).toEqual([]);
  });

  test.each([
    [0, 0],
    [1, hourMs],
    [168, 7 * dayMs],
  ])('has a former token that works for %d hours', async (formerTokenHours, ms) => {
    const { id, token } = await createKey(owner);
    await owner('POST', `/api/keys/${id}/rotate`, { formerTokenHours });
    if (ms > 0) {
      api.moveClock(ms - 1000);
      expect(await statusOf(token)).toBe(200);
      api.moveClock(1000);
    }
    expect(await statusOf(token)).toBe(401);
  });

  test('does not extend the time of a token that was replaced before', async () => {
    const { id, token } = await createKey(owner);
    await owner('POST', `/api/keys/${id}/rotate`, { formerTokenHours: 1 });
    await owner('POST', `/api/keys/${id}/rotate`, { formerTokenHours: 168 });
    api.moveClock(hourMs);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the owner of a key', () => {
  test('takes rights from it at once by losing them', async () => {
    const { id, caller } = await manager({ managerRole: 'full' });
    const { token } = await createKey(caller, { scopes: ['demand:write', 'reports:read'] });
    const rename = async () =>
      (await programOf(api, token)('PATCH', `/api/demand/advs/${account.ids.advertiser}`, { name: 'x' })).status;
    const change = (values: object) => owner('PATCH', `/api/demand/managers/${id}`, values);
    expect(await rename()).toBe(200);
    await change({ managerRole: 'readonly' });
    expect([await rename(), await statusOf(token)]).toEqual([403, 200]);
    for (const status of [0, 2]) {
      await change({ status });
      const answer = await call(token);
      expect([answer.status, ...problemsOf(answer)]).toEqual([401, ': inactive_owner']);
      await change({ status: 1 });
      expect(await statusOf(token)).toBe(200);
    }
    await root('PATCH', `/api/demands/${account.demandId}`, { status: 0 });
    expect(await statusOf(token)).toBe(401);
    await root('PATCH', `/api/demands/${account.demandId}`, { status: 1 });
    owner = confirming(await api.signIn(account.logins.demand));
  });

  test('passes on the limits to some partners', async () => {
    const { caller } = await manager({ managerRole: 'full', scopeAdvertiserIds: [account.ids.advertiser] });
    const another = idOf(await owner('POST', '/api/demand/advs', { name: 'another advertiser' }));
    const program = programOf(api, (await createKey(caller, { scopes: ['demand:write'] })).token);
    expect((await program('GET', `/api/demand/advs/${account.ids.advertiser}`)).status).toBe(200);
    expect((await program('GET', `/api/demand/advs/${another}`)).status).toBe(404);
    expect((await program('POST', '/api/demand/advs', { name: 'x' })).status).toBe(403);
  });

  test('sees and revokes all keys of its account; managers only their own', async () => {
    const { caller } = await manager({ managerRole: 'full' });
    const { id, token } = await createKey(caller, { name: 'of a manager' });
    const own = await createKey(owner);
    expect((await listOf(caller)).keys.map((key) => key.id)).toEqual([id]);
    expect(await shownKey(owner, id)).toMatchObject({ name: 'of a manager', isOwn: false });
    expect((await caller('DELETE', `/api/keys/${own.id}`)).status).toBe(404);
    expect((await caller('POST', `/api/keys/${own.id}/rotate`, {})).status).toBe(404);
    expect((await owner('POST', `/api/keys/${id}/rotate`, {})).status).toBe(404);
    const foreign = await api.signIn(other.logins.demand);
    expect((await foreign('DELETE', `/api/keys/${id}`)).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await owner('DELETE', `/api/keys/${id}`)).status).toBe(200);
    const answer = await call(token);
    expect([answer.status, ...problemsOf(answer)]).toEqual([401, ': revoked_key']);
    expect((await shownKey(caller, id)).state).toBe('revoked');
    expect((await owner('DELETE', `/api/keys/${id}`)).status).toBe(404);
  });

  test('can be an owner, a full manager or an admin, in person', async () => {
    const body = { name: 'x', scopes: ['reports:read'], expiresAt: null };
    for (const managerRole of ['trafficker', 'readonly', 'finance']) {
      const { caller } = await manager({ managerRole });
      expect((await caller('POST', '/api/keys', body)).status, managerRole).toBe(403);
      expect((await caller('GET', '/api/keys')).status, managerRole).toBe(403);
    }
    for (const login of [account.logins.sub, account.logins.adv, account.logins.sdk]) {
      expect((await (await api.signIn(login))('POST', '/api/keys', body)).status, login).toBe(403);
    }
    const { id } = await createKey(owner);
    const acting = await api.signIn('super');
    await acting('GET', `/api/switch?type=demand&id=${account.demandId}`);
    expect((await acting('POST', '/api/keys', body)).status).toBe(403);
    expect((await acting('POST', `/api/keys/${id}/rotate`, {})).status).toBe(403);
    expect((await acting('DELETE', `/api/keys/${id}`)).status).toBe(200);
  });

  test('as an admin has keys for the platform, with the rights of an admin', async () => {
    const scopes: ApiScope[] = ['platform:write', 'supply:read'];
    const { id, token } = await createKey(admin, { scopes });
    const program = programOf(api, token);
    expect((await program('GET', `/api/demands/${other.demandId}`)).status).toBe(200);
    expect((await program('GET', '/api/demand/subs')).text).toContain('bravo');
    expect((await program('PATCH', `/api/demands/${other.demandId}`, { name: 'x' })).status).toBe(403);
    const ofRoot = await createKey(root, { scopes });
    const change = await programOf(api, ofRoot.token)('PATCH', `/api/demands/${other.demandId}`, { name: 'bravo 2' });
    expect(change.status).toBe(200);
    expect((await listOf(admin)).keys.map((key) => key.id)).toEqual([id]);
    expect((await listOf(root)).keys.map((key) => key.id)).toEqual([ofRoot.id, id]);
    expect((await listOf(owner)).keys.map((key) => key.id)).not.toContain(id);
    expect((await owner('DELETE', `/api/keys/${id}`)).status).toBe(404);
    expect((await root('DELETE', `/api/keys/${id}`)).status).toBe(200);
    expect((await program('GET', '/api/demands')).status).toBe(401);
  });
});

test('a key that is revoked in one process ends in all others at once', async () => {
  const second = await startTestApi({ database: { ...database, close: () => Promise.resolve() } });
  const { id, token } = await createKey(owner);
  const program = programOf(second, token);
  expect((await program('POST', '/api/rrun', report)).status).toBe(200);
  await owner('DELETE', `/api/keys/${id}`);
  expect((await program('POST', '/api/rrun', report)).status).toBe(401);
  await second.close();
});

test('the log has every creation, rotation and revocation, without the token', async () => {
  const { id, token } = await createKey(owner, { name: 'logged' });
  await owner('POST', `/api/keys/${id}/rotate`, {});
  await owner('DELETE', `/api/keys/${id}`);
  const answer = await owner('GET', `/api/log?entity=apiKey&rowId=${id}`);
  const { rows } = answer.body as { rows: LogRow[] };
  expect(rows.map(({ action, name, userName }) => [action, name, userName])).toEqual(
    ['revoked', 'updated', 'created'].map((action) => [action, 'logged', 'alpha demand']),
  );
  expect(answer.text).not.toContain(token);
});

test(`an account has at most ${maxApiKeys} usable keys`, async () => {
  const bravo = await api.signIn(other.logins.demand);
  const made = [];
  for (let index = 0; index < maxApiKeys; index += 1) made.push(await createKey(bravo));
  const body = { name: 'x', scopes: ['reports:read'], expiresAt: null };
  const answer = await bravo('POST', '/api/keys', body);
  expect([answer.status, ...problemsOf(answer)]).toEqual([422, ': too_many_keys']);
  await bravo('DELETE', `/api/keys/${made[0]?.id}`);
  expect((await bravo('POST', '/api/keys', body)).status).toBe(201);
});

test('the owner sees the API token of the account beside the keys, with its last use', async () => {
  const { token } = (await owner('POST', '/api/demand/token')).body as { token: string };
  const shown = { hint: token.slice(-4), createdAt: expect.any(String) };
  expect((await listOf(owner)).token).toEqual({ ...shown, lastUsedAt: null, lastUsedIp: '' });
  expect(await statusOf(token)).toBe(200);
  expect((await listOf(owner)).token).toEqual({ ...shown, lastUsedAt: expect.any(String), lastUsedIp: '127.0.0.1' });
  const { caller } = await manager({ managerRole: 'full' });
  expect((await listOf(caller)).token).toBeNull();
});
