import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { listedSessions } from './listedSessions.ts';
import { passwordFaults } from './passwordFaults.ts';
import { peopleContract } from './peopleContract.ts';
import { provePassword } from './provePassword.ts';
import { sessionsEnded } from './sessionsEnded.ts';
import { openSignInLinks } from './signInLinks.ts';

/** Routes of the signed-in user's own password and sessions. An admin who acts as another user has none of them. */
export function ownSignInRoutes(deps: ApiDeps): Route[] {
  const { devices, locate, now, passwords, security, sessions } = deps;
  const links = openSignInLinks(deps);
  const isActing = ({ adminId }: SessionUser) => adminId !== null;

  return [
    implement(peopleContract.changePassword, async ({ user, body, author, sessionToken }) => {
      if (isActing(user) || sessionToken === null) return reject(409, [acting]);
      const rejection = await provePassword(deps, user, body.currentPassword, { author, path: 'currentPassword' });
      if (rejection) return rejection;
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
      await devices.endAllOf([user.id]);
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
const samePassword = { code: 'same_password', message: 'This is your current password', path: 'password' };
