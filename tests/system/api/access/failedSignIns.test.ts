import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, password, startTestApi, type TestApi } from '../startTestApi.ts';

const quarterMs = 15 * 60_000 + 1000;

let api: TestApi;
let account: TestAccount;
let neighbour: TestAccount;
let root: Caller;
const lines: string[] = [];

beforeAll(async () => {
  const write = (line: string) => void lines.push(line);
  api = await startTestApi({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'warn' }, write });
  account = await buildAccount(api, 'alpha');
  neighbour = await buildAccount(api, 'bravo');
});

afterAll(() => api.close());

/** Every test begins in a window of its own. */
beforeEach(async () => {
  api.moveClock(quarterMs);
  root = await api.signIn('super');
  lines.length = 0;
});

const attempt = (login: string, ip: string, secret = 'wrong password') =>
  api.anonymous('POST', '/api/auth/login', { login, password: secret }, { 'x-forwarded-for': ip });

const rowsOf = (answer: ApiResponse) => (answer.body as { rows: LogRow[] }).rows;

const entries = async (call: Caller, action = 'loginFailed') =>
  rowsOf(await call('GET', `/api/log?action=${action}&size=1000`));

const fieldOf = (row: LogRow | undefined, name: string) => row?.fields.find(({ field }) => field === name)?.to;

