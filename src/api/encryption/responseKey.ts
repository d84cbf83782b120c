import { hkdfSync } from 'node:crypto';
import { digest } from '#storage/entities/secrets.ts';
import type { Config } from '../../config.ts';

/**
 * The key that encrypts the responses of a session: 32 bytes, base64. It is derived from the installation's secret and
 * the session's token, so it is never stored, and each session has its own. Undefined without a session, or while
 * ENCRYPT_RESPONSES is off.
 */
export function responseKey(
  { ENCRYPT_RESPONSES, secret }: Pick<Config, 'ENCRYPT_RESPONSES' | 'secret'>,
  sessionToken: string | null,
): string | undefined {
  if (!ENCRYPT_RESPONSES || sessionToken === null) return undefined;
  const key = hkdfSync('sha256', Buffer.from(secret, 'hex'), digest(sessionToken), 'response encryption', 32);
  return Buffer.from(key).toString('base64');
}
