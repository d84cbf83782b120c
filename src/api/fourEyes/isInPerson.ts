import type { SessionUser } from '../session/sessionContract.ts';

/** Whether a person acts as itself: an admin who acts as another user decides nothing for it. */
export function isInPerson({ adminId, viewedRole }: Pick<SessionUser, 'adminId' | 'viewedRole'>): boolean {
  return adminId === null && viewedRole === null;
}
