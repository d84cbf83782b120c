import { canPick, hasDsp, mayDo, type RightsHolder } from '#model/index.ts';
import type { Access } from './routeDeclaration.ts';

/** Whether a user may call a route with this access. Users cannot call internal routes. */
export function mayCall(access: Access, user: RightsHolder | null): boolean {
  if (access === 'public') return true;
  if (access === 'internal' || user === null) return false;
  if (access === 'session') return true;
  if ('roles' in access) return access.roles.includes(user.role) && (!access.isOfDsp || hasDsp(user));
  if ('namesOf' in access) return canPick(user, access.namesOf);
  return mayDo(user, access.entity, access.action);
}
