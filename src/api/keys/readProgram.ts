import { buildAddressSet } from '#engine/lists/addressSet.ts';
import type { ApiScope } from '#model/account/apiScopes.ts';
import type { Principal } from '#storage/logins/sessionStore.ts';
import type { FoundKey } from '#storage/keys/apiKeyStore.ts';
import type { ApiDeps } from '../deps.ts';
import { bearerFault, type BearerFault } from './bearerFault.ts';

/** The API key of a program. */
export interface ProgramKey {
  id: number;
  scopes: readonly ApiScope[];
}

/** A program whose token is valid. */
export interface Program {
  /** The user whose rights it has. */
  principal: Principal;
  /** Null = it has the API token of an account, with all rights of its owner. */
  key: ProgramKey | null;
}

type Deps = Pick<ApiDeps, 'sessions' | 'keys' | 'tokens' | 'now'>;

const useIntervalMs = 60_000;

/**
 * Reads the program that a bearer token belongs to: that of an API key, an access token of one, or the API token of an
 * account; or why the call is refused. Records the use, at most once a minute.
 */
export async function readProgram(
  { sessions, keys, tokens, now }: Deps,
  { bearer, ip }: { bearer: string; ip: string },
): Promise<Program | BearerFault> {
  if (!/^bh[ka]_/.test(bearer)) {
    const principal = bearer === '' ? null : await sessions.readApiToken(bearer);
    if (!principal) return bearerFault.unknown;
    await tokens.noteUse(bearer, ip, now().toISOString());
    return { principal, key: null };
  }
  const key = await keys.find(bearer);
  if (!key) return bearerFault.unknown;
  const at = now();
  const fault = faultOfKey(key, ip, at);
  const refused = { id: key.id, demandId: key.demandId };
  if (fault) return { ...fault, key: refused };
  const principal = await sessions.readUser(key.userId);
  if (!principal) return { ...bearerFault.ownerInactive, key: refused };
  const isNoted = key.lastUsedAt !== null && at.getTime() - Date.parse(key.lastUsedAt) < useIntervalMs;
  if (!isNoted) await keys.noteUse(key.id, ip, at.toISOString());
  return { principal, key: { id: key.id, scopes: key.scopes } };
}

/** Why a key cannot be used from an address at a point in time; null when it can. */
export function faultOfKey(
  { revokedAt, expiresAt, endsAt, isAccessToken, networks }: FoundKey,
  ip: string,
  now: Date,
): BearerFault | null {
  const isOver = (time: string | null) => time !== null && Date.parse(time) <= now.getTime();
  if (revokedAt !== null) return bearerFault.revoked;
  if (isOver(expiresAt)) return bearerFault.expired;
  if (isOver(endsAt)) return isAccessToken ? bearerFault.accessTokenExpired : bearerFault.replaced;
  if (networks.length > 0 && !buildAddressSet(networks).has(ip)) return bearerFault.foreignAddress(ip);
  return null;
}
