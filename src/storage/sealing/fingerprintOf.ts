import { createHash } from 'node:crypto';
import { isFingerprint } from '#model/field/secretField.ts';

/** The fingerprint of a secret, which identifies it without revealing it. Fingerprints and empty texts stay. */
export function fingerprintOf(secret: string): string {
  if (secret === '' || isFingerprint(secret)) return secret;
  return `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`;
}
