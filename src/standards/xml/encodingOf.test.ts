import { describe, expect, test } from 'vitest';
import { encodingOf } from './encodingOf.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(Array.from(latin1(text), (code) => (isBig ? [0, code] : [code, 0])).flat());

const declaring = (encoding: string) => latin1(`<?xml version="1.0" encoding="${encoding}"?><VAST/>`);

describe('RFC 7303, 3: which statement about the encoding rules', () => {
  test('a byte order mark, whatever the header and the document say', () => {
    const document = declaring('ISO-8859-1');
    expect(encodingOf(Uint8Array.from([0xef, 0xbb, 0xbf, ...document]), 'windows-1252')).toBe('utf-8');
    expect(encodingOf(Uint8Array.from([0xfe, 0xff, ...utf16('<VAST/>', true)]), 'utf-8')).toBe('utf-16be');
    expect(encodingOf(Uint8Array.from([0xff, 0xfe, ...utf16('<VAST/>', false)]), 'iso-8859-1')).toBe('utf-16le');
    expect(encodingOf(Uint8Array.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), undefined)).toBe('utf-32le');
  });

  test('the charset of the Content-Type, whatever the document declares', () => {
    expect(encodingOf(declaring('ISO-8859-1'), 'UTF-8')).toBe('utf-8');
    expect(encodingOf(declaring('UTF-8'), 'Windows-1252')).toBe('windows-1252');
  });

  test.each<[string, string]>([
    ['UTF_8', 'utf-8'],
    ['utf8mb4', 'utf-8'],
    ['latin-1', 'latin1'],
    ['LATIN_1', 'latin1'],
    ['iso8859_1', 'iso-8859-1'],
    ['ISO_8859-15:1998', 'iso-8859-15'],
    ['ANSI', 'windows-1252'],
    ['ks_c_5601-1987', 'euc-kr'],
    ['Shift_JIS', 'shift-jis'],
  ])('charset=%s is %s', (charset, encoding) => {
    expect(encodingOf(latin1('<VAST/>'), charset)).toBe(encoding);
    expect(encodingOf(declaring(charset), undefined)).toBe(encoding);
    expect(new TextDecoder(encoding)).toBeDefined();
  });

  test.each(['none', 'binary', 'unicode', 'utf-16', 'UTF-16LE', 'ucs-2'])(
    'charset=%s of single bytes says nothing',
    (charset) => {
      expect(encodingOf(latin1('<VAST/>'), charset)).toBe('utf-8');
      expect(encodingOf(declaring('windows-1252'), charset)).toBe('windows-1252');
    },
  );

  test.each<[string, Uint8Array, string]>([
    ['unicode', utf16('<VAST/>', false), 'utf-16le'],
    ['utf-16be', utf16('\n<VAST/>', true), 'utf-16be'],
    ['utf-16le', Uint8Array.from([0x10, 0x4e, 0x3c, 0]), 'utf-16le'],
    ['utf-16', utf16('<VAST/>', true), 'utf-16be'],
    ['UTF-16', utf16('<VAST/>', false), 'utf-16le'],
    ['utf-16le', utf16('<VAST/>', false), 'utf-16le'],
  ])('charset=%s without a byte order mark (RFC 2781, 4.3)', (charset, bytes, encoding) => {
    expect(encodingOf(bytes, charset)).toBe(encoding);
  });
});

describe('XML 1.0, 4.3.3: the document’s own declaration', () => {
  test.each([
    [`<?xml version="1.0" encoding="ISO-8859-1"?><VAST/>`, 'iso-8859-1'],
    [`<?xml version='1.0' encoding = 'windows-1252' standalone='yes'?><VAST/>`, 'windows-1252'],
    [`\n <?xml version="1.0" encoding="x-klingon"?><VAST/>`, 'x-klingon'],
    [`<?xml version="1.0"?><VAST a="encoding='latin1'"/>`, 'utf-8'],
    ['<VAST/>', 'utf-8'],
    ['', 'utf-8'],
  ])('%s', (document, encoding) => {
    expect(encodingOf(latin1(document), undefined)).toBe(encoding);
  });

  test.each(['UTF-16', 'utf-16le', 'ISO-10646-UCS-2'])('%s that can be read as ASCII is UTF-8', (name) => {
    expect(encodingOf(declaring(name), undefined)).toBe('utf-8');
  });

  test('UTF-16 and EBCDIC are recognized by their first characters (appendix F)', () => {
    const document = '<?xml version="1.0" encoding="UTF-16"?><VAST/>';
    expect(encodingOf(utf16(document, true), undefined)).toBe('utf-16be');
    expect(encodingOf(utf16(document, false), undefined)).toBe('utf-16le');
    expect(encodingOf(Uint8Array.from([0x4c, 0x6f, 0xa7, 0x94]), undefined)).toBe('ebcdic');
  });
});
