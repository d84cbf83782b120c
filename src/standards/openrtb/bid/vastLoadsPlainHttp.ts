import { readXml } from '../../vast/readXml.ts';
import { textOf, type XmlElement } from '../../xml/xmlElement.ts';
import { decodeReferences } from '../../markup/decodeReferences.ts';
import { isPlainHttp } from '../../markup/isPlainHttp.ts';
import { frameLoadsPlainHttp, loadsPlainHttp } from '../../markup/loadsPlainHttp.ts';
import { mayReferToHttp } from '../../markup/mayReferToHttp.ts';

/**
 * Whether VAST contains a plain http URL that a player loads or fires; true also for text that is not well-formed, as it
 * cannot be checked.
 */
export function vastLoadsPlainHttp(vast: string): boolean {
  const root = readXml(vast);
  return typeof root === 'string' || adLoadsPlainHttp(root);
}

/** The same for an element of VAST, such as an Ad. */
export function adLoadsPlainHttp(element: XmlElement): boolean {
  return mayContainHttp(element) && someContent(element, contents);
}

/** The same for the Ad of a wrapper that is unwrapped: what it points to, no player loads. */
export function unwrappedLoadsPlainHttp(element: XmlElement): boolean {
  return mayContainHttp(element) && someContent(element, unwrappedContents);
}

/** Elements by what their text is. Click-throughs are not included. */
type Contents = ReadonlyMap<string, 'url' | 'frame' | 'html' | 'parameters'>;

const urls =
  'MediaFile Mezzanine InteractiveCreativeFile ClosedCaptionFile Tracking Impression Error StaticResource JavaScriptResource ExecutableResource FlashResource ClickTracking CustomClick CompanionClickTracking NonLinearClickTracking IconClickTracking IconViewTracking Viewable NotViewable ViewUndetermined Survey'.split(
    ' ',
  );

const unwrappedContents: Contents = new Map([
  ...urls.map((name) => [name, 'url'] as const),
  ['IFrameResource', 'frame'],
  ['HTMLResource', 'html'],
  ['AdParameters', 'parameters'],
]);
const contents: Contents = new Map([...unwrappedContents, ['VASTAdTagURI', 'url']]);

function someContent(element: XmlElement, of: Contents): boolean {
  const content = of.get(element.localName);
  if (content && textLoadsPlainHttp(textOf(element), content)) return true;
  for (const child of element.children) if (someContent(child, of)) return true;
  return false;
}

function textLoadsPlainHttp(text: string, content: 'url' | 'frame' | 'html' | 'parameters'): boolean {
  if (content === 'url') return isPlainHttp(text);
  if (content === 'frame') return frameLoadsPlainHttp(text);
  if (content === 'html' || /^\s*(?:<|&lt;)/.test(text)) return loadsPlainHttp(text);
  return loadsPlainHttp(text.includes('"') ? text : decodeReferences(text), 'data');
}

/**
 * Whether the decoded text of an element may contain `http:`: as written, a colon is behind a p, or behind what readers
 * remove, or there are references to characters, or markup with encodings of its own. Spares almost all ads, whose URLs
 * are https, the reading of their elements.
 */
function mayContainHttp({ source, start, end }: XmlElement): boolean {
  const written = source.slice(start, end);
  for (let colon = written.indexOf(':'); colon >= 0; colon = written.indexOf(':', colon + 1)) {
    const code = written.charCodeAt(colon - 1);
    if (code === 0x70 || code === 0x50 || code < 0x20 || code === closesMarkup || code === opensCdata) return true;
  }
  return references.test(written) || (markup.some((name) => written.includes(name)) && mayReferToHttp(written));
}

/** Of characters in XML, and in HTML in XML. */
const references = /&(?:amp;)*(?:#|colon;)/;

/** Elements with markup. */
const markup = ['AdParameters', 'HTMLResource', 'IFrameResource'];

const closesMarkup = 0x3e;
const opensCdata = 0x5b;
