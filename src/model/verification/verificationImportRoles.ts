import type { Role } from '../entity/permissions.ts';

/** The roles that may import vendors' verification results. */
export const verificationImportRoles: readonly Role[] = ['super', 'admin', 'demand', 'full'];
