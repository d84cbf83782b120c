/** Characters that XML 1.0 forbids (section 2.2, Char), and halves of pairs: whole pairs are looked at more closely. */
const suspect = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/;
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text without the characters that XML forbids, escaped or not: no parser takes a document that has one. */
export function xmlCharacters(text: string): string {
  return suspect.test(text) ? text.replace(forbidden, '') : text;
}

/** The same for the source of a document, where such a character may also stand as a reference: &#1; or &#xFFFE;. */
export function xmlSource(xml: string): string {
  return xmlCharacters(xml).replace(/&#(\d+|x[\da-f]+);/gi, (reference, digits: string) => {
    const code = Number(/^x/i.test(digits) ? `0${digits}` : digits);
    return code <= 0x10ffff && xmlCharacters(String.fromCodePoint(code)) !== '' ? reference : '';
  });
}
