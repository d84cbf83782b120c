import type { UserType } from '#model/index.ts';

/** Who may open a page: everybody, any signed-in user, or users of one type. */
export type Guard = 'open' | 'auth' | 'admin' | 'demand';

/** Whether a guard lets a user in; null is somebody who is signed out. */
export function letsIn(guard: Guard, user: { type: UserType } | null): boolean {
  if (guard === 'open') return true;
  return user !== null && (guard === 'auth' || user.type === guard);
}
