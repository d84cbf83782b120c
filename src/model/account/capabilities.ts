import type { EntityName } from '../entity/entities.ts';
import type { Entity, Fields } from '../entity/entity.ts';
import {
  accountRoles,
  logRoles,
  mayDo,
  type Reader,
  reportRoles,
  reviewRoles,
  type RightsHolder,
  type Role,
} from '../entity/permissions.ts';
import { verificationImportRoles } from '../verification/verificationImportRoles.ts';
import { keyRoles } from './apiKeys.ts';
import { type ApiScope, hasScope } from './apiScopes.ts';

/** Roles that can fix problems; partners see only figures. */
export const alertRoles: readonly Role[] = ['super', 'admin', ...accountRoles];

/** Roles that can undo changes. */
const changingRoles: readonly Role[] = ['super', 'demand', 'full', 'trafficker'];

/** Permissions that are not about rows of an entity: the roles that have them, and the scope to which each belongs. */
export const capabilities = {
  /** Running reports and viewing figures. */
  reports: { roles: reportRoles, scope: 'reports:read' },
  /** Saving, scheduling, sharing and exporting reports. */
  savingReports: { roles: reportRoles, scope: 'reports:write' },
  alerts: { roles: alertRoles, scope: 'reports:read' },
  mutingAlerts: { roles: alertRoles, scope: 'reports:write' },
  verificationImports: { roles: verificationImportRoles, scope: 'reports:write' },
  observedInventory: { roles: accountRoles, scope: 'supply:read' },
  creativeReview: { roles: reviewRoles, scope: 'campaigns:write' },
  tools: { roles: alertRoles, scope: 'tools:read' },
  vastTests: { roles: alertRoles, scope: 'tools:write' },
  log: { roles: logRoles, scope: 'changes:read' },
  undoing: { roles: changingRoles, scope: 'changes:write' },
  keys: { roles: keyRoles, scope: 'account:read' },
} as const satisfies Record<string, { roles: readonly Role[]; scope: ApiScope }>;

export type Capability = keyof typeof capabilities;

/** Whether a user has a scope: all have those of their role, unless a custom role or an API key limits them. */
export function canUse({ scopes }: Pick<Reader, 'scopes'>, scope: ApiScope): boolean {
  return scopes === undefined || hasScope(scopes, scope);
}

/**
 * Whether a user sees money: prices, budgets, revenue, margins and payouts. A custom role can hide it from its managers,
 * and so from their programs.
 */
export function seesMoney({ hidesMoney }: Pick<Reader, 'hidesMoney'>): boolean {
  return hidesMoney !== true;
}

/**
 * Whether a user may enter new rows of an entity: not those that need an amount which its role hides. Such rows can be
 * copied.
 */
export function mayStart(
  user: RightsHolder,
  { name, fields }: Pick<Entity<Fields, EntityName>, 'name' | 'fields'>,
): boolean {
  if (!mayDo(user, name, 'create')) return false;
  return (
    seesMoney(user) || Object.values(fields).every(({ isMoney, default: value }) => !isMoney || value !== undefined)
  );
}

/** Whether a user has a capability: by its role, and within the limits of its custom role and of the call's API key. */
export function mayUse(user: Pick<Reader, 'role' | 'scopes'>, name: Capability): boolean {
  const { roles, scope } = capabilities[name] as { roles: readonly Role[]; scope: ApiScope };
  return roles.includes(user.role) && canUse(user, scope);
}
