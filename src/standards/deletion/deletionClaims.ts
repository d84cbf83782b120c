import type { DeletionIdentifier } from './deletionIdentifier.ts';
import type { DeletionFault } from './deletionResult.ts';
import type { DeletionVersion } from './deletionVersion.ts';

/** The claims of any JWT of the framework. Times are in seconds since the epoch. */
export interface TokenClaims {
  jti: string;
  /** Domain of the issuer. */
  iss: string;
  iat: number;
  exp?: number;
  nbf?: number;
  aud?: readonly string[];
}

/** The claims of a request (rqJWT). */
export interface RequestClaims extends TokenClaims {
  version: DeletionVersion;
  /** The JWT of the 1st party: orJWT, in 1.0 idJWT. */
  originToken: string;
  identifier: DeletionIdentifier;
}

/** Claims, or why they are refused. */
export type ClaimsResult<T> = { ok: true; claims: T } | { ok: false; fault: DeletionFault };

type Claims = Readonly<Record<string, unknown>>;

const malformed = { ok: false, fault: 'malformed' } as const;

/** The version that a request is made in, from the name of the 1st party's JWT in it. */
export function versionOf(claims: Claims): DeletionVersion {
  return claims['orJWT'] === undefined && claims['idJWT'] !== undefined ? '1.0' : '2.0';
}

/**
 * Reads the claims of a request (Deletion Request Data, rqJWT). The identifier is in `sub` in version 1.0, as an object
 * or as its text, and in claims of its own in 2.0.
 */
export function readRequestClaims(claims: Claims): ClaimsResult<RequestClaims> {
  const read = readTokenClaims(claims);
  if (!read.ok) return read;
  const version = versionOf(claims);
  const originToken = claims[version === '1.0' ? 'idJWT' : 'orJWT'];
  const identifier = identifierOf(version === '1.0' ? subjectOf(claims['sub']) : claims);
  if (!isText(originToken, maxTokenLength) || !identifier) return malformed;
  return { ok: true, claims: { ...read.claims, version, originToken, identifier } };
}

/**
 * Reads the claims of the 1st party's JWT (orJWT; in 1.0 idJWT, which has to name an identifier too). Requests and
 * acknowledgements are none: a participant signs these for anyone.
 */
export function readOriginClaims(claims: Claims, version: DeletionVersion): ClaimsResult<TokenClaims> {
  if (claimsOfOthers.some((name) => claims[name] !== undefined)) return { ok: false, fault: 'invalid_token' };
  if (version === '1.0' && !identifierOf(subjectOf(claims['sub']))) return malformed;
  return readTokenClaims(claims);
}

/** Claims by which a JWT is a request or an acknowledgement. */
const claimsOfOthers = ['rqJWT', 'acJWT', 'raResultCode', 'orJWT', 'idJWT'] as const;

function readTokenClaims({ version, jti, iss, iat, exp, nbf, aud }: Claims): ClaimsResult<TokenClaims> {
  if (!isText(version, 16) || !isText(jti, 256) || !isText(iss, 253) || iat === undefined) return malformed;
  if (!/^[12](?:\.\d+)?$/.test(version)) return { ok: false, fault: 'invalid_token' };
  if (!isTime(iat) || ![exp, nbf].every((time) => time === undefined || isTime(time))) {
    return { ok: false, fault: 'invalid_token_timestamp' };
  }
  const audience = aud === undefined ? undefined : [aud].flat();
  if (audience?.some((each) => typeof each !== 'string')) return malformed;
  return {
    ok: true,
    claims: {
      jti,
      iss: iss.toLowerCase(),
      iat,
      ...(exp === undefined ? {} : { exp: exp as number }),
      ...(nbf === undefined ? {} : { nbf: nbf as number }),
      ...(audience === undefined ? {} : { aud: audience as string[] }),
    },
  };
}

const maxTokenLength = 8192;

/** Whether a value is a text that can be stored as it is: without control characters and halves of surrogates. */
function isText(value: unknown, maxLength: number): value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return false;
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

/** Whether a value is a positive whole number, as the framework demands of timestamps. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function subjectOf(sub: unknown): unknown {
  if (typeof sub !== 'string') return sub;
  try {
    return JSON.parse(sub);
  } catch {
    return null;
  }
}

function identifierOf(of: unknown): DeletionIdentifier | null {
  if (typeof of !== 'object' || of === null) return null;
  const { identifierType: type, identifierFormat: format, identifierValue: value } = of as Claims;
  return isText(type, 64) && isText(format, 64) && isText(value, 1024) ? { type, format, value } : null;
}
