/**
 * Whether a text may refer to plain http, as it is or in any of the encodings that markup and scripts have. Spares
 * almost all ads, whose URLs are https, a reading of their markup.
 */
export function mayReferToHttp(text: string): boolean {
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    if (mayEndScheme(text, colon)) return true;
  }
  return (
    (text.includes('&') && references.test(text)) || (text.includes('\\') && escapes.test(text)) || decoding.test(text)
  );
}

/** References to characters that may be those of `http:`, or breaks in it. */
const references = /&(?:amp;)*(?:#|colon;|Tab;|NewLine;)/;

/** Escapes of CSS and scripts for the characters of `http:`. */
const escapes = /\\(?:(?:u(?:00|\{0*)|x|0{0,4})(?:[46]8|[57][04]|3a)|1[15]0|1[26][04]|72)/i;

/** Calls that decode a text. */
const decoding = /\b(?:atob|unescape|decodeURI)/;

/** Maximum characters before a colon in which its scheme may be, with the breaks that readers remove. */
const windowLength = 16;

/** Whether the scheme before a colon may be `http`, or `data` with a text that is read. */
function mayEndScheme(text: string, colon: number): boolean {
  const last = text.charCodeAt(colon - 1);
  const lower = last | 0x20;
  if (lower === letterP && (text.charCodeAt(colon - 2) | 0x20) === letterT)
    return text[colon - 5] !== '<' && !namesSomething(text, colon);
  if (lower === letterA)
    return /data$/i.test(text.slice(colon - 4, colon)) && isText.test(text.slice(colon + 1, colon + 24));
  if (last === 0x22 || last === 0x27 || last === 0x60) return isTextOfScheme(text, colon);
  const isBroken = lower === letterP || last <= 0x20 || last === backslash || text.charCodeAt(colon - 2) === backslash;
  if (!isBroken) return false;
  const before = text.slice(Math.max(0, colon - windowLength), colon).replace(/\\[tnr\n\r]?|[\t\n\r]/g, '');
  return /(?:http|["'`]t?t?p)$/i.test(before);
}

/** Whether a colon behind a quote begins a text that may be joined to a scheme: `'://…'`, or `':'` behind `'http' +`. */
function isTextOfScheme(text: string, colon: number): boolean {
  const next = text[colon + 1] ?? '';
  return (
    next === '/' ||
    next === '\\' ||
    (next === text[colon - 1] && /p["'`]\s*\+\s*$/i.test(text.slice(Math.max(0, colon - windowLength), colon - 1)))
  );
}

const letterA = 0x61;
const letterP = 0x70;
const letterT = 0x74;
const backslash = 0x5c;

/** Content of a `data:` URL that may load more: documents, styles and scripts. */
const isText = /^\s*(?:text\/|application\/|image\/svg|[;,])/i;

/** Namespaces, document types and vocabularies, which are names and not loaded. In JSON, slashes may have backslashes. */
const names =
  /:(?:\\?\/){2}(?:www\.w3\.org\\?\/(?:\d{4}|TR|ns|Graphics)\\?\/|(?:www\.)?schema\.org["'/]|ns\.adobe\.com\\?\/|ogp\.me\\?\/ns)/y;

/** Whether the URL with a colon is a name, which SVG and libraries in most ads have. */
function namesSomething(text: string, colon: number): boolean {
  names.lastIndex = colon;
  return names.test(text);
}
