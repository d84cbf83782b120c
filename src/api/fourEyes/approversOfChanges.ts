import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { fourEyesRoutes } from './fourEyesRoutes.ts';
import { type ApproverDeps, type Approvers, openApprovers } from './openApprovers.ts';
import { isInPerson } from './isInPerson.ts';

/** Returns the function that reads who can approve a stored change: no one once it is decided. */
export function approversOfChanges(deps: ApproverDeps): (row: WaitingRow) => Promise<Approvers> {
  const approversOf = openApprovers(deps);
  return async (row) => {
    const route = fourEyesRoutes().get(row.route);
    return row.state === 'waiting' && route ? approversOf({ ...row, route }) : { independent: [], dependent: [] };
  };
}

/** Whether a user can approve or reject a change with these approvers. */
export function canApprove(user: SessionUser, { independent }: Approvers): boolean {
  return isInPerson(user) && independent.some(({ id }) => id === user.id);
}
