import { createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { Jwt } from './decodeJwt.ts';

const verifySignature = promisify(verify);

type Jwk = Readonly<Record<string, unknown>>;

/** The result of a verification: `alg_mismatch` where the key is for another algorithm than the token names. */
export type JwtVerification = 'valid' | 'alg_mismatch' | 'invalid_signature';

/** The accepted algorithms (RFC 7518, 3.1) by name, each with the keys that it takes. */
const keyChecks: Readonly<Record<string, (key: Jwk) => boolean>> = {
  // Any other exponent than the usual one only makes the verification slow.
  RS256: ({ kty, n, e }) => kty === 'RSA' && isText(n, maxModulusLength) && e === usualExponent,
  ES256: ({ kty, crv, x, y }) => kty === 'EC' && crv === 'P-256' && isText(x, pointLength) && isText(y, pointLength),
};
/** Lengths in base64url: RSA up to 4,096 bits, and coordinates of P-256. */
const maxModulusLength = 683;
const pointLength = 43;
/** 65,537 in base64url. */
const usualExponent = 'AQAB';
/** RSA keys that are shorter are not secure (RFC 7518, 3.3). */
const minModulusBits = 2048;

/**
 * Verifies the signature of a token with a public key (RFC 7517), and nothing else: not its times, issuer or audience.
 * Only RS256 and ES256 are accepted, and only keys that are made for the algorithm that the token names. A token with
 * critical header parameters is invalid, because none is understood (RFC 7515, 4.1.11). RSA keys have 2,048 to 4,096 bits
 * and the exponent 65,537. Computes outside of the event loop.
 */
export async function verifyJwt({ header, signed, signature }: Jwt, publicKey: object): Promise<JwtVerification> {
  const jwk = publicKey as Jwk;
  const alg = typeof header['alg'] === 'string' ? header['alg'] : '';
  const isKeyOf = Object.hasOwn(keyChecks, alg) ? keyChecks[alg] : undefined;
  if (!isKeyOf?.(jwk) || (jwk['alg'] !== undefined && jwk['alg'] !== alg)) return 'alg_mismatch';
  if (header['crit'] !== undefined || (jwk['use'] !== undefined && jwk['use'] !== 'sig')) return 'invalid_signature';
  const key = publicKeyOf(jwk);
  if (!key) return 'invalid_signature';
  const data = Buffer.from(signed);
  const isValid = await verifySignature('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  return isValid ? 'valid' : 'invalid_signature';
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}

/** Imports the public part of a checked key; null for one that is malformed or too short. */
function publicKeyOf({ kty, n, e, crv, x, y }: Jwk): KeyObject | null {
  try {
    const own = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
    const key = createPublicKey({ key: own as JsonWebKeyInput['key'], format: 'jwk' });
    const { modulusLength = minModulusBits } = key.asymmetricKeyDetails ?? {};
    return modulusLength < minModulusBits ? null : key;
  } catch {
    return null;
  }
}
