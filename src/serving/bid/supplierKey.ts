import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readQuery } from '#standards/readQuery.ts';

/** Whether a message brings the key whose SHA-256 is `digest`, in hexadecimal: as a bearer or in its URL. Empty = none is asked for. */
export function hasValidKey({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>, digest: string): boolean {
  if (digest === '') return true;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const givenDigest = createHash('sha256')
    .update(bearer ?? readQuery(url).get('key') ?? '')
    .digest();
  const expectedDigest = Buffer.from(digest, 'hex');
  return expectedDigest.length === givenDigest.length && timingSafeEqual(expectedDigest, givenDigest);
}
