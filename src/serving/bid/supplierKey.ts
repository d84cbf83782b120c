import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readQuery } from '#standards/readQuery.ts';

/**
 * True when a request has the key whose SHA-256 is `digest` (hexadecimal), as a bearer token or as `key` in its URL.
 * Also true when `digest` is empty: no key is required.
 */
export function hasValidKey({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>, digest: string): boolean {
  if (digest === '') return true;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const givenDigest = createHash('sha256')
    .update(bearer ?? readQuery(url).get('key') ?? '')
    .digest();
  const expectedDigest = Buffer.from(digest, 'hex');
  return expectedDigest.length === givenDigest.length && timingSafeEqual(expectedDigest, givenDigest);
}
