/**
 * The click URL macro in markup. `${CLICK_URL}` directly followed by a landing page, plain or percent-encoded, becomes
 * the click URL of that page; alone it becomes a click URL to which a script can append an advertiser's page.
 * `${CLICK_URL_ENC}` is the same, percent-encoded once more, for use inside other URLs.
 */
const macro = /\$\{CLICK_URL(?<enc>_ENC)?\}(?<landing>https?(?:%3A|%253A)[\w.%~!*+-]*|https?:[^\s"'<>\\`)]*)?/gi;

/**
 * The macro followed by a landing page, as our own markup uses it. `isInUrl`: the macro is in the query of another URL.
 */
export function clickMacro(landing: string, isInUrl = false): string {
  return isInUrl ? `\${CLICK_URL_ENC}${encode(encode(landing))}` : `\${CLICK_URL}${encode(landing)}`;
}

/** Whether markup contains a click macro. */
export function hasClickMacro(markup: string): boolean {
  return /\$\{CLICK_URL(?:_ENC)?\}/i.test(markup);
}

/**
 * Markup with its click macros filled. `addressOf` returns the click URL of a landing page; for null, one that ends
 * where a percent-encoded landing page can be appended.
 */
export function fillClickMacros(markup: string, addressOf: (landing: string | null) => string): string {
  if (!hasClickMacro(markup)) return markup;
  return markup.replace(macro, (written, enc: string | undefined, landing: string | undefined) => {
    const page = landing === undefined ? null : readLanding(landing);
    const address = addressOf(page);
    // An unreadable landing page stays behind the URL, for the click handler to validate.
    const rest = page === null ? written.slice(enc === undefined ? 12 : 16) : '';
    return (enc === undefined ? address : encode(address)) + rest;
  });
}

/** A landing page that was percent-encoded up to two times; null when the text is not an http(s) URL. */
function readLanding(text: string): string | null {
  let url = text.replaceAll('&amp;', '&');
  try {
    for (let times = 0; times < 2 && /^https?%/i.test(url); times += 1) url = decodeURIComponent(url);
  } catch {
    return null;
  }
  return /^https?:\/\/[^/]/i.test(url) ? url : null;
}

/** Percent-encodes a text so that it is safe in an HTML attribute, a script string and a style. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()!*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
