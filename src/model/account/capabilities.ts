import { entityList, type EntityName } from '../entity/entities.ts';
import {
  type Action,
  accountRoles,
  isAllowed,
  logRoles,
  type Reader,
  reportRoles,
  reviewRoles,
  type Role,
} from '../entity/permissions.ts';
import { verificationImportRoles } from '../verification/verificationImportRoles.ts';
import { keyRoles } from './apiKeys.ts';
import { type ApiArea, type ApiScope, type ApiUse, areaOfChapter, hasScope } from './apiScopes.ts';

/** Roles that can fix problems; partners see only figures. */
export const alertRoles: readonly Role[] = ['super', 'admin', ...accountRoles];

/** Roles that can undo changes. */
const changingRoles: readonly Role[] = ['super', 'demand', 'full', 'trafficker'];

/** Permissions that are not about rows of an entity: the roles that have them, and the scope to which each belongs. */
const capabilities = {
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

/** Whether a user has a capability: by its role, and within the limits of its custom role and of the call's API key. */
export function mayUse(user: Pick<Reader, 'role' | 'scopes'>, name: Capability): boolean {
  const { roles, scope } = capabilities[name] as { roles: readonly Role[]; scope: ApiScope };
  return roles.includes(user.role) && canUse(user, scope);
}

/** How a built-in role uses an area: by the entities and capabilities in it; null = not at all. */
export function areaUseOf(role: Role, area: ApiArea): ApiUse | null {
  const names = entityList
    .filter(({ pluralLabel }) => areaOfChapter(pluralLabel) === area)
    .map(({ name }) => name as EntityName);
  const scopes = Object.values(capabilities).flatMap(({ roles, scope }): readonly ApiScope[] =>
    roles.includes(role) ? [scope] : [],
  );
  const may = (action: Action) => names.some((name) => isAllowed(role, name, action));
  if (may('create') || may('update') || scopes.includes(`${area}:write`)) return 'write';
  return may('read') || scopes.includes(`${area}:read`) ? 'read' : null;
}
