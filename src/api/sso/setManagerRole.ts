import type { ManagerRole } from '#model/account/user.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { endSessionsAfter } from '../entities/entityRules.ts';

/** Gives a manager another role, which ends its sessions; false if there is no such manager. */
export async function setManagerRole(
  deps: Pick<ApiDeps, 'entities' | 'passwords' | 'sessions'>,
  userId: number,
  managerRole: ManagerRole,
  author: Author,
): Promise<boolean> {
  const outcome = await deps.entities.update('manager', userId, { managerRole }, 'all', { author });
  if (outcome.type !== 'done') return false;
  await endSessionsAfter(deps, 'manager', [userId], { fields: outcome.fields }, null);
  return true;
}
