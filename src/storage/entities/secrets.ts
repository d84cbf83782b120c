import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library computes off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a secret as it is stored: argon2id with a salt of its own. */
export async function hashSecret(secret: string): Promise<string> {
  return hash(secret, cost);
}

// The hash of random bytes that nobody kept, at the same cost: no secret verifies against it.
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$Rf6MINx5wCQDKrP4Mm0OJw$cyl1j4kbCowGst3a2mlb7l1TM5WOIg1rjGJ6iDVLuyE';

/** Whether a secret is the one of a hash. Without a hash it takes as long and says no, so that time tells nothing. */
export async function verifySecret(storedHash: string | null, secret: string): Promise<boolean> {
  if (storedHash !== null) return verify(storedHash, secret);
  await verify(decoyHash, secret);
  return false;
}

/** What is stored of a token or counted key that has entropy enough, or needs none: SHA-256, hexadecimal. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
