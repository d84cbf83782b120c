import { decodeReferences } from './decodeReferences.ts';
import { imageCandidates } from './imageCandidates.ts';
import type { Bid } from './responseTypes.ts';
import type { MediaType } from '../types.ts';

/**
 * Whether a bid loads and fires nothing by plain http. Landing pages may use it; requests made by scripts cannot be
 * seen. nativeFault checks native markup, adFault that of video and audio.
 */
export function isSecureBid({ adm, nurl, iurl }: Bid, mediaType: MediaType): boolean {
  if (isPlainHttp(iurl)) return false;
  if (!adm) return !isPlainHttp(nurl);
  return mediaType !== 'banner' || !loadsPlainHttp(adm);
}

/** Whether a URL, as a browser reads it, is plain http to another machine. */
export function isPlainHttp(url: string | undefined): boolean {
  if (url === undefined || url.startsWith('https:')) return false;
  const read = url.replace(/[\t\n\r]/g, '').trimStart();
  const scheme = plainScheme.exec(read);
  return scheme !== null && !isLoopback(read, scheme[0].length - 'http:'.length);
}

/** The scheme, in any case and whatever follows it, behind control characters and blanks (WHATWG URL, 4.4). */
const plainScheme = /^[^!-\uFFFF]*http:/i;

/** Maximum times that character references are decoded: each frame in an attribute of a frame needs one more. */
const maxDecodings = 4;

/**
 * Whether HTML loads an image, script, frame, media file or style by plain http, written as it is or with character
 * references, as in attributes and in HTML that is itself an attribute (also of such HTML) or element of XML.
 */
export function loadsPlainHttp(html: string): boolean {
  if (hasHttpResource(html)) return true;
  let text = html;
  for (let decodings = 0; decodings < maxDecodings; decodings += 1) {
    const decoded = decodeReferences(text);
    if (decoded === text) return false;
    if (hasHttpResource(decoded)) return true;
    text = decoded;
  }
  return false;
}

function hasHttpResource(html: string): boolean {
  let isInList = false;
  for (let colon = html.indexOf(':'); colon >= 0; colon = html.indexOf(':', colon + 1)) {
    const at = schemeStart(html, colon);
    if (at < 0) continue;
    if (isHtmlResource(html, at) && !isLoopback(html, at)) return true;
    isInList ||= html[skipBack(html, at) - 1] === ',';
  }
  // Only the first URL of a set of images is behind the attribute.
  return isInList && imageCandidates(html).some(isPlainHttp);
}

/** The characters of `http`, the last one first. */
const schemeBackwards = [0x70, 0x74, 0x74, 0x68];

/** The index of the `http` before a colon, in any case; -1 for another scheme. Browsers remove tabs and newlines. */
function schemeStart(html: string, colon: number): number {
  let at = colon;
  for (const letter of schemeBackwards) {
    do at -= 1;
    while (isTabOrNewline(html.charCodeAt(at)));
    if ((html.charCodeAt(at) | 0x20) !== letter) return -1;
  }
  return at;
}

function isTabOrNewline(code: number): boolean {
  return code === 0x09 || code === 0x0a || code === 0x0d;
}

/** With the end of the host: what is before an `@` is no host. */
const loopback =
  /http:\/\/(?:(?:[\w-]{1,63}\.){0,8}localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{0,5})?(?:[/?#\\\s"`<>]|$)/iy;

/** Whether a URL is on the loopback interface, which browsers trust like https (Secure Contexts, 3.1). */
function isLoopback(text: string, at: number): boolean {
  loopback.lastIndex = at;
  return loopback.test(text);
}

/**
 * Maximum characters searched before a URL for its tag and attribute. Bounds the cost of hostile text, which would be
 * quadratic.
 */
const windowLength = 400;

/**
 * Attributes and properties that load their URL, and those that do so in some elements only: other links are landing
 * pages.
 */
const loading = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'background']);
const referring = new Set(['href', 'xlink:href', 'data']);
const referrers = /^<(?:link|image|use|object|base|script|feimage)[\s/]/i;

/**
 * Whether the text before a URL makes it a resource: `src="`, `url(`, `image-set("`, `@import '`. Quotes may be escaped,
 * in scripts.
 */
function isHtmlResource(text: string, at: number): boolean {
  const end = skipBack(text, at);
  if (text[end - 1] === ',') return isInImageSet(text, end);
  if (text[end - 1] !== '=') return loadingCss.test(text.slice(Math.max(0, end - 10), end));
  const nameEnd = skipBack(text, end - 1);
  const name = attributeName.exec(text.slice(Math.max(0, nameEnd - 16), nameEnd))?.[1]?.toLowerCase() ?? '';
  return loading.has(name) || (referring.has(name) && referrers.test(tagAround(text, at)));
}

const loadingCss = /(?:(?<![\w-])url\(|image-set\(|@import)$/i;
const attributeName = /[\s"'./`]([a-z:]+)$/i;

/** The index behind the last character before `at` that is no quote or space. Such a run is searched for one URL only. */
function skipBack(text: string, at: number): number {
  let end = at;
  while (end > 0 && isQuoteOrSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isQuoteOrSpace(code: number): boolean {
  return code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x5c || code === 0x60;
}

/** The tag around an index, from its start to the index; '' outside of tags. */
function tagAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - windowLength), at);
  const open = before.lastIndexOf('<');
  return open < 0 || before.includes('>', open) ? '' : before.slice(open);
}

/** Whether an index is behind a candidate of `image-set(` (CSS Images 4, 2.3), in the same declaration. */
function isInImageSet(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - windowLength), at).toLowerCase();
  const open = before.lastIndexOf('image-set(');
  return open >= 0 && !endOfDeclaration.test(before.slice(open));
}

const endOfDeclaration = /[;{}<>]/;
