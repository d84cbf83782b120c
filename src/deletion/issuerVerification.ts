import type { Jwt } from '#runtime/jwt/decodeJwt.ts';
import { verifyJwt } from '#runtime/jwt/verifyJwt.ts';
import type { DeletionFault } from '#standards/deletion/deletionResult.ts';
import { isRootDomain } from '#standards/supplychain/rootDomain.ts';
import { createConcurrencyLimit } from './concurrencyLimit.ts';
import type { Participants } from './participants.ts';

/**
 * Verifies that the participant at a domain signed a token, with the keys that it publishes (Request/Response
 * Signatures). If its cached keys lack the token's `kid`, they are read again (2.0, Key Rotation and Caching). Returns
 * why it did not; null if it did. `busy`: this cannot be found out right now.
 */
export type VerifyIssuer = (domain: string, jwt: Jwt) => Promise<DeletionFault | 'busy' | null>;

/** Verifications at a time: strangers choose the keys. */
const maxConcurrent = { perKey: 8, total: 32 };
/** Keys that a token is verified with: without a `kid`, one and its successor (1.0 does not demand a `kid`). */
const maxTried = 2;

/** Creates the verification of tokens with the keys of these participants. */
export function createIssuerVerification(participants: Participants): VerifyIssuer {
  const limit = createConcurrencyLimit(maxConcurrent);

  const verifyWith = async (domain: string, jwt: Jwt, refresh: boolean) => {
    const result = await participants.read(domain, refresh);
    if (!result) return 'busy';
    if (!result.ok) return result.fault;
    const keys = keysFor(jwt, result.participant.keys);
    if (keys.length === 0) return 'jwks_kid_not_found';
    return (await limit.run(domain, () => verifyWithKeys(jwt, keys))) ?? 'busy';
  };

  return async (domain, jwt) => {
    // The issuer is the domain with its public suffix (eTLD+1): files below it belong to others.
    if (!isRootDomain(domain)) return 'dsrdelete_file_not_found';
    const cached = await verifyWith(domain, jwt, false);
    const verdict = cached === 'jwks_kid_not_found' ? await verifyWith(domain, jwt, true) : cached;
    return verdict === 'valid' ? null : verdict;
  };
}

/** The keys that may have signed a token: those that its `kid` names before those without one. */
function keysFor({ header: { kid } }: Jwt, keys: readonly object[]): object[] {
  if (kid === undefined) return [...keys];
  const named = keys.filter((key) => 'kid' in key && key.kid === kid);
  return [...named, ...keys.filter((key) => !('kid' in key))];
}

/** Keys for another algorithm do not count as tried: finding that out computes nothing. */
async function verifyWithKeys(
  jwt: Jwt,
  keys: readonly object[],
): Promise<'valid' | 'invalid_token_signature' | 'alg_claim_mismatch'> {
  let tried = 0;
  for (const key of keys) {
    const verification = await verifyJwt(jwt, key);
    if (verification === 'valid') return 'valid';
    if (verification === 'invalid_signature') tried += 1;
    if (tried === maxTried) break;
  }
  return tried > 0 ? 'invalid_token_signature' : 'alg_claim_mismatch';
}
