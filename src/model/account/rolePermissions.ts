import { z } from 'zod';
import { type ApiArea, type ApiScope, type ApiUse, areasFor } from './apiScopes.ts';

/** The areas that a custom role can include: those of managers, who have neither the security log nor provisioning. */
export const roleAreas = areasFor({ type: 'demand' }).filter(({ area }) => area !== 'security' && area !== 'scim');

const useSchema = z.enum(['read', 'write'], 'One of: read, write').optional();

/** The permissions of a custom role: the use of each area that it includes; writing includes reading. */
export type RolePermissions = Partial<Record<ApiArea, ApiUse | undefined>>;

/** Checks permissions; faults have paths like `reports`. */
export const rolePermissionsSchema = z.strictObject(
  Object.fromEntries(roleAreas.map(({ area }) => [area, useSchema])) as Partial<Record<ApiArea, typeof useSchema>>,
  'Must be an object of areas and their use',
) as z.ZodType<RolePermissions, RolePermissions>;

/** The scopes of a role: `{ reports: 'read' }` → `['reports:read']`. Paused and archived roles have none. */
export function scopesOfRole({ status, permissions }: { status: number; permissions: RolePermissions }): ApiScope[] {
  if (status !== 1) return [];
  return roleAreas.flatMap(({ area }): ApiScope[] => {
    const use = permissions[area];
    return use === undefined ? [] : [`${area}:${use}`];
  });
}
