import type { WaitingRow } from '#storage/waiting/waitingStore.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { approversOfChanges, canApprove } from './approversOfChanges.ts';
import type { ApproverDeps } from './openApprovers.ts';
import { visibleChanges } from './visibleChanges.ts';

/** The changes that a user can approve: those of the platform first, so that those of accounts hide none; then the latest. */
export async function changesToApprove(
  deps: ApproverDeps & Pick<ApiDeps, 'waiting'>,
  user: SessionUser,
): Promise<WaitingRow[]> {
  const filter = { isWaiting: true, userId: user.id, visible: visibleChanges(user) };
  const { rows } = await deps.waiting.list(filter, { page: 1, size: 1000 });
  const approversOf = approversOfChanges(deps);
  const found: WaitingRow[] = [];
  for (const row of rows) if (canApprove(user, await approversOf(row))) found.push(row);
  const rank = ({ demandId }: WaitingRow) => (demandId === null ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
