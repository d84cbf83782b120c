import type { AddedFactor } from '#api/factors/factorContract.ts';
import { findTotpStep, totpCode, totpStep } from '#api/factors/totp.ts';
import { type ApiResponse, type Caller, password, type TestApi } from '../startTestApi.ts';

/** A person with an authenticator app and recovery codes. */
export interface PersonWithApp {
  call: Caller;
  secret: string;
  recoveryCodes: string[];
  /** A code that was not used yet: the clock moves on by a step. */
  code(): string;
}

/** The cookies that a response sets, as a browser sends them. */
export function cookiesOf({ headers }: ApiResponse): string {
  return [headers['set-cookie']]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** Signs in with the password alone. */
export function enterPassword(api: TestApi, login: string, cookie = '', secret = password): Promise<ApiResponse> {
  return api.anonymous('POST', '/api/auth/login', { login, password: secret }, { cookie });
}

/** A caller with cookies. */
export function callerWith(api: TestApi, cookie: string): Caller {
  return (method, path, body, headers = {}) => api.anonymous(method, path, body, { cookie, ...headers });
}

/** A fresh code of a secret: each is accepted once. */
export function nextCode(api: TestApi, secret: string): string {
  api.moveClock(30_000);
  return totpCode(secret, totpStep(api.deps.now()));
}

/** Adds an authenticator app to the user of a session. */
export async function addApp(api: TestApi, call: Caller): Promise<PersonWithApp> {
  const { secret, setup } = (await call('POST', '/api/session/factors/app/secret')).body as {
    secret: string;
    setup: string;
  };
  const code = nextCode(api, secret);
  if (findTotpStep(secret, code, api.deps.now()) === null) throw new Error('the code is wrong');
  const added = await call('POST', '/api/session/factors/app', { name: 'Phone', setup, code });
  if (added.status !== 201) throw new Error(`not added: ${added.text}`);
  const { recoveryCodes } = added.body as AddedFactor;
  return { call, secret, recoveryCodes: recoveryCodes ?? [], code: () => nextCode(api, secret) };
}
