import { skipSpace } from '../skipSpace.ts';

/** Our URLs that a banner calls when it is shown and when one of its links is clicked. */
export interface BannerTrackers {
  impression: readonly string[];
  click?: readonly string[];
  /** Our script, placed beside the ad; empty = none. */
  script?: string;
}

/**
 * HTML of a banner with our trackers: a 1×1 image per impression URL and a small script for clicks. They precede all
 * visible content (in a document at the start of its body, in a fragment at the very start), so that nothing in the ad,
 * such as an unclosed script or comment, can swallow them. The ad itself is unchanged.
 */
export function withBannerTrackers(html: string, { impression, click = [], script = '' }: BannerTrackers): string {
  if (impression.length === 0 && click.length === 0 && script === '') return html;
  const at = startOfContent(html);
  return html.slice(0, at) + impression.map(pixel).join('') + clickScript(click) + script + html.slice(at);
}

function pixel(url: string): string {
  return `<img src="${escapeAttribute(url)}" width="1" height="1" alt="" style="display:none">`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A script that calls the URLs when a link is clicked. Written in ES5 for old web views. */
function clickScript(urls: readonly string[]): string {
  if (urls.length === 0) return '';
  const list = JSON.stringify(urls)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script>(function(u){document.addEventListener("click",function(e){for(var n=e.target;n&&n!==document;n=n.parentNode)if(/^a(rea)?$/i.test(n.nodeName)&&(n.href||n.getAttribute("xlink:href"))){for(var i=0;i<u.length;i++)if(window.fetch)fetch(u[i],{mode:"no-cors",credentials:"include",keepalive:true})["catch"](function(){});else new Image().src=u[i];return}},true)})(${list})</script>`;
}

/** Elements of the head whose content is not HTML. */
const rawElements = new Set(['script', 'style', 'title', 'noscript']);

/** Other elements without visible content. */
const headElements = new Set(['html', 'head', 'meta', 'link', 'base']);

/**
 * Index at which the content of HTML begins: after the body's tag, or where a parser would insert one; 0 in a fragment.
 */
function startOfContent(html: string): number {
  let isDocument = false;
  let at = skipSpace(html, 0);
  while (at < html.length) {
    let end: number;
    if (html.startsWith('<!--', at)) end = after(html, '-->', at + 4);
    else if (html.startsWith('<!', at) || html.startsWith('<?', at)) {
      isDocument ||= /^<!doctype/i.test(html.slice(at, at + 9));
      end = after(html, '>', at);
    } else {
      const name = /^<\/?([a-z]+)(?=[\s/>])/i.exec(html.slice(at, at + 12))?.[1]?.toLowerCase() ?? '';
      const isStart = html[at + 1] !== '/';
      end = endOfTag(html, at);
      if (name === 'body' && isStart) return Math.max(end, 0);
      if (!headElements.has(name) && !rawElements.has(name)) break;
      isDocument ||= name === 'html' || name === 'head';
      if (isStart && end > 0 && rawElements.has(name)) end = endOfElement(html, name, end);
    }
    if (end < 0) return 0;
    at = skipSpace(html, end);
  }
  return isDocument ? at : 0;
}

/** Index after the next `mark`, or -1. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** Index after a tag, or -1. Attribute values may contain `>`. */
function endOfTag(html: string, at: number): number {
  for (let index = at; index < html.length; index += 1) {
    const character = html[index];
    if (character === '>') return index + 1;
    if (character !== '"' && character !== "'") continue;
    index = html.indexOf(character, index + 1);
    if (index < 0) return -1;
  }
  return -1;
}

/** Index after the end tag of an element whose content is not HTML, or -1. */
function endOfElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  return close.test(html) ? after(html, '>', close.lastIndex) : -1;
}
