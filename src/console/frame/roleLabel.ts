import type { SessionUser } from '#api/session/sessionContract.ts';
import { managerRoles, userTypes } from '#model/index.ts';

/** A user's role as a label: "Super admin", "Sub-publisher", "Manager, read-only", "Manager, Analyst". */
export function roleLabel(user: Pick<SessionUser, 'role' | 'type'> & Partial<Pick<SessionUser, 'customRole'>>): string {
  if (user.role === 'super') return 'Super admin';
  if (user.customRole) return `Manager, ${user.customRole.name}`;
  const managed = managerRoles.find((role) => role.value === user.role);
  if (managed) return `Manager, ${(managed.label.split(':')[0] ?? '').toLowerCase()}`;
  return userTypes.find((type) => type.value === user.type)?.label ?? user.type;
}
