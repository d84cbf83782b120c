import type { UserRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, type JsonResponse, notFound, ok, type Rejection, reject, type Route } from '../route.ts';
import { sessionContract, type SessionUser } from './sessionContract.ts';

/**
 * GET /api/switch: a super admin starts to act as the owner of an account (type=demand, id of the account) or as any
 * other user (type=user, id of the user), or stops (type=admin). Stopping returns to the session's admin, whatever the
 * id. Responds with a redirect to the console's home page, or after stopping to the list of accounts.
 */
export function switchRoute({ entities, logins, sessions, log, security }: ApiDeps): Route {
  return implement(sessionContract.actAs, async ({ query, user, author, sessionToken }) => {
    if (sessionToken === null) return reject(422, [notActingAsUser]);
    if (query.type === 'admin') {
      if (user.adminId === null) return reject(422, [notActingAsUser]);
      await sessions.switchTo(sessionToken, user.adminId, null);
      const { id, name, demandId } = user;
      await security.record(author, { type: 'impersonationEnded', demandId, subject: { entity: 'user', id, name } });
      return redirectTo('/demands');
    }
    if (user.role !== 'super')
      return reject(403, [{ code: 'not_allowed', message: 'You do not have permission to do this', path: '' }]);
    const target =
      query.type === 'demand' ? await logins.ownerOf(query.id) : await entities.get('user', query.id, 'all');
    if (!target) return query.type === 'demand' ? reject(422, [noOwner]) : notFound();
    const rejection = await actAsRejection(target, user);
    if (rejection) return rejection;
    await sessions.switchTo(sessionToken, target.id, user.id);
    await log.record(author, {
      action: 'impersonate',
      entity: 'user',
      rowId: target.id,
      name: target.name,
      demandId: target.demandId,
    });
    return redirectTo('/');
  });

  async function actAsRejection(target: UserRow, user: SessionUser): Promise<Rejection<422> | null> {
    if (target.type === 'admin' || target.id === user.id) return reject(422, [notAsAdmin]);
    const account = target.demandId === null ? null : await entities.get('demand', target.demandId, 'all');
    if (target.status !== 1 || account?.status !== 1) return reject(422, [suspended]);
    return null;
  }
}

const notActingAsUser = { code: 'not_acting_as_user', message: 'This session does not act as another user', path: '' };
const noOwner = { code: 'no_owner', message: 'This account has no active owner to act as', path: 'id' };
const notAsAdmin = { code: 'not_as_admin', message: 'You cannot act as an admin or as yourself', path: 'id' };
const suspended = { code: 'suspended', message: 'The user or its account is suspended', path: 'id' };

function redirectTo(location: string): JsonResponse<303, Record<string, never>> {
  return ok({}, 303, { location });
}
