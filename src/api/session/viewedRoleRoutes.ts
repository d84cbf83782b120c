import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { sessionContract } from './sessionContract.ts';

/** Routes by which the owner of an account sees the console as one of its roles, and stops. */
export function viewedRoleRoutes({ entities, sessions }: Pick<ApiDeps, 'entities' | 'sessions'>): Route[] {
  return [
    implement(sessionContract.viewAs, async ({ body: { role }, user, sessionToken }) => {
      const isOwner = user.role === 'demand' || user.viewedRole !== null;
      if (!isOwner || user.demandId === null || sessionToken === null) return reject(403, [onlyOwners]);
      if (typeof role === 'number' && !(await entities.get('role', role, [user.demandId]))) return notFound();
      await sessions.viewAs(sessionToken, String(role));
      return ok({});
    }),
    implement(sessionContract.endView, async ({ sessionToken }) => {
      if (sessionToken !== null) await sessions.viewAs(sessionToken, null);
      return ok({});
    }),
  ];
}

const onlyOwners = { code: 'not_allowed', message: 'Only the owner of an account can do this', path: '' };
