import { candidatesOf } from './candidatesOf.ts';
import { decodeReferences } from './decodeReferences.ts';
import { embeddedText } from './embeddedText.ts';
import { mayReferToHttp } from './mayReferToHttp.ts';
import { type HtmlElement, readHtml } from './readHtml.ts';
import type { MarkupLoads } from './markupLoads.ts';

/** Reads what HTML loads. HTML whose markup is encoded once more, as in XML, is decoded. */
export function readHtmlLoads(html: string, loads: MarkupLoads): void {
  if (!html.includes('<') && encodedMarkup.test(html)) return loads.text('html', decodeReferences(html));
  // A tag that breaks off is ended by what follows it on the page.
  readHtml(`${html}'">`, {
    onElement: (element) => readElement(element, loads),
    onRawText(name, attributes, text, _at, isForeign) {
      const kind = name === 'style' ? 'style' : kindOfScript(attributes.get('type'));
      if (!kind) return;
      loads.text(kind, text);
      const decoded = isForeign ? decodeReferences(text) : text;
      if (decoded !== text) loads.text(kind, decoded);
    },
    onHidden: (text) => loads.text('html', text),
  });
}

const encodedMarkup = /&(?:amp;)*lt;/;

/** How the text of a script is read, by its type; null for descriptions of the page, which search engines read. */
function kindOfScript(type = ''): 'script' | 'data' | 'html' | null {
  const name = type.trim().toLowerCase();
  if (name === 'application/ld+json') return null;
  if (name.includes('json') || name === 'importmap') return 'data';
  return /html|template/.test(name) ? 'html' : 'script';
}

/** Attributes that load their URL on every element, and on some. */
const loading = new Set(['src', 'poster', 'background']);
const loadingOn: Readonly<Record<string, ReadonlySet<string>>> = {
  data: new Set(['object']),
  href: new Set(['link', 'image', 'use', 'base', 'script', 'feimage']),
  'xlink:href': new Set(['image', 'use', 'script', 'feimage']),
};

const imageSets = new Set(['srcset', 'imagesrcset']);
const framing = new Set(['iframe', 'frame', 'object', 'embed']);
const animating = new Set(['animate', 'set']);
const animated = ['to', 'from', 'by', 'values'];

function readElement(element: HtmlElement, loads: MarkupLoads): void {
  const { name, attributes } = element;
  for (const [attribute, value] of attributes) {
    if (value !== '' && mayReferToHttp(value)) readAttribute(element, attribute, value, loads);
  }
  if (name === 'meta' && /^\s*refresh\s*$/i.test(attributes.get('http-equiv') ?? '')) {
    const url = refreshUrl.exec(attributes.get('content') ?? '')?.[1];
    if (url !== undefined) loads.url(url, 'frame');
  }
  if (animating.has(name) && /(?:^|:)href$/i.test(attributes.get('attributename') ?? '')) {
    for (const each of animated) for (const url of (attributes.get(each) ?? '').split(';')) loads.url(url, 'other');
  }
}

/** The URL of `content="0; url='…'"` (HTML, 4.2.5.3). */
const refreshUrl = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i;

function readAttribute({ name, attributes }: HtmlElement, attribute: string, value: string, loads: MarkupLoads): void {
  if (attribute.startsWith('on')) return loads.text('script', value);
  if (attribute === 'style') return loads.text('style', value);
  if (attribute === 'srcdoc') return loads.text('html', value);
  if (attribute === 'ping') return value.split(/\s+/).forEach((url) => loads.url(url, 'other'));
  if (imageSets.has(attribute)) return candidatesOf(value).forEach((url) => loads.url(url, 'other'));
  if (loading.has(attribute) || loadingOn[attribute]?.has(name)) {
    if (name !== 'link' || isLoadingLink(attributes)) loads.url(value, usageOf(name, attributes));
    return;
  }
  // Links run scripts, and the attributes of SVG are styles.
  const embedded = embeddedText(value);
  if (embedded?.scheme === 'javascript') loads.text('script', embedded.text);
  else if (value.includes('(')) loads.text('style', value);
}

function usageOf(name: string, attributes: HtmlElement['attributes']): 'frame' | 'script' | 'style' | 'other' {
  if (framing.has(name)) return 'frame';
  if (name === 'script') return 'script';
  return name === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '') ? 'style' : 'other';
}

/** Types of links by which a browser loads something (HTML, 4.6.7); others describe the page. */
const loadingRel =
  /(?:^|\s)(?:stylesheet|icon|apple-touch-icon(?:-precomposed)?|mask-icon|preload|prefetch|prerender|modulepreload|manifest|import)(?:\s|$)/i;

function isLoadingLink(attributes: HtmlElement['attributes']): boolean {
  const rel = attributes.get('rel') ?? '';
  return rel.trim() === '' ? !attributes.has('itemprop') : loadingRel.test(rel);
}
