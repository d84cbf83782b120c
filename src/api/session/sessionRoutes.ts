import type { ApiDeps } from '../deps.ts';
import { requestSecondStep } from '../factors/requestSecondStep.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { createFailureReport } from './createFailureReport.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { rejectWithoutProvider } from '../sso/rejectWithoutProvider.ts';
import { signOutUrl } from '../sso/signOutUrl.ts';
import { refuseTemporarily } from './refuseTemporarily.ts';
import { type SecondStep, sessionContract, type SessionUser } from './sessionContract.ts';
import { clearSessionCookie } from './sessionCookie.ts';
import { personalEntry, startSession } from './startSession.ts';

/** Routes for signing in and out, and for the signed-in user. */
export function sessionRoutes(deps: ApiDeps): Route[] {
  const { config, logins, sessions, log, security, logger, now } = deps;
  const throttle = createLoginThrottle(logins, config.secret);
  const report = createFailureReport({ logins, log, security, throttle, warn: logger.warn, now });
  return [
    implement(sessionContract.signIn, async (call) => {
      const { body, ip, author } = call;
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
      const rejection = await rejectWithoutProvider(deps, call, user);
      if (rejection) {
        await throttle.undo(admission.counted);
        return rejection;
      }
      const step = await requestSecondStep(deps, call, user);
      if (step.type === 'pending') {
        // Earlier failures count on: a password alone does not end the limits of a sign-in.
        await throttle.undo(admission.counted);
        return ok<SecondStep, 202>(step.response, 202, { 'set-cookie': step.cookie });
      }
      await throttle.succeed(attempt, admission.counted, user.id);
      const started = await startSession(deps, call, user, { isConfirmed: step.isConfirmed });
      if (!started) return badCredentials;
      return ok<SessionUser, 200>(started.user, 200, { 'set-cookie': started.cookie });
    }),
    implement(sessionContract.signOut, async ({ user, author, sessionToken, isSecure }) => {
      if (user && sessionToken !== null) await log.record(author, personalEntry('logout', user));
      const next = sessionToken === null ? null : await signOutUrl(deps, sessionToken);
      if (sessionToken !== null) await sessions.end(sessionToken);
      return ok(next === null ? {} : { next }, 200, { 'set-cookie': clearSessionCookie(isSecure) });
    }),
    implement(sessionContract.read, async ({ user }) => {
      return ok(user);
    }),
  ];
}

const badCredentials = reject(401, [{ code: 'bad_credentials', message: 'Bad credentials', path: '' }]);
