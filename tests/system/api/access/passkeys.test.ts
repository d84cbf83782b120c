import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddedFactor, FactorState } from '#api/factors/factorContract.ts';
import type { Assertion, CreationOptions, RequestOptions } from '#api/factors/factorSchemas.ts';
import type { SecondStep, SessionUser } from '#api/session/sessionContract.ts';
import { type Authenticator, createAuthenticator } from '../../../support/passkeys/createAuthenticator.ts';
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
import { callerWith, cookiesOf, enterPassword } from './signInSteps.ts';

const origin = 'https://console.example';

let api: TestApi;
let account: TestAccount;
let owner: Caller;
let count = 0;

beforeAll(async () => {
  api = await startTestApi({ env: { CONSOLE_URL: origin } });
  account = await buildAccount(api, 'alpha');
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api?.close());

/** A new manager with a passkey. */
async function hire(): Promise<{ login: string; id: number; call: Caller; authenticator: Authenticator }> {
  count += 1;
  const login = `person-${count}`;
  const id = idOf(await owner('POST', '/api/demand/managers', { name: `Person ${count}`, login, password }));
  const call = await api.signIn(login);
  const authenticator = createAuthenticator(origin);
  const added = await addPasskey(call, authenticator);
  expect([added.status, (added.body as AddedFactor).recoveryCodes]).toEqual([201, expect.any(Array)]);
  return { login, id, call, authenticator };
}

async function addPasskey(
  call: Caller,
  authenticator: Authenticator,
  answering: Parameters<Authenticator['create']>[1] = {},
): Promise<ApiResponse> {
  const options = (await call('POST', '/api/session/factors/passkey/challenge')).body as CreationOptions;
  const passkey = authenticator.create(options, answering);
  return call('POST', '/api/session/factors/passkey', { name: 'Laptop', passkey });
}

const challenge = async (): Promise<RequestOptions> =>
  (await api.anonymous('POST', '/api/auth/passkey/challenge')).body as RequestOptions;
const signInWith = (passkey: Assertion): Promise<ApiResponse> =>
  api.anonymous('POST', '/api/auth/passkey', { passkey });

describe('[FACTOR-03] a passkey that has verified its user', () => {
  test('signs in without login and password', async () => {
    const { authenticator, id } = await hire();
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'console.example', allowCredentials: [], userVerification: 'required' });
    const answer = await signInWith(authenticator.sign(options));
    expect([answer.status, (answer.body as SessionUser).id]).toEqual([200, id]);
    // Proved with all that the user has, so that nothing has to be confirmed for now.
    expect((await callerWith(api, cookiesOf(answer))('GET', '/api/session/confirmed')).status).toBe(200);
  });

  test('is refused with a used challenge, of another site, unverified, or with a counter that does not increase', async () => {
    const { authenticator } = await hire();
    const used = await challenge();
    expect((await signInWith(authenticator.sign(used, { counter: 10 }))).status).toBe(200);
    const refused: [string, Assertion][] = [
      ['used challenge', authenticator.sign(used, { counter: 11 })],
      ['invented challenge', authenticator.sign({ ...used, challenge: 'a'.repeat(43) }, { counter: 12 })],
      ['origin', authenticator.sign(await challenge(), { origin: 'https://console.example.net', counter: 13 })],
      ['http', authenticator.sign(await challenge(), { origin: 'http://console.example', counter: 14 })],
      ['site', authenticator.sign(await challenge(), { rpId: 'example', counter: 15 })],
      ['unverified', authenticator.sign(await challenge(), { isVerified: false, counter: 16 })],
      ['counter', authenticator.sign(await challenge(), { counter: 10 })],
      ['unknown', createAuthenticator(origin).sign(await challenge())],
    ];
    for (const [what, passkey] of refused) {
      const answer = await signInWith(passkey);
      expect([what, answer.status, problemsOf(answer)]).toEqual([what, 401, ['passkey: wrong_passkey']]);
    }
    const signed = authenticator.sign(await challenge(), { counter: 17 });
    const forged = {
      ...signed,
      response: { ...signed.response, signature: signed.response.signature.replace(/.{4}$/, 'AAAA') },
    };
    expect((await signInWith(forged)).status).toBe(401);
    const late = await challenge();
    api.moveClock(5 * 60_000);
    expect((await signInWith(authenticator.sign(late, { counter: 18 }))).status).toBe(401);
  });

  test('is refused when its user may no longer sign in', async () => {
    const { authenticator, id } = await hire();
    await owner('PATCH', `/api/demand/managers/${id}`, { status: 0 });
    expect((await signInWith(authenticator.sign(await challenge()))).status).toBe(401);
  });
});

