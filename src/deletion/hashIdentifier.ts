import { createHmac } from 'node:crypto';

/**
 * The hash by which a request's identifier is shown and stored when its data is deleted: 16 hexadecimal digits that
 * cannot be computed without the installation's secret (hexadecimal).
 */
export function hashIdentifier(secret: string, identifier: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`bidhouse deletion 1 ${identifier}`)
    .digest('hex')
    .slice(0, 16);
}
