import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** Bytes of a response, and of what it is decompressed to. */
export const MAX_RESPONSE_BYTES = 512 * 1024;

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder();

type BodyHeaders = Pick<IncomingHttpHeaders, 'content-encoding' | 'content-type'>;

/** Whether a body came as it is, without compression. */
export function isPlain(headers: BodyHeaders): boolean {
  const coding = codingOf(headers);
  return coding === '' || coding === 'identity';
}

function codingOf(headers: BodyHeaders): string {
  return headers['content-encoding']?.toString().trim().toLowerCase() ?? '';
}

/**
 * The text of a body, decompressed to at most `maxBytes`; null for a coding that we did not ask for. Rejects for what
 * cannot be decompressed, or becomes too large by it.
 */
export async function decodeBody(
  body: Buffer,
  headers: BodyHeaders,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<string | null> {
  if (isPlain(headers) || body.length === 0) return textOf(body, headers);
  const coding = codingOf(headers);
  if (!(coding in decompressors)) return null;
  const decompress = decompressors[coding as keyof typeof decompressors];
  return textOf(await decompress(body, { maxOutputLength: maxBytes }), headers);
}

/** The text of a plain body. */
export function textOf(body: Buffer, headers: BodyHeaders): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type']?.toString() ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset))
    return isAscii(body) ? body.toString('latin1') : utf8.decode(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return utf8.decode(body);
  }
}
