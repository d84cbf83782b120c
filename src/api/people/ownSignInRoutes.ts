import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { listedSessions } from './listedSessions.ts';
import { passwordFaults } from './passwordFaults.ts';
import { peopleContract } from './peopleContract.ts';
import { sessionsEnded } from './sessionsEnded.ts';
import { openSignInLinks } from './signInLinks.ts';

const windowMs = 15 * 60_000;

/** Wrong current passwords in a window. */
const maxWrong = 10;

/** Routes of the signed-in user's own password and sessions. An admin who acts as another user has none of them. */
export function ownSignInRoutes(deps: ApiDeps): Route[] {
  const { limitedEvents, locate, logins, now, passwords, security, sessions } = deps;
  const links = openSignInLinks(deps);
  const isActing = ({ adminId }: SessionUser) => adminId !== null;

  return [
    implement(peopleContract.changePassword, async ({ user, body, author, sessionToken }) => {
      if (isActing(user) || sessionToken === null) return reject(409, [acting]);
      const at = now();
      const resetsAt = new Date(at.getTime() + windowMs).toISOString();
      const key = `password of user ${user.id}`;
      const { attempts } = await logins.countAttempt(key, at.toISOString(), resetsAt);
      if (attempts > maxWrong) return reject(429, [tooMany], { 'retry-after': String(windowMs / 1000) });
      if (!(await passwords.isPassword(user.id, body.currentPassword))) {
        await limitedEvents.note(key, author, { type: 'passwordWrong', outcome: 'failed', demandId: user.demandId });
        return reject(422, [wrongPassword]);
      }
      await logins.clearAttempts(key);
      const faults = passwordFaults(body.password, user);
      if (body.password === body.currentPassword) faults.push(samePassword);
      if (faults.length > 0) return reject(422, faults);
      await passwords.set(user, body.password, author, sessionToken);
      void links.send(user, { about: 'changed', name: user.name, login: user.login });
      return ok({});
    }),
    implement(peopleContract.listSessions, async ({ user, sessionToken }) => {
      if (isActing(user)) return reject(409, [acting]);
      return ok(listedSessions(await sessions.list(user.id, now().toISOString(), sessionToken), locate));
    }),
    implement(peopleContract.endOtherSessions, async ({ user, author, sessionToken }) => {
      if (isActing(user) || sessionToken === null) return reject(409, [acting]);
      await sessions.endAllOf({ userIds: [user.id] }, sessionToken);
      await security.record(author, sessionsEnded('user', user));
      return ok({});
    }),
    implement(peopleContract.endSession, async ({ user, author, params }) => {
      if (isActing(user)) return reject(409, [acting]);
      if (!(await sessions.endOne(user.id, params.sessionId))) return notFound();
      await security.record(author, sessionsEnded('user', user));
      return ok({});
    }),
  ];
}

const acting = { code: 'acting', message: 'Not while you act as another user', path: '' };
const wrongPassword = { code: 'wrong_password', message: 'This is not your password', path: 'currentPassword' };
const samePassword = { code: 'same_password', message: 'This is your current password', path: 'password' };
const tooMany = { code: 'too_many_attempts', message: 'Too many wrong passwords; try again in 15 minutes', path: '' };
