import type { NewEntry } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { responseKey } from '../encryption/responseKey.ts';
import { implement, ok, reject, type Rejection, type Route } from '../route.ts';
import { createFailureReport } from './createFailureReport.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { noteCountry } from '../security/noteCountry.ts';
import { enterSession, openSession } from './openSession.ts';
import { sessionConfig } from './sessionConfig.ts';
import { sessionContract } from './sessionContract.ts';
import { clearSessionCookie, setSessionCookie } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

/** Routes for signing in and out, and for the signed-in user. */
export function sessionRoutes(deps: ApiDeps): Route[] {
  const { config, logins, sessions, log, security, logger, now } = deps;
  const throttle = createLoginThrottle(logins, config.secret);
  const report = createFailureReport({ logins, log, security, throttle, warn: logger.warn, now });
  return [
    implement(sessionContract.signIn, async ({ body, ip, author, isSecure, host, sessionToken }) => {
      const login = body.login.trim();
      const attempt = { login, holder: await logins.find(login), ip, now: now() };
      const admission = await throttle.admit(attempt);
      if (admission.type === 'refused') {
        if (admission.isFirst) await report.refused(author, attempt, admission.limit);
        return refuseTemporarily(admission.waitSeconds);
      }
      const user = await logins.verify(login, body.password);
      if (!user) {
        await report.failed(author, attempt);
        return badCredentials;
      }
      await throttle.succeed(attempt, admission.counted, user.id);
      if (sessionToken !== null) await sessions.end(sessionToken);
      const visit = { now: attempt.now, ip, userAgent: author.userAgent ?? '' };
      const opened = await openSession(sessions, user, visit, config);
      if (!opened) return badCredentials;
      const { token, seconds } = opened;
      await logins.recordLogin(user.id, attempt.now.toISOString());
      const signedIn = { ...author, userId: user.id };
      await log.record(signedIn, personalEntry('login', user));
      await noteCountry(deps, signedIn, user);
      const principal = await enterSession(sessions, token, visit, config);
      // The user was suspended, or its password changed, just now.
      if (!principal) return badCredentials;
      return ok(sessionUser(principal, sessionConfig(config, host), responseKey(config, token)), 200, {
        'set-cookie': setSessionCookie(token, seconds, isSecure),
      });
    }),
    implement(sessionContract.signOut, async ({ user, author, sessionToken, isSecure }) => {
      if (user && sessionToken !== null) await log.record(author, personalEntry('logout', user));
      if (sessionToken !== null) await sessions.end(sessionToken);
      return ok({}, 200, { 'set-cookie': clearSessionCookie(isSecure) });
    }),
    implement(sessionContract.read, async ({ user }) => {
      return ok(user);
    }),
  ];
}

const badCredentials = reject(401, [{ code: 'bad_credentials', message: 'Bad credentials', path: '' }]);

/** The response to attempts beyond a limit, the same for every limit and whether or not the login exists. */
function refuseTemporarily(waitSeconds: number): Rejection<429> {
  const minutes = Math.ceil(waitSeconds / 60);
  const message = `Too many failed sign-ins; try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  return reject(429, [{ code: 'too_many_attempts', message, path: '' }], { 'retry-after': String(waitSeconds) });
}

/** The log entry for a user who signed in or out. */
function personalEntry(
  action: 'login' | 'logout',
  user: { id: number; name: string; demandId: number | null },
): NewEntry {
  return { action, entity: 'user', rowId: user.id, name: user.name, demandId: user.demandId };
}
