import type { EntityName } from './entities.ts';
import type { UserType } from './user.ts';

/** What can be done with the rows of an entity. */
export type Action = 'read' | 'create' | 'update' | 'delete';

/** Whose rights a request has: the user's type, where the super admin differs from the other admins. */
export type Role = 'super' | UserType;

const everything: readonly Action[] = ['read', 'create', 'update', 'delete'];
const manage: readonly Action[] = ['read', 'create', 'update'];
const look: readonly Action[] = ['read'];

/**
 * The one permission table: role × entity × action. What it does not name is refused. Admins see every account; all
 * others see the rows of their own account alone.
 */
export const permissions: Record<Role, Partial<Record<EntityName, readonly Action[]>>> = {
  super: {
    demand: manage,
    user: manage,
    advertiser: look,
    subpublisher: look,
    tag: look,
    channel: look,
    waterfallRow: look,
  },
  admin: {
    demand: look,
    user: look,
    advertiser: look,
    subpublisher: look,
    tag: look,
    channel: look,
    waterfallRow: look,
  },
  demand: {
    advertiser: manage,
    subpublisher: manage,
    tag: manage,
    channel: manage,
    waterfallRow: everything,
  },
  sub: {},
  adv: {},
  sdk: {},
};

/** Whether a role may do an action on an entity. */
export function isAllowed(role: Role, entity: EntityName, action: Action): boolean {
  return permissions[role][entity]?.includes(action) ?? false;
}

/** The roles that may run reports. */
export const reportRoles: readonly Role[] = ['super', 'admin', 'demand', 'sub', 'adv'];
