import { randomBytes } from 'node:crypto';
import type { StoredPasskey } from '#storage/factors/factorStore.ts';
import type { Config } from '../../config.ts';
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './factorSchemas.ts';

/** Signature algorithms that passkeys may have (COSE): Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** Minutes for which a challenge is valid. */
export const challengeMinutes = 5;
const timeout = challengeMinutes * 60_000;

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** Host name without port. */
  id: string;
  origins: string[];
}

/**
 * The site of the console: that of CONSOLE_URL, or else the host of the call, whose origin was checked. A proxy may hide
 * its scheme; browsers offer passkeys with https only, and on localhost.
 */
export function relyingPartyOf({ CONSOLE_URL }: Pick<Config, 'CONSOLE_URL'>, host: string): RelyingParty {
  if (CONSOLE_URL !== undefined) {
    const { hostname, origin } = new URL(CONSOLE_URL);
    return { id: hostname, origins: [origin] };
  }
  return { id: new URL(`https://${host}`).hostname, origins: [`https://${host}`, `http://${host}`] };
}

/** A random challenge, base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** A challenge to use one of these passkeys; any of the site's, with user verification, when there are none. */
export function requestOptions(party: RelyingParty, passkeys: readonly StoredPasskey[]): RequestOptions {
  return {
    challenge: newChallenge(),
    timeout,
    rpId: party.id,
    allowCredentials: passkeys.map(descriptor),
    userVerification: passkeys.length === 0 ? 'required' : 'preferred',
  };
}

/** A challenge to create a passkey for a user who has these ones. */
export function creationOptions(
  party: RelyingParty,
  user: { id: number; login: string; name: string },
  passkeys: readonly StoredPasskey[],
): CreationOptions {
  return {
    challenge: newChallenge(),
    timeout,
    rp: { id: party.id, name: 'Bidhouse' },
    user: {
      id: Buffer.from(`bidhouse user ${user.id}`).toString('base64url'),
      name: user.login,
      displayName: user.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

/** Checks a new passkey; null when it is not valid. `isChallenge` must use the challenge up. */
export async function readAttestation(
  party: RelyingParty,
  given: Attestation,
  isChallenge: (challenge: string) => Promise<boolean>,
): Promise<Omit<StoredPasskey, 'id' | 'userId'> | null> {
  // Loaded with the first passkey: most installations and processes never need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await verifyRegistrationResponse({
    response: { ...given, clientExtensionResults: {}, response: withoutUndefined(given.response) },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: given.response.transports ?? [],
  };
}

/**
 * The counter of a passkey that has signed a challenge; null when its signature is not valid. `isChallenge` must use the
 * challenge up.
 */
export async function readAssertion(
  party: RelyingParty,
  { passkey, isVerified }: { passkey: StoredPasskey; isVerified: boolean },
  given: Assertion,
  isChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await verifyAuthenticationResponse({
    response: { ...given, clientExtensionResults: {}, response: withoutUndefined(given.response) },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: isVerified,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      // The counter is compared when it is stored, atomically.
      counter: 0,
    },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

function descriptor({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, type: 'public-key' as const, ...(transports.length > 0 ? { transports } : {}) };
}

/** The same value without absent properties, which exact types do not allow to be undefined. */
function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
