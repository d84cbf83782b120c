/**
 * The macro of click addresses in markup. `${CLICK_URL}` with a landing page right behind it, as it is or percent-encoded,
 * is the click address of that page; alone it is an address behind which a script may put a page of the advertiser's.
 * `${CLICK_URL_ENC}` is the same, percent-encoded once more, for places inside other URLs.
 */
const macro = /\$\{CLICK_URL(?<enc>_ENC)?\}(?<landing>https?(?:%3A|%253A)[\w.%~!*+-]*|https?:[^\s"'<>\\`)]*)?/gi;

/** The macro with a landing page behind it, as markup of ours carries it. `isInUrl`: it stands in the query of another URL. */
export function clickMacro(landing: string, isInUrl = false): string {
  return isInUrl ? `\${CLICK_URL_ENC}${encode(encode(landing))}` : `\${CLICK_URL}${encode(landing)}`;
}

/** Whether markup has a macro of click addresses. */
export function hasClickMacro(markup: string): boolean {
  return /\$\{CLICK_URL(?:_ENC)?\}/i.test(markup);
}

/**
 * Markup with its click macros filled. `addressOf` gives the click address of a landing page, or with null one that ends
 * where a percent-encoded landing page may follow.
 */
export function fillClickMacros(markup: string, addressOf: (landing: string | null) => string): string {
  if (!hasClickMacro(markup)) return markup;
  return markup.replace(macro, (written, enc: string | undefined, landing: string | undefined) => {
    const page = landing === undefined ? null : readLanding(landing);
    const address = addressOf(page);
    // What cannot be read as a page stays behind the address, for whoever opens it to judge.
    const rest = page === null ? written.slice(enc === undefined ? 12 : 16) : '';
    return (enc === undefined ? address : encode(address)) + rest;
  });
}

/** A landing page that was encoded up to two times; null when it is none. */
function readLanding(text: string): string | null {
  let url = text.replaceAll('&amp;', '&');
  try {
    for (let times = 0; times < 2 && /^https?%/i.test(url); times += 1) url = decodeURIComponent(url);
  } catch {
    return null;
  }
  return /^https?:\/\/[^/]/i.test(url) ? url : null;
}

/** Percent-encoded so that it may stand in an attribute, a string of a script and a style. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()!*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
