import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { programOf } from './createKey.ts';

let api: TestApi;
let account: TestAccount;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { API_KEY_CALLS_PER_MINUTE: '3', API_ACCOUNT_CALLS_PER_MINUTE: '200' } });
  account = await buildAccount(api, 'alpha');
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

/** A program with a new key, which is created without a call: calls of users are limited, too. */
async function newProgram(): Promise<Caller> {
  const { demandId, ids } = account;
  const key = { demandId, userId: ids.user, name: 'x', scopes: ['account:read'] as const, networks: [] };
  const times = { createdAt: api.deps.now().toISOString(), expiresAt: null };
  const created = await api.deps.keys.create({ ...key, ...times }, 1000, systemAuthor);
  if (!created) throw new Error('the key was not created');
  return programOf(api, created.token);
}

const limitsOf = ({ headers }: ApiResponse) => [headers['ratelimit-policy'], headers['ratelimit']];

describe('calls with a key', () => {
  test('have headers with its limits and those of the account', async () => {
    const answer = await (await newProgram())('GET', '/api/session');
    expect(limitsOf(answer)).toEqual([
      '"key";q=3;w=60, "account";q=200;w=60',
      expect.stringMatching(/^"key";r=2;t=\d+, "account";r=\d+;t=\d+$/),
    ]);
  });

  test('are refused beyond the limit of the key, until the minute ends', async () => {
    const [program, another] = [await newProgram(), await newProgram()];
    for (let count = 0; count < 3; count += 1) expect((await program('GET', '/api/session')).status).toBe(200);
    const refused = await program('GET', '/api/session');
    expect([refused.status, ...problemsOf(refused)]).toEqual([429, ': too_many_calls']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(limitsOf(refused)).toEqual(['"key";q=3;w=60', expect.stringMatching(/^"key";r=0;t=\d+$/)]);
    expect((await another('GET', '/api/session')).status).toBe(200);
  });

  test('count whether or not they are allowed, and not for invalid tokens', async () => {
    const program = await newProgram();
    for (let count = 0; count < 3; count += 1) expect((await program('GET', '/api/demand/tags')).status).toBe(403);
    expect((await program('GET', '/api/session')).status).toBe(429);
    const unknown = await programOf(api, 'bhk_unknown')('GET', '/api/session');
    expect([unknown.status, ...limitsOf(unknown)]).toEqual([401, undefined, undefined]);
  });

  test('are refused beyond the limit of the account, without affecting its users', async () => {
    let refused: ApiResponse | null = null;
    for (let count = 0; count < 100 && !refused; count += 1) {
      const program = await newProgram();
      for (let each = 0; each < 3 && !refused; each += 1) {
        const answer = await program('GET', '/api/session');
        if (answer.status === 429) refused = answer;
      }
    }
    expect(refused?.text).toContain('The programs of an account can make 200 calls per minute');
    expect((await owner('GET', '/api/session')).status).toBe(200);
  });
});

test('the API token of an account is limited like a key', async () => {
  const bravo = await buildAccount(api, 'bravo');
  const { token } = (await (await api.signIn(bravo.logins.demand))('POST', '/api/demand/token')).body as {
    token: string;
  };
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await programOf(api, token)('GET', '/api/session')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a user cannot use up the calls of the others in the account', async () => {
  const partner = await api.signIn(account.logins.sub);
  let refused: ApiResponse | null = null;
  for (let count = 0; count < 51 && !refused; count += 1) {
    const answer = await partner('GET', '/api/demand/tags');
    if (answer.status === 429) refused = answer;
  }
  expect(refused?.text).toContain('A user can make 50 calls per minute');
  expect((await owner('GET', '/api/session')).status).toBe(200);
});

test('calls of users have no such headers', async () => {
  expect(limitsOf(await owner('GET', '/api/session'))).toEqual([undefined, undefined]);
});
