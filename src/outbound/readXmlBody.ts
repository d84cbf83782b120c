import { isAscii } from 'node:buffer';
import { encodingOf } from '#standards/xml/encodingOf.ts';
import { type BodyHeaders, charsetOf, decompressBody, MAX_RESPONSE_BYTES } from './responseBody.ts';

/** Encodings in which ASCII bytes are other characters. */
const sevenBit = /^(?:utf-7|hz-|iso-2022-)/;

/**
 * The text of a response that is XML, if anything. `http_error`: its content coding is not supported; `encoding`: it is
 * in an unknown character encoding, and not in ASCII, which needs none. Rejects when it cannot be decompressed or becomes too large.
 */
export async function readXmlBody(
  body: Buffer,
  headers: BodyHeaders,
): Promise<{ ok: true; text: string } | { ok: false; reason: 'http_error' | 'encoding' }> {
  const bytes = await decompressBody(body, headers, MAX_RESPONSE_BYTES);
  if (bytes === null) return { ok: false, reason: 'http_error' };
  const encoding = encodingOf(bytes, charsetOf(headers));
  const isPlainText = isAscii(bytes) && !bytes.includes(0) && !sevenBit.test(encoding);
  if (isPlainText) return { ok: true, text: bytes.toString('latin1') };
  const decoder = decoderOf(encoding);
  return decoder ? { ok: true, text: decoder.decode(bytes) } : { ok: false, reason: 'encoding' };
}

function decoderOf(encoding: string): TextDecoder | null {
  try {
    return new TextDecoder(encoding);
  } catch {
    return null;
  }
}
