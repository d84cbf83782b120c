import { roleOfGroups } from '#model/account/identityProvider.ts';
import type { ManagerRole } from '#model/account/user.ts';
import type { NewEntry } from '#storage/entities/changeLog.ts';
import type { ScimUserStore } from '#storage/scim/scimUserStore.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';

/** Another role that a manager gets by its groups. */
export interface GroupRoleChange {
  userId: number;
  role: ManagerRole;
  /** As the log will record it. */
  entry: NewEntry;
}

/** The roles that users get by their groups, as the settings of single sign-on have them, where they have another one. */
export async function groupRoleChanges(
  scimUsers: ScimUserStore,
  provider: IdentityProvider | null,
  userIds: readonly number[],
): Promise<GroupRoleChange[]> {
  const demandId = provider?.demandId ?? null;
  if (provider === null || demandId === null || provider.groupRoles.length === 0) return [];
  const found: GroupRoleChange[] = [];
  for (const userId of userIds) {
    const user = (await scimUsers.get(demandId, userId))?.user;
    // Without a role, people can view until single sign-on refuses them.
    const role = roleOfGroups(await scimUsers.groupsOf(userId), provider) ?? 'readonly';
    if (!user || role === 'admin' || role === user.managerRole) continue;
    const fields = [{ field: 'managerRole', from: user.managerRole, to: role }];
    const entry: NewEntry = { action: 'updated', entity: 'manager', rowId: userId, name: user.name, demandId, fields };
    found.push({ userId, role, entry });
  }
  return found;
}
