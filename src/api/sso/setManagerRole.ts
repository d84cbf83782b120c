import type { ManagerRole } from '#model/account/user.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';

/** Gives a manager another role, which ends its sessions; false if there is no such manager. */
export async function setManagerRole(
  { entities }: Pick<ApiDeps, 'entities'>,
  userId: number,
  managerRole: ManagerRole,
  author: Author,
): Promise<boolean> {
  const outcome = await entities.update('manager', userId, { managerRole }, 'all', { author });
  return outcome.type === 'done';
}
