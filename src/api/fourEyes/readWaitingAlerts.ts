import type { FoundAlert } from '../dashboard/alertsOf.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { changesToApprove } from './changesToApprove.ts';
import { isInPerson } from './isInPerson.ts';
import type { ApproverDeps } from './openApprovers.ts';
import { showChanges } from './showChanges.ts';

/** Changes that are alerts of their own. */
const maxAlerts = 20;

/** Reads an alert for each change that waits for a user’s approval, those of the platform first. */
export async function readWaitingAlerts(
  deps: ApproverDeps & Pick<ApiDeps, 'waiting' | 'entities'>,
  user: SessionUser,
): Promise<FoundAlert[]> {
  if (!isInPerson(user) || (user.type !== 'admin' && user.role !== 'demand')) return [];
  const rows = await changesToApprove(deps, user);
  const changes = await showChanges(deps, rows.slice(0, maxAlerts), user);
  return changes.map(({ id, summary, proposer, account }) => ({
    kind: 'waiting',
    cause: `waiting_${id}`,
    tone: 'warn',
    object: null,
    text: `${proposer.name} waits for your approval${account ? ` in ${account.name}` : ''}: ${summary}.`,
    fix: null,
    page: { label: 'Waiting changes', href: `/waiting?open=${id}` },
  }));
}
