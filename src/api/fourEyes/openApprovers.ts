import type { ApiDeps } from '../deps.ts';
import { missingScopes, roleScopesOfRoute } from '../keys/scopesOfRoute.ts';
import { mayCall } from '../mayCall.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import { readCurrentPeople } from '../session/readCurrentUser.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { dependentDays, dependentUntil, type SignInAid } from './dependentUntil.ts';

/** A change of a proposer, by the users of an account or of the platform (null). */
export interface Proposal {
  route: Pick<RouteDeclaration, 'method' | 'isReadOnly' | 'chapter' | 'access' | 'isForPeople'>;
  demandId: number | null;
  userId: number;
  /** The admin who acted as the user. */
  adminId: number | null;
}

/** The people beside its proposer who have the right to approve a change. */
export interface Approvers {
  /** Those who can. */
  independent: SessionUser[];
  /** Those who cannot yet, because they and the proposer could be one person, and until when (ISO 8601). */
  dependent: { user: SessionUser; until: string }[];
}

export type ApproverDeps = Pick<ApiDeps, 'sessions' | 'config' | 'security' | 'now'>;

/** Whether a user has the right to make a call. */
export function hasRight(route: Proposal['route'], user: SessionUser): boolean {
  const missing = user.scopes ? missingScopes(roleScopesOfRoute(route), user.scopes) : [];
  return mayCall(route.access, user) && missing.length === 0;
}

/**
 * Returns the function that reads who can approve a change: other users of its account, or of the platform, with the same
 * right. If no one of an account can, super admins can. People and events are read once.
 */
export function openApprovers(deps: ApproverDeps): (proposal: Proposal) => Promise<Approvers> {
  const people = new Map<number | null, Promise<SessionUser[]>>();
  const peopleOf = (demandId: number | null) => {
    const found = people.get(demandId) ?? readCurrentPeople(deps, demandId);
    people.set(demandId, found);
    return found;
  };
  let aids: Promise<SignInAid[]> | undefined;
  return async ({ route, demandId, userId, adminId }) => {
    const proposers = [userId, adminId].filter((id) => id !== null);
    const sort = async (users: readonly SessionUser[]): Promise<Approvers> => {
      const others = users.filter(({ id }) => !proposers.includes(id));
      aids ??= readSignInAids(deps);
      const known = await aids;
      const found: Approvers = { independent: [], dependent: [] };
      for (const user of others) {
        const until = dependentUntil(known, proposers, user.id);
        if (until === null) found.independent.push(user);
        else found.dependent.push({ user, until });
      }
      return found;
    };
    const own = await sort((await peopleOf(demandId)).filter((user) => hasRight(route, user)));
    if (own.independent.length > 0 || demandId === null) return own;
    const operators = await sort((await peopleOf(null)).filter(({ role }) => role === 'super'));
    return { ...operators, dependent: [...own.dependent, ...operators.dependent] };
  };
}

/** Reads who could sign in as whom in the last days. */
async function readSignInAids({ security, now }: Pick<ApiDeps, 'security' | 'now'>): Promise<SignInAid[]> {
  const from = new Date(now().getTime() - dependentDays * 86_400_000).toISOString();
  const found: SignInAid[] = [];
  for await (const rows of security.stream({ accounts: 'all', types: ['linkCreated', 'factorsReset'], from })) {
    for (const { userId, adminId, subjectId, at } of rows) {
      const by = [userId, adminId].filter((id) => id !== null);
      if (subjectId !== null && by.length > 0) found.push({ by, of: subjectId, at });
    }
  }
  return found;
}
