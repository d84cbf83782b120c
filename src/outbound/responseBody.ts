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

/** The headers that say how a body is encoded. */
export type BodyHeaders = Pick<IncomingHttpHeaders, 'content-encoding' | 'content-type'>;

/** Whether a body is uncompressed. */
export function isPlain(headers: BodyHeaders): boolean {
  const coding = codingOf(headers);
  return coding === '' || coding === 'identity';
}

function codingOf(headers: BodyHeaders): string {
  return headers['content-encoding']?.toString().trim().toLowerCase() ?? '';
}

/**
 * Decompresses a body to at most `maxBytes`. Returns null for an unsupported content coding. Rejects when it cannot be
 * decompressed or becomes too large.
 */
export async function decompressBody(body: Buffer, headers: BodyHeaders, maxBytes: number): Promise<Buffer | null> {
  if (isPlain(headers) || body.length === 0) return body;
  const coding = codingOf(headers);
  if (!(coding in decompressors)) return null;
  const decompress = decompressors[coding as keyof typeof decompressors];
  return decompress(body, { maxOutputLength: maxBytes });
}

/** Decodes a body, decompressed as `decompressBody` does. Returns null for an unsupported content coding. */
export async function decodeBody(
  body: Buffer,
  headers: BodyHeaders,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<string | null> {
  const bytes = await decompressBody(body, headers, maxBytes);
  return bytes === null ? null : textOf(bytes, headers);
}

/** The declared charset; undefined without one. */
export function charsetOf(headers: BodyHeaders): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(headers['content-type']?.toString() ?? '')?.[1];
}

/** Decodes an uncompressed body with its declared charset, else as UTF-8. */
export function textOf(body: Buffer, headers: BodyHeaders): string {
  const charset = charsetOf(headers);
  if (charset === undefined || /^utf-?8$/i.test(charset))
    return isAscii(body) ? body.toString('latin1') : utf8.decode(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return utf8.decode(body);
  }
}
