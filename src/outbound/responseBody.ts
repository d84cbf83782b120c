import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** Maximum bytes of a response, both as received and decompressed. */
export const MAX_RESPONSE_BYTES = 512 * 1024;

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder();

type BodyHeaders = Pick<IncomingHttpHeaders, 'content-encoding' | 'content-type'>;

/** Whether a body is uncompressed. */
export function isPlain(headers: BodyHeaders): boolean {
  const coding = codingOf(headers);
  return coding === '' || coding === 'identity';
}

function codingOf(headers: BodyHeaders): string {
  return headers['content-encoding']?.toString().trim().toLowerCase() ?? '';
}

/**
 * Decodes a body, decompressed to at most `maxBytes`. Returns null for an unsupported content coding. Rejects when it
 * cannot be decompressed or becomes too large.
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

/** Decodes an uncompressed body with its declared charset, else as UTF-8. */
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
