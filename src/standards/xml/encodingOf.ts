import { encodingNameOf } from './encodingNameOf.ts';

/** Bytes of a declaration that names an encoding: the longest that senders write is half as long. */
const declarationBytes = 256;

/** XMLDecl or TextDecl with its encoding (XML 1.0, 2.8 and 4.3.1), after white space that senders put before it. */
const declared = /^\s*<\?xml\s[^<>]*\bencoding\s*=\s*(?:"([\w.:-]+)"|'([\w.:-]+)')/i;

/** Names of UTF-16 and its predecessor. */
const wide = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode|csunicode)/;

/**
 * The name of the encoding in which a document is sent, in lower case. A byte order mark rules, then the charset of its
 * Content-Type (RFC 7303, 3), then its own declaration (XML 1.0, 4.3.3), else it is UTF-8. A charset that names no
 * encoding, or UTF-16 where no byte is zero, says nothing. The name may be of an encoding that does not exist.
 */
export function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? 'utf-32le' : 'utf-16le';
  const sent = charset === undefined ? null : encodingNameOf(charset);
  if (sent !== null && !wide.test(sent)) return sent;
  if (sent !== null && bytes.includes(0)) return withByteOrder(sent, bytes);
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  // `<?xm` in EBCDIC.
  if (first === 0x4c && second === 0x6f && third === 0xa7) return 'ebcdic';
  const mayDeclare = first === 0x3c ? second === 0x3f : first !== undefined && first <= 0x20;
  if (!mayDeclare) return 'utf-8';
  const [, double, single] = declared.exec(String.fromCharCode(...bytes.subarray(0, declarationBytes))) ?? [];
  const name = encodingNameOf(double ?? single ?? 'utf-8') ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16: its sender converted the document without it.
  return wide.test(name) ? 'utf-8' : name;
}

/** UTF-16 without a byte order mark: its first character, mostly ASCII, shows the order; else big-endian (RFC 2781, 4.3). */
function withByteOrder(charset: string, [first, second]: Uint8Array): string {
  if (first === 0 || second === 0) return second === 0 ? 'utf-16le' : 'utf-16be';
  return charset.endsWith('le') ? 'utf-16le' : 'utf-16be';
}
