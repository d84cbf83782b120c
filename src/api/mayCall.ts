import { mayDo } from '#model/index.ts';
import type { SessionUser } from './contract.ts';
import type { Access } from './route.ts';

/** Whether a user may call a route of this access. Internal routes are for no user. */
export function mayCall(access: Access, user: SessionUser | null): boolean {
  if (access === 'public') return true;
  if (access === 'internal' || user === null) return false;
  if (access === 'session') return true;
  if ('roles' in access) return access.roles.includes(user.role);
  return mayDo(user, access.entity, access.action);
}
