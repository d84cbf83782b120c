import type { Role } from '../entity/permissions.ts';

/** The roles that import what postbid vendors found. */
export const verificationImportRoles: readonly Role[] = ['super', 'admin', 'demand', 'full'];
