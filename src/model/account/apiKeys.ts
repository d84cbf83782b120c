import type { Role } from '../entity/permissions.ts';

/** The roles that may have API keys of their own. */
export const keyRoles: readonly Role[] = ['super', 'admin', 'demand', 'full'];

/** Maximum number of usable API keys of an account, or of an admin. */
export const maxApiKeys = 50;

/** Maximum number of IP addresses and ranges of an API key. */
export const maxKeyNetworks = 50;

/** Hours for which the former token of a rotated key can still work. */
export const formerTokenHours = [0, 1, 24, 168] as const;

/** The state of an API key; `inactive` = its owner can no longer sign in. */
export const apiKeyStates = ['active', 'inactive', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

/** The state of an API key at a point in time (ISO 8601). */
export function stateOfApiKey(
  {
    revokedAt,
    expiresAt,
    isOwnerActive,
  }: { revokedAt: string | null; expiresAt: string | null; isOwnerActive: boolean },
  now: string,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return isOwnerActive ? 'active' : 'inactive';
}
