import type { Jwt } from '#runtime/jwt/decodeJwt.ts';
import { verifyJwt } from '#runtime/jwt/verifyJwt.ts';
import type { DeletionFault } from '#standards/deletion/deletionResult.ts';
import { isRootDomain } from '#standards/supplychain/rootDomain.ts';
import type { Participants } from './participants.ts';

/**
 * Verifies that the participant at a domain signed a token, with the keys that it publishes (Request/Response
 * Signatures). If its cached keys lack the token's `kid`, they are read again (2.0, Key Rotation and Caching). Returns
 * why it did not; null if it did. `busy`: this cannot be found out right now.
 */
export async function verifyIssuer(
  participants: Participants,
  domain: string,
  jwt: Jwt,
): Promise<DeletionFault | 'busy' | null> {
  // The issuer is the domain with its public suffix (eTLD+1): files below it belong to others.
  if (!isRootDomain(domain)) return 'dsrdelete_file_not_found';
  const cached = await verifyWith(participants, domain, jwt, false);
  return cached === 'jwks_kid_not_found' ? verifyWith(participants, domain, jwt, true) : cached;
}

async function verifyWith(
  participants: Participants,
  domain: string,
  jwt: Jwt,
  refresh: boolean,
): Promise<DeletionFault | 'busy' | null> {
  const result = await participants.read(domain, refresh);
  if (!result) return 'busy';
  if (!result.ok) return result.fault;
  const { kid } = jwt.header;
  // Version 1.0 does not demand a kid.
  const keys = result.participant.keys.filter((key) => kid === undefined || !('kid' in key) || key.kid === kid);
  if (keys.length === 0) return 'jwks_kid_not_found';
  const verifications = keys.slice(0, maxTried).map((key) => verifyJwt(jwt, key));
  if (verifications.includes('valid')) return null;
  return verifications.includes('invalid_signature') ? 'invalid_token_signature' : 'alg_claim_mismatch';
}

/** Maximum keys that a token without a kid is verified with. */
const maxTried = 10;
