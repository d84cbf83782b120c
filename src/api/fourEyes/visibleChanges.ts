import type { WaitingFilter } from '#storage/waiting/waitingStore.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { fourEyesRoutes } from './fourEyesRoutes.ts';
import { hasRight } from './openApprovers.ts';

/** The changes that a user may see beside its own: those that it could make, for super admins all. */
export function visibleChanges(user: SessionUser): WaitingFilter['visible'] {
  if (user.role === 'super') return 'all';
  const routes = [...fourEyesRoutes()].filter(([, route]) => hasRight(route, user)).map(([key]) => key);
  return { demandId: user.demandId, routes };
}
