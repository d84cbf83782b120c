import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library computes off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a secret for storage: argon2id with its own salt. */
export async function hashSecret(secret: string): Promise<string> {
  return hash(secret, cost);
}

/** The hash of discarded random bytes, at the same cost: no secret verifies against it. */
export const unusableHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Rf6MINx5wCQDKrP4Mm0OJw$cyl1j4kbCowGst3a2mlb7l1TM5WOIg1rjGJ6iDVLuyE';

/**
 * Whether a secret matches a hash. Without a hash it takes the same time and returns false, so that timing reveals
 * nothing.
 */
export async function verifySecret(storedHash: string | null, secret: string): Promise<boolean> {
  if (storedHash !== null) return verify(storedHash, secret);
  await verify(unusableHash, secret);
  return false;
}

/** The stored form of a token with enough entropy, or of a throttle key: SHA-256, hexadecimal. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