describe('[FACTOR-02] a passkey as the second factor', () => {
  test('completes a sign-in, of its own user only', async () => {
    const [one, other] = [await hire(), await hire()];
    const pending = await enterPassword(api, one.login);
    expect((pending.body as SecondStep).methods).toEqual(['passkey', 'recoveryCode']);
    const browser = callerWith(api, cookiesOf(pending));
    const ask = async () => (await browser('POST', '/api/auth/factor/challenge')).body as RequestOptions;
    const options = await ask();
    expect(options).toMatchObject({ allowCredentials: [{ type: 'public-key' }], userVerification: 'preferred' });
    const foreign = await browser('POST', '/api/auth/factor', { passkey: other.authenticator.sign(options) });
    expect([foreign.status, problemsOf(foreign)]).toEqual([401, ['passkey: wrong_passkey']]);
    // A challenge for signing in without a password does not count here, and the other way round.
    const anyone = await browser('POST', '/api/auth/factor', { passkey: one.authenticator.sign(await challenge()) });
    expect(anyone.status).toBe(401);
    expect((await signInWith(one.authenticator.sign(await ask()))).status).toBe(401);
    // The authenticator need not verify its user: the password was right.
    const done = await browser('POST', '/api/auth/factor', {
      passkey: one.authenticator.sign(await ask(), { isVerified: false }),
    });
    expect([done.status, (done.body as SessionUser).id]).toEqual([200, one.id]);
  });

  test('confirms calls with consequences', async () => {
    const { call, authenticator } = await hire();
    api.moveClock(11 * 60_000);
    expect((await call('GET', '/api/session/confirmed')).status).toBe(403);
    const { passkey: options } = (await call('GET', '/api/session/confirmation')).body as { passkey: RequestOptions };
    const confirm = (passkey: Assertion) => call('POST', '/api/session/confirmation', { passkey });
    expect((await confirm(createAuthenticator(origin).sign(options))).status).toBe(422);
    expect((await confirm(authenticator.sign(options))).status).toBe(200);
    expect((await call('GET', '/api/session/confirmed')).status).toBe(200);
  });
});

describe('[FACTOR-01] adding a passkey', () => {
  test('is refused for another site, another user’s challenge, and a passkey that exists', async () => {
    const [one, other] = [await hire(), await hire()];
    const fresh = createAuthenticator(origin);
    for (const answering of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const answer = await addPasskey(one.call, fresh, answering);
      expect([answer.status, problemsOf(answer)]).toEqual([422, ['passkey: wrong_passkey']]);
    }
    const options = (await other.call('POST', '/api/session/factors/passkey/challenge')).body as CreationOptions;
    const taken = await one.call('POST', '/api/session/factors/passkey', { name: 'x', passkey: fresh.create(options) });
    expect(taken.status).toBe(422);
    expect((await addPasskey(one.call, one.authenticator)).status).toBe(409);
    expect((await addPasskey(one.call, other.authenticator)).status).toBe(409);
    expect((await addPasskey(one.call, fresh)).body).toEqual({ recoveryCodes: null });
    const { factors } = (await one.call('GET', '/api/session/factors')).body as FactorState;
    expect(factors.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['passkey Laptop', 'passkey Laptop']);
  });
});

describe('[FACTOR-07] a lost second factor', () => {
  test('is reset by those who manage the user, which ends its sessions', async () => {
    const { login, id, call } = await hire();
    const path = `/api/demand/managers/${id}/signIn`;
    owner = await api.signIn(account.logins.demand);
    expect((await owner('GET', path)).body).toMatchObject({ factors: 1 });
    expect((await call('DELETE', `/api/demand/managers/${id}/signIn/factors`)).status).toBe(403);
    expect((await owner('DELETE', `${path}/factors`)).status).toBe(200);
    expect((await owner('GET', path)).body).toMatchObject({ factors: 0, sessions: [] });
    expect((await call('GET', '/api/session')).status).toBe(403);
    expect((await enterPassword(api, login)).status).toBe(200);
    const events = await api.sql(`select type, subject_entity from security_events where subject_id = ${id}`);
    expect(events).toContainEqual({ type: 'factorsReset', subject_entity: 'manager' });
  });

  test('of a super admin is removed on the machine, on request', async () => {
    const root = await api.signIn('super');
    const { id } = (await root('GET', '/api/session')).body as SessionUser;
    await addPasskey(root, createAuthenticator(origin));
    expect((await root('DELETE', `/api/users/${id}/signIn/factors`)).status).toBe(409);
    await api.control('POST', '/internal/adminLink', { login: 'super' });
    expect((await enterPassword(api, 'super')).status).toBe(202);
    await api.control('POST', '/internal/adminLink', { login: 'super', resetsFactors: true });
    expect((await enterPassword(api, 'super')).status).toBe(200);
  });
});
