import { randomBytes } from 'node:crypto';
import type { UserRow } from '#model/index.ts';
import { addressGroup } from '#runtime/addressGroup.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { createFailureReport } from '../session/createFailureReport.ts';
import { createLoginThrottle, type LoginAttempt } from '../session/loginThrottle.ts';
import { refuseTemporarily } from '../session/refuseTemporarily.ts';
import { type CookieCall, readCookie } from '../session/setCookie.ts';
import { type SigningCall, startSession } from '../session/startSession.ts';
import { rejectWithoutProvider } from '../sso/rejectWithoutProvider.ts';
import { factorContract } from './factorContract.ts';
import { deviceCookie, setFactorCookie, ticketCookie } from './factorCookies.ts';
import type { Assertion } from './factorSchemas.ts';
import { challengeMinutes, readAssertion, relyingPartyOf, requestOptions } from './passkeys.ts';
import { proveFactor } from './proveFactor.ts';
import { rememberDaysOf } from './requestSecondStep.ts';
import { tooManyCodes } from './tooManyCodes.ts';

const dayMs = 86_400_000;
const windowMs = 15 * 60_000;

/** Challenges to sign in with a passkey alone, for one address in fifteen minutes. */
const maxChallenges = 100;

/** Routes of the second step of signing in, and of signing in with a passkey instead of login and password. */
export function secondStepRoutes(deps: ApiDeps): Route[] {
  const { challenges, config, devices, factors, log, logins, logger, now, security, sessions } = deps;
  const throttle = createLoginThrottle(logins, config.secret);
  const report = createFailureReport({ logins, log, security, throttle, warn: logger.warn, now });

  /** The user of the ticket of a call; null without a valid one. */
  async function userOfTicket(call: CookieCall): Promise<{ ticket: string; user: UserRow } | null> {
    const ticket = readCookie(call, ticketCookie);
    if (ticket === undefined) return null;
    const userId = await challenges.findTicket(ticket, now().toISOString());
    const found = userId === null ? null : await sessions.readUser(userId);
    return found && { ticket, user: found.user };
  }

  const expiresAt = () => new Date(now().getTime() + challengeMinutes * 60_000).toISOString();

  /** Remembers the browser of a call, if it can be: its cookie. */
  async function remember({ ip, author, isSecure }: SigningCall, user: UserRow): Promise<string[]> {
    const days = rememberDaysOf(deps, user);
    if (days === 0) return [];
    const token = randomBytes(32).toString('base64url');
    const use = { at: now().toISOString(), ip, userAgent: (author.userAgent ?? '').slice(0, 300) };
    const until = new Date(now().getTime() + days * dayMs).toISOString();
    await devices.create({ token, userId: user.id, expiresAt: until, use });
    const { id, name, demandId } = user;
    await security.record(
      { ...author, userId: id },
      { type: 'deviceRemembered', demandId, subject: { entity: 'user', id, name }, details: { until } },
    );
    return [setFactorCookie(deviceCookie, token, days * 86_400, isSecure)];
  }

  /** The user whose passkey has signed a challenge with user verification; null when it is not valid. */
  async function userOfPasskey(given: Assertion, host: string): Promise<UserRow | null> {
    const passkey = await factors.findPasskey(given.id);
    if (!passkey) return null;
    const at = now().toISOString();
    const counter = await readAssertion(
      relyingPartyOf(config, host),
      { passkey, isVerified: true },
      given,
      (challenge) => challenges.take(challenge, { kind: 'signIn', userId: null }, at),
    );
    if (counter === null || !(await factors.acceptCounter(passkey.id, counter, at))) return null;
    return (await sessions.readUser(passkey.userId))?.user ?? null;
  }

  return [
    implement(factorContract.passSecondStep, async (call) => {
      const { body, ip, author, host, isSecure } = call;
      const found = await userOfTicket(call);
      if (!found) return reject(409, [ticketExpired]);
      const { ticket, user } = found;
      const attempt: LoginAttempt = { login: user.login, holder: user, ip, now: now() };
      const admission = await throttle.admit(attempt);
      if (admission.type === 'refused') {
        if (admission.isFirst) await report.refused(author, attempt, admission.limit);
        return refuseTemporarily(admission.waitSeconds);
      }
      const proof = await proveFactor(deps, user, body, { challenge: 'signIn', host, author });
      if (proof.type === 'limited') {
        await throttle.undo(admission.counted);
        return tooManyCodes();
      }
      if (proof.type === 'wrong') return reject(401, [body.passkey ? wrongPasskey : wrongCode]);
      // Of concurrent calls with one ticket, one succeeds.
      if (!(await challenges.take(ticket, { kind: 'ticket', userId: user.id }, now().toISOString())))
        return reject(409, [ticketExpired]);
      await throttle.succeed(attempt, admission.counted, user.id);
      const started = await startSession(deps, call, user, { isConfirmed: true });
      if (!started) return reject(409, [ticketExpired]);
      const device = body.isRemembered ? await remember(call, user) : [];
      return ok(started.user, 200, {
        'set-cookie': [started.cookie, setFactorCookie(ticketCookie, '', 0, isSecure), ...device],
      });
    }),
    implement(factorContract.challengeSecondStep, async (call) => {
      const found = await userOfTicket(call);
      const passkeys = found ? await factors.listPasskeys(found.user.id) : [];
      if (!found || passkeys.length === 0) return reject(409, [ticketExpired]);
      const options = requestOptions(relyingPartyOf(config, call.host), passkeys);
      await challenges.create(options.challenge, { kind: 'signIn', userId: found.user.id }, expiresAt());
      return ok(options);
    }),
    implement(factorContract.passkeyChallenge, async ({ host, ip }) => {
      const key = `passkey challenges for ${addressGroup(ip)}`;
      const { attempts } = await logins.countAttempt(key, { now: now(), windowMs });
      if (attempts > maxChallenges) return refuseTemporarily(windowMs / 1000);
      const options = requestOptions(relyingPartyOf(config, host), []);
      await challenges.create(options.challenge, { kind: 'signIn', userId: null }, expiresAt());
      return ok(options);
    }),
    implement(factorContract.passkeySignIn, async (call) => {
      const { body, ip, author, host } = call;
      const holder = await factors.findPasskey(body.passkey.id);
      const owner = holder && (await sessions.readUser(holder.userId));
      const attempt: LoginAttempt = {
        login: owner?.user.login ?? 'passkey',
        holder: owner?.user ?? null,
        ip,
        now: now(),
      };
      const admission = await throttle.admit(attempt);
      if (admission.type === 'refused') {
        if (admission.isFirst) await report.refused(author, attempt, admission.limit);
        return refuseTemporarily(admission.waitSeconds);
      }
      const user = await userOfPasskey(body.passkey, host);
      if (!user) {
        await report.failed(author, attempt);
        return reject(401, [wrongPasskey]);
      }
      const rejection = await rejectWithoutProvider(deps, call, user);
      if (rejection) {
        await throttle.undo(admission.counted);
        return rejection;
      }
      await throttle.succeed(attempt, admission.counted, user.id);
      const started = await startSession(deps, call, user, { isConfirmed: true });
      if (!started) return reject(401, [wrongPasskey]);
      return ok(started.user, 200, { 'set-cookie': started.cookie });
    }),
  ];
}

const ticketExpired = {
  code: 'sign_in_expired',
  message: 'This sign-in has expired. Enter your password again',
  path: '',
};
const wrongCode = { code: 'wrong_code', message: 'This code is wrong, has expired or was used before', path: 'code' };
const wrongPasskey = { code: 'wrong_passkey', message: 'This passkey is not valid here', path: 'passkey' };
