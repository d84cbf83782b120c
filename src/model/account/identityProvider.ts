import { managerRoles, type ManagerRole } from './user.ts';

/** The roles that groups of an identity provider can give: those of managers in an account, `admin` for the platform. */
export const providedRoles = [...managerRoles.map(({ value }) => value), 'admin'] as const;

export type ProvidedRole = ManagerRole | 'admin';

/** The role that members of a group have. */
export interface GroupRole {
  /** Name or ID of the group, as the provider sends it. */
  group: string;
  role: ProvidedRole;
}

/** Maximum groups with a role. */
export const maxGroupRoles = 50;

/** Maximum email domains of an identity provider. */
export const maxSsoDomains = 20;

/** Whether the groups of a provider can give a role: its account's are those of managers. */
export function isRoleOf(demandId: number | null, role: ProvidedRole): boolean {
  return (role === 'admin') === (demandId === null);
}

/** Whether groups decide a user's role: not that of owners and super admins, who cannot lock themselves out. */
export function isManagedRole(user: { type: string; managerId: number | null; isSuper: boolean }): boolean {
  return user.type === 'admin' ? !user.isSuper : user.managerId !== null;
}

/** The role of the first group in the list that a user is in, else the default one; null = none. */
export function roleOfGroups(
  groups: readonly string[],
  { groupRoles, defaultRole }: { groupRoles: readonly GroupRole[]; defaultRole: ProvidedRole | null },
): ProvidedRole | null {
  return groupRoles.find(({ group }) => groups.includes(group))?.role ?? defaultRole;
}

/** The domain of an email address in lower case; null if the text is none. */
export function domainOfAddress(address: string): string | null {
  return (
    /^[^\s\p{Cc}@]{1,200}@((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d])$/u.exec(
      address.trim().toLowerCase(),
    )?.[1] ?? null
  );
}
