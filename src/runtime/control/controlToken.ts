import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The bearer token of calls between the platform's own processes, derived from the installation's secret for this
 * purpose only.
 */
export function controlToken(secret: string): string {
  return createHmac('sha256', secret).update('bidhouse control plane').digest('hex');
}

/** The Authorization header of such calls. */
export function controlAuthorization(secret: string): string {
  return `Bearer ${controlToken(secret)}`;
}

/** Whether an Authorization header has the token of one of the secrets. Compares in constant time. */
export function isControlAuthorization(header: string | undefined, secrets: readonly string[]): boolean {
  const given = Buffer.from(header ?? '');
  return secrets.some((secret) => {
    const expected = Buffer.from(controlAuthorization(secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
