import { randomBytes } from 'node:crypto';
import type { UserRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import type { Call } from '../route.ts';
import type { SecondStep } from '../session/sessionContract.ts';
import { readCookie } from '../session/setCookie.ts';
import { deviceCookie, setFactorCookie, ticketCookie } from './factorCookies.ts';
import { challengeMinutes } from './passkeys.ts';
import { factorMethodsOf } from './proveFactor.ts';
import { isPrivileged } from './requiresFactor.ts';

/** Whether a sign-in with a right password is complete. */
export type StepAfterPassword =
  /** `isConfirmed`: the user has no second factor; otherwise the device is remembered. */
  | { type: 'complete'; isConfirmed: boolean }
  /** The second factor is needed; the cookie has the ticket of the pending sign-in. */
  | { type: 'pending'; response: SecondStep; cookie: string };

type Signing = Pick<Call, 'ip' | 'author' | 'cookies' | 'isSecure'>;

/** Determines after a right password whether a user needs a second factor, and gives the browser a ticket for it. */
export async function requestSecondStep(deps: ApiDeps, call: Signing, user: UserRow): Promise<StepAfterPassword> {
  const methods = await factorMethodsOf(deps, user.id);
  if (methods.length === 0) return { type: 'complete', isConfirmed: true };
  if (await isRemembered(deps, call, user)) return { type: 'complete', isConfirmed: false };
  const ticket = randomBytes(32).toString('base64url');
  const seconds = challengeMinutes * 60;
  const expiresAt = new Date(deps.now().getTime() + seconds * 1000).toISOString();
  await deps.challenges.create(ticket, { kind: 'ticket', userId: user.id }, expiresAt);
  return {
    type: 'pending',
    response: { methods, rememberDays: rememberDaysOf(deps, user) },
    cookie: setFactorCookie(ticketCookie, ticket, seconds, call.isSecure),
  };
}

/** Days for which a browser of a user can be remembered; 0 = it cannot. */
export function rememberDaysOf({ config }: Pick<ApiDeps, 'config'>, user: UserRow): number {
  return isPrivileged(user) ? 0 : config.SECOND_FACTOR_REMEMBER_DAYS;
}

async function isRemembered(deps: ApiDeps, call: Signing, user: UserRow): Promise<boolean> {
  const token = readCookie(call, deviceCookie);
  if (token === undefined || rememberDaysOf(deps, user) === 0) return false;
  const use = { at: deps.now().toISOString(), ip: call.ip, userAgent: (call.author.userAgent ?? '').slice(0, 300) };
  return deps.devices.enter(user.id, token, use);
}
