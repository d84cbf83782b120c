import { xmlCharacters } from './xmlCharacters.ts';

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return xmlCharacters(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

/** A CDATA section for any text: `]]>` is split over two sections. */
export function writeCdata(text: string): string {
  return `<![CDATA[${insideCdata(text)}]]>`;
}

/** Escapes text inside a CDATA section. */
export function insideCdata(text: string): string {
  return asciiInsideCdata(xmlCharacters(text));
}

/** The same for printable ASCII, faster: each response has one per tracker. */
export function asciiInsideCdata(text: string): string {
  return text.includes(']]>') ? text.replaceAll(']]>', ']]]]><![CDATA[>') : text;
}
