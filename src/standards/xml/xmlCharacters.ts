/** Characters that XML 1.0 forbids (section 2.2, Char), and surrogates, of which pairs are checked separately. */
const suspect = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/;
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text without the characters that XML forbids: parsers reject a document with one, even escaped. */
export function xmlCharacters(text: string): string {
  return suspect.test(text) ? text.replace(forbidden, '') : text;
}

/** The same for a document's source, where such characters may also be references: &#1; or &#xFFFE;. */
export function xmlSource(xml: string): string {
  const source = xmlCharacters(xml);
  return !source.includes('&#')
    ? source
    : source.replace(/&#(\d+|x[\da-f]+);/gi, (reference, digits: string) => {
        const code = Number(/^x/i.test(digits) ? `0${digits}` : digits);
        return code <= 0x10ffff && xmlCharacters(String.fromCodePoint(code)) !== '' ? reference : '';
      });
}
