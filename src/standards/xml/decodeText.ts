const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text without elements between two offsets: references decoded, CDATA joined, comments left out. */
export function decodeText(source: string, start: number, end: number): string {
  const open = source.indexOf('<', start);
  if (open === -1 || open >= end) return decode(source.slice(start, end));
  let text = '';
  for (const part of readTextParts(source, start, end)) text += part.text;
  return text;
}

/** Decoded text, or a CDATA section without its marks. */
export interface TextPart {
  kind: 'text' | 'cdata';
  text: string;
}

/** The same as parts. */
export function readTextParts(source: string, start: number, end: number): TextPart[] {
  const parts: TextPart[] = [];
  let from = start;
  while (from < end) {
    const open = source.indexOf('<', from);
    const textEnd = open === -1 || open > end ? end : open;
    if (textEnd > from) parts.push({ kind: 'text', text: decode(source.slice(from, textEnd)) });
    if (textEnd === end) break;
    if (source.startsWith('<![CDATA[', open)) {
      const close = source.indexOf(']]>', open);
      parts.push({ kind: 'cdata', text: normalizeLines(source.slice(open + 9, close)) });
      from = close + 3;
    } else if (source.startsWith('<!--', open)) from = source.indexOf('-->', open + 4) + 3;
    else from = source.indexOf('?>', open) + 2;
  }
  return parts;
}

/** Value of an attribute between its quotes. White space becomes blanks (XML 1.0, 3.3.3). */
export function decodeAttribute(source: string, start: number, end: number): string {
  const value = source.slice(start, end);
  return decodeReferences(/[\t\n\r]/.test(value) ? value.replace(/\r\n|[\t\n\r]/g, ' ') : value);
}

function decode(text: string): string {
  return decodeReferences(normalizeLines(text));
}

function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Unknown references and bare ampersands stay as written. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);/gi, (reference, name: string) => {
    if (!name.startsWith('#')) return predefined[name] ?? reference;
    const code = Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
