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

/** Whether a URL is plain http to another machine. */
export function isPlainHttp(url: string | undefined): boolean {
  return url !== undefined && /^\s*http:/i.test(url) && !isLoopback(url.trimStart(), 0);
}

/** Whether HTML loads an image, script, frame, media file or style by plain http. */
export function loadsPlainHttp(html: string): boolean {
  return someUrl(html, isHtmlResource);
}

/** Whether VAST contains a plain http URL that a player loads or fires. */
export function vastLoadsPlainHttp(vast: string): boolean {
  return someUrl(vast, (text, at) => isVastResource(text, at) || isHtmlResource(text, at));
}

function someUrl(text: string, isResource: (text: string, at: number) => boolean): boolean {
  // Almost all URLs are https, so that their common part is found faster than `http`.
  for (let colon = text.indexOf('://'); colon >= 0; colon = text.indexOf('://', colon + 3)) {
    const at = colon - 4;
    if (text.startsWith('http', at) && isResource(text, at) && !isLoopback(text, at)) return true;
  }
  return false;
}

const loopback = /http:\/\/(?:(?:[\w-]{1,63}\.){0,8}localhost|127(?:\.\d{1,3}){3}|\[::1\])(?![\w.-])/iy;

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
const loading = new Set(['src', 'srcset', 'poster', 'background']);
const referring = new Set(['href', 'xlink:href', 'data']);
const referrers = /^<(?:link|image|use|object)\s/i;

/**
 * Whether the text before a URL makes it a resource: `src="`, `url(`, `@import '`. Quotes may be escaped, in scripts.
 */
function isHtmlResource(text: string, at: number): boolean {
  let end = at;
  while (at - end < 12 && isQuoteOrSpace(text.charCodeAt(end - 1))) end -= 1;
  const before = text.slice(Math.max(0, end - 16), end);
  if (before.endsWith('(')) return /(?<![\w-])url\($/i.test(before);
  if (!before.endsWith('=')) return /@import$/i.test(before);
  const name = /[\s"'./`]([a-z:]+)\s*=$/i.exec(before)?.[1]?.toLowerCase() ?? '';
  return loading.has(name) || (referring.has(name) && referrers.test(tagAround(text, at)));
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

/** VAST elements whose text is loaded or fired. Click-throughs are not included. */
const vastResources = new Set(
  'MediaFile Mezzanine InteractiveCreativeFile ClosedCaptionFile Tracking Impression Error VASTAdTagURI StaticResource IFrameResource JavaScriptResource ExecutableResource FlashResource ClickTracking CustomClick CompanionClickTracking NonLinearClickTracking IconClickTracking IconViewTracking Viewable NotViewable ViewUndetermined Survey'.split(
    ' ',
  ),
);

const textOfTag = /<(?:\w+:)?(\w+)(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[\s*)?$/;

function isVastResource(vast: string, at: number): boolean {
  const last = vast[at - 1];
  if (last !== '>' && last !== '[' && last !== '\n' && last !== ' ' && last !== '\t' && last !== '\r') return false;
  const before = vast.slice(Math.max(0, at - windowLength), at);
  const cdata = before.lastIndexOf('<![CDATA[');
  const isInCdata = cdata >= 0 && before.slice(cdata + 9).trim() === '';
  const open = before.lastIndexOf('<', isInCdata ? cdata - 1 : before.length);
  const name = open < 0 ? undefined : textOfTag.exec(before.slice(open))?.[1];
  return name !== undefined && vastResources.has(name);
}
