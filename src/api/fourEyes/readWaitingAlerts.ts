import type { FoundAlert } from '../dashboard/alertsOf.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { isInPerson } from './isInPerson.ts';
import type { ApproverDeps } from './openApprovers.ts';
import { showChanges } from './showChanges.ts';
import { visibleChanges } from './visibleChanges.ts';

/** Changes that are alerts of their own. */
const maxAlerts = 20;

/** Reads an alert for each change that waits for a user’s approval, the latest first. */
export async function readWaitingAlerts(
  deps: ApproverDeps & Pick<ApiDeps, 'waiting' | 'entities'>,
  user: SessionUser,
): Promise<FoundAlert[]> {
  if (!isInPerson(user) || (user.type !== 'admin' && user.role !== 'demand')) return [];
  const filter = { isWaiting: true, userId: user.id, visible: visibleChanges(user) };
  const { rows } = await deps.waiting.list(filter, { page: 1, size: 100 });
  const changes = await showChanges(deps, rows, user);
  return changes
    .filter(({ canApprove }) => canApprove)
    .slice(0, maxAlerts)
    .map(({ id, summary, proposer, account }) => ({
      kind: 'waiting',
      cause: `waiting_${id}`,
      tone: 'warn',
      object: null,
      text: `${proposer.name} waits for your approval${account ? ` in ${account.name}` : ''}: ${summary}.`,
      fix: null,
      page: { label: 'Waiting changes', href: `/waiting?open=${id}` },
    }));
}