const statusesOf = (answers: readonly ApiResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Distinct documentation addresses of RFC 5737 and RFC 6890, none of which is used twice. */
let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `198.${18 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

describe('a failed sign-in', () => {
  test('is in the log of the login’s account, with its address, and in no other account’s', async () => {
    const owner = await api.signIn(account.logins.demand);
    const ip = freshAddress();
    expect((await attempt(account.logins.sub.toUpperCase(), ip)).status).toBe(401);
    const [entry] = await entries(owner);
    expect(entry).toMatchObject({
      action: 'loginFailed',
      entity: 'user',
      name: 'alpha sub',
      demandId: account.demandId,
      userId: null,
      userName: null,
      ip,
      canRevert: false,
    });
    expect(fieldOf(entry, 'attempts')).toBe(1);
    expect(rowsOf(await owner('GET', '/api/log?userId=0'))).toEqual([]);
    expect((await owner('GET', '/api/log/authors')).body).not.toContainEqual(expect.objectContaining({ id: 0 }));
    expect(rowsOf(await root('GET', '/api/log?action=loginFailed&size=1'))[0]).toMatchObject({ id: entry?.id, ip });
    expect(await entries(await api.signIn(neighbour.logins.demand))).toEqual([]);
  });

  test('of an unknown login is only shown to admins, and the input is stored nowhere', async () => {
    const owner = await api.signIn(account.logins.demand);
    const before = (await entries(owner)).length;
    const typed = 'my-secret-passphrase-42';
    const ip = freshAddress();
    await attempt(typed, ip);
    await attempt(`${typed}-again`, ip);
    const [entry] = await entries(root);
    expect(entry).toMatchObject({ name: 'Unknown login', rowId: null, demandId: null, ip });
    expect(fieldOf(entry, 'attempts')).toBe(2);
    expect(await entries(owner)).toHaveLength(before);
    const stored = JSON.stringify([
      await api.sql('select * from changes'),
      await api.sql('select * from login_attempts'),
    ]);
    expect(stored).not.toContain(typed);
    expect(JSON.stringify(lines)).not.toContain(typed);
  });

  test('of an admin is shown to the operator', async () => {
    await attempt('super', freshAddress());
    expect((await entries(root))[0]).toMatchObject({ name: 'Super admin', demandId: null });
  });

  test('is one entry with a count for a login and an address in fifteen minutes, also for concurrent ones', async () => {
    const before = (await entries(root)).length;
    const ip = '2001:db8:1:2::1';
    await Promise.all(Array.from({ length: 4 }, (_, at) => attempt(account.logins.adv, `2001:db8:1:2::${at + 1}`)));
    const after = await entries(root);
    expect(after).toHaveLength(before + 1);
    expect(fieldOf(after[0], 'attempts')).toBe(4);
    api.moveClock(quarterMs);
    await attempt(account.logins.adv, ip);
    const later = await entries(root);
    expect(later).toHaveLength(before + 2);
    expect(later.slice(0, 2).map((row) => fieldOf(row, 'attempts'))).toEqual([1, 4]);
  });

  test('is logged by the server the first time, with the address and the known login, and not for each attempt', async () => {
    const ip = freshAddress();
    for (let count = 0; count < 3; count += 1) await attempt(account.logins.sdk, ip);
    const rowId = (await entries(root))[0]?.rowId;
    // The log may write a line of an earlier address late, when the same text came twice within a second.
    const written = lines.filter((line) => line.includes(`from ${ip} `));
    expect(written.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', text: `failed sign-in from ${ip} with the login of user ${rowId}` },
    ]);
  });
});

describe('the limits of sign-ins', () => {
  test('refuse a login that was guessed fifty times from as many addresses, with one entry of the log', async () => {
    const answers = await Promise.all(Array.from({ length: 55 }, () => attempt(account.logins.adv, freshAddress())));
    expect(statusesOf(answers)).toEqual({ 401: 50, 429: 5 });
    const refused = await attempt(account.logins.adv.toUpperCase(), freshAddress(), password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const owner = await api.signIn(account.logins.demand);
    const logEntries = await entries(owner, 'loginRefused');
    expect(logEntries).toHaveLength(1);
    expect(logEntries[0]).toMatchObject({ entity: 'user', name: 'alpha adv' });
    expect(fieldOf(logEntries[0], 'limit')).toBe('50 failed sign-ins with one login in 15 minutes');
    api.moveClock(quarterMs);
    expect((await attempt(account.logins.adv, freshAddress(), password)).status).toBe(200);
  });

  test('respond alike whether the login exists or not', async () => {
    const rejectionOf = async (login: string) => {
      await Promise.all(Array.from({ length: 50 }, () => attempt(login, freshAddress())));
      const { status, body } = await attempt(login, freshAddress(), password);
      return [status, (body as { problems: unknown }).problems];
    };
    const [known, unknown] = [await rejectionOf(account.logins.adv), await rejectionOf('no-such-login')];
    expect(known).toEqual(unknown);
    expect(known[0]).toBe(429);
  });

  test('do not lock out a user who signed in from there in the last thirty days, whoever guesses elsewhere', async () => {
    const home = freshAddress();
    expect((await attempt(account.logins.sub, home, password)).status).toBe(200);
    api.moveClock(29 * 86_400_000);
    await Promise.all(Array.from({ length: 51 }, () => attempt(account.logins.sub, freshAddress())));
    expect((await attempt(account.logins.sub, freshAddress(), password)).status).toBe(429);
    expect((await attempt(account.logins.sub, home)).status).toBe(401);
    expect((await attempt(account.logins.sub, home, password)).status).toBe(200);
    // Another login is unknown there.
    await api.deps.logins.countAttempt('any login', windowNow(), 1000);
    expect((await attempt(account.logins.adv, home, password)).status).toBe(429);
    expect((await attempt(account.logins.sub, home, password)).status).toBe(200);
    // Its own limit applies.
    for (let count = 0; count < 10; count += 1) expect((await attempt(account.logins.sub, home)).status).toBe(401);
    expect((await attempt(account.logins.sub, home, password)).status).toBe(429);
    // After thirty days without it, the address is like any other.
    api.moveClock(31 * 86_400_000);
    await api.deps.logins.countAttempt('any login', windowNow(), 1000);
    expect((await attempt(account.logins.sub, home, password)).status).toBe(429);
  });

  test('refuse one IPv6 subscriber long before it has used up the shared limit', async () => {
    await api.deps.logins.countAttempt('any login from the network 2001:db8:77', windowNow(), 297);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => attempt(`guess-${at}`, `2001:db8:77:${at.toString(16)}::1`)),
    );
    expect(statusesOf(answers)).toEqual({ 401: 3, 429: 17 });
    expect((await attempt('guess', '2001:DB8:0077:ffff::2')).status).toBe(429);
    expect((await attempt('guess', '2001:db8:78::1')).status).toBe(401);
    const [rejection] = await entries(root, 'loginRefused');
    expect(fieldOf(rejection, 'limit')).toBe('300 failed sign-ins from one network in 15 minutes');
  });

  test('refuse all unknown addresses after a thousand failed sign-ins, and then log them as one entry', async () => {
    await api.deps.logins.countAttempt('any login', windowNow(), 997);
    const before = (await entries(root)).length;
    const refusedBefore = (await entries(root, 'loginRefused')).length;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => attempt(`guess-${at}`, freshAddress())));
    expect(statusesOf(answers)).toEqual({ 401: 3, 429: 37 });
    const ip = freshAddress();
    for (let count = 0; count < 12; count += 1) expect((await attempt('guess', ip)).status).toBe(429);
    expect(await entries(root)).toHaveLength(before + 3);
    const rejections = await entries(root, 'loginRefused');
    expect(rejections).toHaveLength(refusedBefore + 1);
    expect(rejections[0]).toMatchObject({ name: 'Any login', rowId: null, demandId: null });
    expect(fieldOf(rejections[0], 'limit')).toBe('1,000 failed sign-ins in 15 minutes');
  });

  test('do not count sign-ins that succeed, nor those that another limit refused', async () => {
    const office = freshAddress();
    for (let count = 0; count < 60; count += 1) {
      expect((await attempt(account.logins.sub, freshAddress(), password)).status).toBe(200);
    }
    for (let count = 0; count < 110; count += 1) await attempt('just-one', office);
    expect((await attempt(account.logins.adv, office, password)).status).toBe(200);
  });
});

/** The current window of fifteen minutes, from now on. */
function windowNow() {
  return { now: api.deps.now(), windowMs: 15 * 60_000 };
}

test('entries of failed sign-ins are pruned after ninety days; those of sign-ins and changes stay', async () => {
  await attempt(account.logins.sdk, freshAddress());
  const before = (await api.sql('select action, id from changes')) as { action: string; id: string }[];
  expect(before.some(({ action }) => action === 'loginFailed')).toBe(true);
  const late = new Date(Date.now() + 1000).toISOString();
  await api.deps.logins.pruneFailures(new Date(Date.now() - 86_400_000).toISOString());
  expect(await api.sql('select action, id from changes')).toHaveLength(before.length);
  await api.deps.logins.pruneFailures(late);
  const after = (await api.sql('select action, id from changes')) as { action: string; id: string }[];
  expect(after.map(({ id }) => id).toSorted()).toEqual(
    before
      .filter(({ action }) => action !== 'loginFailed' && action !== 'loginRefused')
      .map(({ id }) => id)
      .toSorted(),
  );
});
