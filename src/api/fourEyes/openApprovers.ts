import type { ApiDeps } from '../deps.ts';
import { missingScopes, roleScopesOfRoute } from '../keys/scopesOfRoute.ts';
import { mayCall } from '../mayCall.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import { readCurrentPeople } from '../session/readCurrentUser.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** A change of a proposer, by the users of an account or of the platform (null). */
export interface Proposal {
  route: Pick<RouteDeclaration, 'method' | 'isReadOnly' | 'chapter' | 'access' | 'isForPeople'>;
  demandId: number | null;
  userId: number;
  /** The admin who acted as the user. */
  adminId: number | null;
}

/** Whether a user has the right to make a call. */
export function hasRight(route: Proposal['route'], user: SessionUser): boolean {
  const missing = user.scopes ? missingScopes(roleScopesOfRoute(route), user.scopes) : [];
  return mayCall(route.access, user) && missing.length === 0;
}

/**
 * Returns the function that reads who can approve a change: other users of its account, or of the platform, with the same
 * right. If an account has no second one, super admins can. People are read once.
 */
export function openApprovers(
  deps: Pick<ApiDeps, 'sessions' | 'config'>,
): (proposal: Proposal) => Promise<SessionUser[]> {
  const people = new Map<number | null, Promise<SessionUser[]>>();
  const peopleOf = (demandId: number | null) => {
    const found = people.get(demandId) ?? readCurrentPeople(deps, demandId);
    people.set(demandId, found);
    return found;
  };
  return async ({ route, demandId, userId, adminId }) => {
    const isOther = ({ id }: SessionUser) => id !== userId && id !== adminId;
    const own = (await peopleOf(demandId)).filter((user) => isOther(user) && hasRight(route, user));
    if (own.length > 0 || demandId === null) return own;
    return (await peopleOf(null)).filter((user) => isOther(user) && user.role === 'super');
  };
}
