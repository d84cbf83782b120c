import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FactorState } from '#api/factors/factorContract.ts';
import type { SecondStep, SessionUser } from '#api/session/sessionContract.ts';
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
import { addApp, callerWith, cookiesOf, enterPassword, nextCode } from './signInSteps.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let api: TestApi;
let root: Caller;
let account: TestAccount;
let owner: Caller;
let count = 0;

beforeAll(async () => {
  api = await startTestApi();
  root = await api.signIn('super');
  account = await buildAccount(api, 'alpha');
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api?.close());

/** A new manager with a login of its own. */
async function hire(more: object = {}): Promise<{ login: string; id: number; call: Caller }> {
  count += 1;
  const login = `person-${count}`;
  // The clock moves by days.
  owner = await api.signIn(account.logins.demand);
  const id = idOf(await owner('POST', '/api/demand/managers', { name: `Person ${count}`, login, password, ...more }));
  return { login, id, call: await api.signIn(login) };
}

const stateOf = async (call: Caller) => (await call('GET', '/api/session/factors')).body as FactorState;
const passStep = (cookie: string, body: object): Promise<ApiResponse> =>
  api.anonymous('POST', '/api/auth/factor', body, { cookie });
const eventsOf = async (id: number): Promise<string[]> =>
  (await api.sql(`select type || ' ' || outcome as event from security_events where subject_id = ${id} order by seq`))
    .map(({ event }) => String(event))
    .filter((event) => /factor|recovery|device/i.test(event));

describe('[FACTOR-01] an authenticator app', () => {
  test('counts once a code was entered, and gives ten recovery codes, of which only hashes are stored', async () => {
    const { call, id } = await hire();
    expect(await stateOf(call)).toEqual({
      factors: [],
      recoveryCodes: 0,
      isRequired: false,
      devices: [],
      account: null,
    });
    const started = (await call('POST', '/api/session/factors/app/secret')).body as { secret: string; setup: string };
    const wrong = await call('POST', '/api/session/factors/app', {
      name: 'Phone',
      setup: started.setup,
      code: '000000',
    });
    expect([wrong.status, problemsOf(wrong)]).toEqual([422, ['code: wrong_code']]);
    expect((await stateOf(call)).factors).toEqual([]);
    const { secret, recoveryCodes } = await addApp(api, call);
    expect(await stateOf(call)).toMatchObject({ factors: [{ kind: 'app', name: 'Phone' }], recoveryCodes: 10 });
    const stored = JSON.stringify([
      await api.sql(`select * from sign_in_factors where user_id = ${id}`),
      await api.sql(`select * from recovery_codes where user_id = ${id}`),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
    expect(await eventsOf(id)).toEqual(['factorAdded done']);
    // The second one brings no new codes.
    expect((await addApp(api, call)).recoveryCodes).toEqual([]);
  });

  test('a setup is of its user alone, and ends after an hour', async () => {
    const [one, other] = [await hire(), await hire()];
    const { secret, setup } = (await one.call('POST', '/api/session/factors/app/secret')).body as {
      secret: string;
      setup: string;
    };
    const taken = await other.call('POST', '/api/session/factors/app', {
      name: 'x',
      setup,
      code: nextCode(api, secret),
    });
    expect(problemsOf(taken)).toEqual(['setup: setup_expired']);
    api.moveClock(hourMs);
    const again = await api.signIn(one.login);
    const late = await again('POST', '/api/session/factors/app', { name: 'x', setup, code: nextCode(api, secret) });
    expect(problemsOf(late)).toEqual(['setup: setup_expired']);
  });
});

describe('[FACTOR-02] signing in', () => {
  test('[CALL-01] without a second factor, the response is the user as before', async () => {
    const { login } = await hire();
    const answer = await enterPassword(api, login);
    expect([answer.status, (answer.body as SessionUser).login]).toEqual([200, login]);
    expect(answer.body).not.toHaveProperty('needsFactor');
  });

  test('with one, the password gives a ticket and no session; the code gives the session', async () => {
    const { login, call, id } = await hire();
    const person = await addApp(api, call);
    const pending = await enterPassword(api, login);
    expect([pending.status, pending.body]).toEqual([
      202,
      { methods: ['app', 'recoveryCode'], rememberDays: 30 } satisfies SecondStep,
    ]);
    const ticket = cookiesOf(pending);
    expect(ticket).toMatch(/^bidhouse_ticket=[\w-]{43}$/);
    expect(String(pending.headers['set-cookie'])).toContain('Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=300');
    expect((await callerWith(api, ticket)('GET', '/api/session')).status).toBe(403);
    const wrong = await passStep(ticket, { code: '123456' });
    expect([wrong.status, problemsOf(wrong)]).toEqual([401, ['code: wrong_code']]);
    const code = person.code();
    const done = await passStep(ticket, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([done.status, (done.body as SessionUser).id]).toEqual([200, id]);
    expect((await callerWith(api, cookiesOf(done))('GET', '/api/session')).status).toBe(200);
    // The ticket is used up, and so is the code.
    expect((await passStep(ticket, { code: person.code() })).status).toBe(409);
    const next = cookiesOf(await enterPassword(api, login));
    expect((await passStep(next, { code })).status).toBe(401);
    expect(new Set(await eventsOf(id))).toEqual(new Set(['factorAdded done', 'factorWrong failed']));
  });

  test('a ticket ends after five minutes, and with a new password', async () => {
    const { login, call } = await hire();
    const person = await addApp(api, call);
    const old = cookiesOf(await enterPassword(api, login));
    api.moveClock(5 * minuteMs);
    expect((await passStep(old, { code: person.code() })).status).toBe(409);
    const ticket = cookiesOf(await enterPassword(api, login));
    const changed = await call('PUT', '/api/session/password', {
      currentPassword: password,
      password: 'other words here',
    });
    expect(changed.status).toBe(200);
    expect((await passStep(ticket, { code: person.code() })).status).toBe(409);
  });

  test('a recovery code signs in once', async () => {
    const { login, call, id } = await hire();
    const { recoveryCodes } = await addApp(api, call);
    const code = recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const first = cookiesOf(await enterPassword(api, login));
    expect((await passStep(first, { code })).status).toBe(200);
    const second = cookiesOf(await enterPassword(api, login));
    expect((await passStep(second, { code })).status).toBe(401);
    expect((await stateOf(call)).recoveryCodes).toBe(9);
    expect(await eventsOf(id)).toContain('recoveryCodeUsed done');
    const { recoveryCodes: fresh } = (await call('POST', '/api/session/recoveryCodes')).body as {
      recoveryCodes: string[];
    };
    expect((await passStep(second, { code: recoveryCodes[4] })).status).toBe(401);
    expect((await passStep(second, { code: fresh[4] })).status).toBe(200);
  });

  test('wrong codes are limited for the user, from any address, and the password alone does not end the limit', async () => {
    const { login, call } = await hire();
    const person = await addApp(api, call);
    for (let at = 0; at < 10; at += 1) {
      const ticket = cookiesOf(await enterPassword(api, login));
      expect((await passStep(ticket, { code: '000000' })).status).toBe(401);
      api.moveClock(2 * minuteMs);
    }
    const ticket = cookiesOf(await enterPassword(api, login));
    const limited = await passStep(ticket, { code: person.code() });
    expect([limited.status, problemsOf(limited)]).toEqual([429, ['code: too_many_attempts']]);
    api.moveClock(hourMs);
    const later = cookiesOf(await enterPassword(api, login));
    expect((await passStep(later, { code: person.code() })).status).toBe(200);
  });

  test('failed codes count as failed sign-ins', async () => {
    const { login, call } = await hire();
    await addApp(api, call);
    for (let at = 0; at < 10; at += 1) {
      const answer = await api.anonymous('POST', '/api/auth/login', { login, password: 'wrong words' });
      expect(answer.status).toBe(401);
    }
    expect((await enterPassword(api, login)).status).toBe(429);
    api.moveClock(15 * minuteMs);
  });

  test('a one-time link sets a password, and leaves the second factor', async () => {
    const { login, id, call } = await hire();
    const person = await addApp(api, call);
    const { url } = (await owner('POST', `/api/demand/managers/${id}/signIn/link`, {})).body as { url: string };
    const token = url.split('#')[1];
    await api.anonymous('POST', '/api/auth/password', { token, password: 'words of a new one' });
    const pending = await enterPassword(api, login, '', 'words of a new one');
    expect(pending.status).toBe(202);
    expect((await passStep(cookiesOf(pending), { code: person.code() })).status).toBe(200);
  });

  test('calls need exactly one proof', async () => {
    for (const body of [{}, { isRemembered: true }, { code: '' }, { code: '1', passkey: {} }, { code: 1 }])
      expect((await passStep('bidhouse_ticket=x', body)).status).toBe(400);
    expect((await passStep('', { code: '123456' })).status).toBe(409);
  });
});

describe('[FACTOR-05] a remembered device', () => {
  test('needs no second factor for 30 days, is listed, and ends with a new password', async () => {
    const { login, call, id } = await hire();
    const person = await addApp(api, call);
    const done = await passStep(cookiesOf(await enterPassword(api, login)), {
      code: person.code(),
      isRemembered: true,
    });
    const [, device = ''] = /(bidhouse_device=[\w-]{43})/.exec(cookiesOf(done)) ?? [];
    expect((await enterPassword(api, login, device)).status).toBe(200);
    expect((await enterPassword(api, login)).status).toBe(202);
    expect((await stateOf(call)).devices).toHaveLength(1);
    expect(await eventsOf(id)).toContain('deviceRemembered done');
    // It is of its user alone.
    const other = await hire();
    await addApp(api, other.call);
    expect((await enterPassword(api, other.login, device)).status).toBe(202);
    api.moveClock(31 * 24 * hourMs);
    expect((await enterPassword(api, login, device)).status).toBe(202);
  });

  test.each(['password', 'factor', 'sessions', 'device'])('ends with %s', async (end) => {
    const { login, call } = await hire();
    const person = await addApp(api, call);
    const done = await passStep(cookiesOf(await enterPassword(api, login)), {
      code: person.code(),
      isRemembered: true,
    });
    const device = cookiesOf(done);
    expect((await enterPassword(api, login, device)).status).toBe(200);
    if (end === 'password')
      await call('PUT', '/api/session/password', { currentPassword: password, password: 'quite other words' });
    if (end === 'factor') await addApp(api, call);
    if (end === 'sessions') await call('DELETE', '/api/session/all');
    if (end === 'device') {
      const [{ id } = { id: '' }] = (await stateOf(call)).devices;
      expect((await call('DELETE', `/api/session/devices/${id}`)).status).toBe(200);
    }
    const secret = end === 'password' ? 'quite other words' : password;
    expect((await enterPassword(api, login, device, secret)).status).toBe(202);
  });

  test('is not possible for admins and finance managers', async () => {
    const { login, call } = await hire({ managerRole: 'finance' });
    const person = await addApp(api, call);
    const pending = await enterPassword(api, login);
    expect((pending.body as SecondStep).rememberDays).toBe(0);
    const done = await passStep(cookiesOf(pending), { code: person.code(), isRemembered: true });
    expect(cookiesOf(done)).not.toMatch(/bidhouse_device=\w/);
  });
});

describe('[FACTOR-06] confirming', () => {
  test('calls with consequences need the second factor again after ten minutes', async () => {
    const { login, call } = await hire({ managerRole: 'full' });
    const person = await addApp(api, call);
    const key = () => call('POST', '/api/keys', { name: 'x', scopes: ['reports:read'], networks: [], expiresAt: null });
    expect((await key()).status).toBe(201);
    api.moveClock(11 * minuteMs);
    const refused = await key();
    expect([refused.status, problemsOf(refused)]).toEqual([403, [': confirmation_required']]);
    expect((await call('GET', '/api/session/confirmation')).body).toEqual({
      methods: ['app', 'recoveryCode'],
      passkey: null,
      provider: null,
    });
    expect((await call('POST', '/api/session/confirmation', { password })).status).toBe(409);
    expect((await call('POST', '/api/session/confirmation', { code: '000000' })).status).toBe(422);
    expect((await key()).status).toBe(403);
    expect((await call('POST', '/api/session/confirmation', { code: person.code() })).status).toBe(200);
    expect((await key()).status).toBe(201);
    // Another session of the same user is not confirmed by it.
    const other = callerWith(
      api,
      cookiesOf(await passStep(cookiesOf(await enterPassword(api, login)), { code: person.code() })),
    );
    api.moveClock(11 * minuteMs);
    await call('POST', '/api/session/confirmation', { code: person.code() });
    expect((await other('GET', '/api/session/confirmed')).status).toBe(403);
  });

  test('users without a factor confirm by their password', async () => {
    const { call } = await hire();
    api.moveClock(11 * minuteMs);
    expect((await call('GET', '/api/session/confirmed')).status).toBe(403);
    expect((await call('GET', '/api/session/confirmation')).body).toEqual({
      methods: ['password'],
      passkey: null,
      provider: null,
    });
    const wrong = await call('POST', '/api/session/confirmation', { password: 'wrong' });
    expect([wrong.status, problemsOf(wrong)]).toEqual([422, ['password: wrong_password']]);
    expect((await call('POST', '/api/session/confirmation', { password })).status).toBe(200);
    expect((await call('GET', '/api/session/confirmed')).status).toBe(200);
  });

  test('a remembered device has not confirmed anything', async () => {
    const { login, call } = await hire();
    const person = await addApp(api, call);
    const done = await passStep(cookiesOf(await enterPassword(api, login)), {
      code: person.code(),
      isRemembered: true,
    });
    const again = await enterPassword(api, login, cookiesOf(done));
    const remembered = callerWith(api, cookiesOf(again));
    expect((await remembered('GET', '/api/session/confirmed')).status).toBe(403);
    const [{ id } = { id: '' }] = (await stateOf(remembered)).factors;
    expect((await remembered('DELETE', `/api/session/factors/${id}`)).status).toBe(403);
    expect((await call('DELETE', `/api/session/factors/${id}`)).status).toBe(200);
    expect((await enterPassword(api, login)).status).toBe(200);
  });

  test('an admin confirms before acting as a user, as itself while acting, and never to stop acting', async () => {
    root = await api.signIn('super');
    api.moveClock(11 * minuteMs);
    const act = `/api/switch?type=demand&id=${account.demandId}`;
    expect((await root('GET', act)).status).toBe(403);
    await root('POST', '/api/session/confirmation', { password });
    expect((await root('GET', act)).status).toBe(303);
    api.moveClock(11 * minuteMs);
    expect((await root('POST', '/api/session/confirmation', { password })).status).toBe(200);
    expect((await root('GET', '/api/session/factors')).status).toBe(409);
    api.moveClock(11 * minuteMs);
    expect((await root('GET', '/api/switch?type=admin&id=1')).status).toBe(303);
  });
});

describe('[FACTOR-04] a required second factor', () => {
  test('of an account: its users add one before anything else', async () => {
    const { login, call, id } = await hire();
    const early = await owner('PUT', '/api/demand/signInPolicy', { requiresFactor: true });
    expect([early.status, problemsOf(early)]).toEqual([409, [': no_factor']]);
    await addApp(api, owner);
    expect((await owner('PUT', '/api/demand/signInPolicy', { requiresFactor: true })).status).toBe(200);
    expect((await call('PUT', '/api/demand/signInPolicy', { requiresFactor: false })).status).toBe(403);
    // Open sessions are held up at once.
    const refused = await call('GET', '/api/demand/tags');
    expect([refused.status, problemsOf(refused)]).toEqual([403, [': second_factor_required']]);
    const signedIn = await enterPassword(api, login);
    expect(signedIn.body).toMatchObject({ needsFactor: true });
    expect(await eventsOf(id)).toContain('factorMissing done');
    const enrolling = callerWith(api, cookiesOf(signedIn));
    const open = new Set<string>();
    for (const { method, path, access } of api.routes) {
      if (access === 'public' || access === 'internal') continue;
      const answer = await enrolling(method, path.replace(/\{(\w+)\}/g, '1'));
      if (answer.status !== 403) open.add(`${method} ${path}`);
    }
    expect([...open].filter((each) => !/^\w+ \/api\/session/.test(each))).toEqual([]);
    expect((await stateOf(enrolling)).isRequired).toBe(true);
    await addApp(api, enrolling);
    expect((await enrolling('GET', '/api/session')).body).not.toHaveProperty('needsFactor');
    expect((await enrolling('GET', '/api/demand/tags')).status).toBe(200);
    const [{ id: factorId } = { id: '' }] = (await stateOf(enrolling)).factors;
    const last = await enrolling('DELETE', `/api/session/factors/${factorId}`);
    expect([last.status, problemsOf(last)]).toEqual([409, [': factor_required']]);
    await owner('PUT', '/api/demand/signInPolicy', { requiresFactor: false });
    expect((await call('GET', '/api/demand/tags')).status).toBe(200);
  });
});
