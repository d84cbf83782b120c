import { DOMParser } from '@xmldom/xmldom';
import type { Attr, Element, Node } from '@xmldom/xmldom';
import { isWithinLimits } from './isWithinLimits.ts';
import type { VastExtension, XmlPart } from './types.ts';
import { xmlCharacters, xmlSource } from './xmlCharacters.ts';

const elementNode = 1;
const textNode = 3;
const cdataNode = 4;

const assumedNamespaces = { xsi: 'http://www.w3.org/2001/XMLSchema-instance' };

/**
 * Root of a well-formed document without DOCTYPE, or a description of its fault. A bare `&` in text is tolerated, as in
 * players.
 */
export function readXml(xml: string): Element | string {
  // A byte order mark or blank lines before the declaration are common and harmless. The parser accepts characters that
  // XML forbids, but no player would accept our response with them.
  const source = xmlSource(xml.replace(/^[\uFEFF\s]+/, ''));
  if (hasDoctype(source)) return 'a DOCTYPE is not allowed';
  if (!isWithinLimits(source)) return 'the XML has too many elements or is nested too deeply';
  try {
    const parser = new DOMParser({ locator: false, xmlns: assumedNamespaces, onError: stopUnlessBareAmpersand });
    const document = parser.parseFromString(source, 'text/xml');
    return document.documentElement ?? 'the root element is missing';
  } catch (error) {
    return error instanceof Error ? plainMessage(error.message) : 'the XML could not be parsed';
  }
}

/** Everything allowed before the root except a DOCTYPE: space, processing instructions and comments. */
const beforeRoot = /\s+|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!->))*-->/y;

/** Whether a document has a DOCTYPE. Such a document must not be parsed: some DOCTYPEs take quadratic time. */
function hasDoctype(xml: string): boolean {
  beforeRoot.lastIndex = 0;
  let end = 0;
  while (beforeRoot.test(xml)) end = beforeRoot.lastIndex;
  return xml.startsWith('<!DOCTYPE', end);
}

/** The parser's message, without its wrapping around errors that we threw. */
function plainMessage(message: string): string {
  return /^Reporting \w+ "([^]*)" caused/.exec(message)?.[1] ?? message;
}

function stopUnlessBareAmpersand(level: string, message: string): void {
  if (level === 'warning' || /^(EntityRef|entity not found)/.test(message)) return;
  throw new Error(message);
}

export function childElements(element: Element): Element[] {
  const children: Element[] = [];
  for (let node = element.firstChild; node; node = node.nextSibling) if (isElement(node)) children.push(node);
  return children;
}

/** Child elements of one name, in any namespace. */
export function childrenNamed(element: Element | undefined, name: string): Element[] {
  return element ? childElements(element).filter((child) => localName(child) === name) : [];
}

/** The first child element of a name, in any namespace. */
export function childNamed(element: Element | undefined, name: string): Element | undefined {
  return childrenNamed(element, name)[0];
}

/** Own text with adjacent text and CDATA joined, trimmed; empty when there is none. */
export function textOf(element: Element | undefined): string {
  let text = '';
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (node.nodeType === textNode || node.nodeType === cdataNode) text += node.nodeValue ?? '';
  }
  return text.trim();
}

/** Name without prefix. */
export function localName(element: Element): string {
  return element.localName ?? element.nodeName;
}

/** An attribute, trimmed; undefined when absent. */
export function attributeOf(element: Element, name: string): string | undefined {
  const value = element.getAttribute(name);
  return value === null ? undefined : value.trim();
}

/** All attributes but namespace declarations, by their name without prefix. */
export function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const attribute of element.attributes) {
    if (!isDeclaration(attribute)) attributes[attribute.localName ?? attribute.name] = attribute.value.trim();
  }
  return attributes;
}

/** An element as plain data; a CreativeExtension in it keeps its inner XML as text. */
export function readPart(element: Element): XmlPart {
  if (localName(element) === 'CreativeExtension') {
    const { attributes, content } = readExtension(element);
    return { name: 'CreativeExtension', attributes, children: [], text: content };
  }
  return {
    name: localName(element),
    attributes: attributesOf(element),
    children: childElements(element).map(readPart),
    text: textOf(element),
  };
}

/** An Extension or CreativeExtension: its attributes, and its inner XML with all namespaces declared in it. */
export function readExtension(element: Element): VastExtension {
  const vastNamespace = element.ownerDocument?.documentElement?.namespaceURI ?? null;
  const scope: Scope = { vastNamespace, declared: new Map() };
  const prefixed: Record<string, string> = {};
  for (const attribute of element.attributes) {
    if (isDeclaration(attribute)) continue;
    prefixed[attribute.name] = attribute.value;
    if (attribute.prefix && attribute.prefix !== 'xml') {
      prefixed[`xmlns:${attribute.prefix}`] = attribute.namespaceURI ?? '';
    }
  }
  return { attributes: prefixed, content: writeChildren(element, scope).trim() };
}

interface Scope {
  vastNamespace: string | null;
  /** Prefix to namespace, as declared so far; '' is the default namespace. */
  declared: ReadonlyMap<string, string>;
}

function writeChildren(element: Element, scope: Scope): string {
  let out = '';
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) out += writeElement(node, scope);
    else if (node.nodeType === textNode) out += escapeText(node.nodeValue ?? '');
    else if (node.nodeType === cdataNode) out += writeCdata(node.nodeValue ?? '');
  }
  return out;
}

function writeElement(element: Element, scope: Scope): string {
  const isVast = element.namespaceURI === scope.vastNamespace;
  const prefix = isVast ? '' : (element.prefix ?? '');
  const name = prefix === '' ? localName(element) : `${prefix}:${localName(element)}`;
  const declared = new Map(scope.declared);
  let declarations = '';
  const declare = (usedPrefix: string, namespace: string): void => {
    if (usedPrefix === 'xml' || (declared.get(usedPrefix) ?? '') === namespace) return;
    declared.set(usedPrefix, namespace);
    declarations += ` xmlns${usedPrefix === '' ? '' : `:${usedPrefix}`}="${escapeAttribute(namespace)}"`;
  };
  declare(prefix, isVast ? '' : (element.namespaceURI ?? ''));
  let attributes = '';
  for (const attribute of element.attributes) {
    if (isDeclaration(attribute)) continue;
    if (attribute.prefix) declare(attribute.prefix, attribute.namespaceURI ?? '');
    attributes += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  }
  const content = writeChildren(element, { ...scope, declared });
  const start = `<${name}${declarations}${attributes}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

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

function isElement(node: Node): node is Element {
  return node.nodeType === elementNode;
}

function isDeclaration(attribute: Attr): boolean {
  return attribute.name === 'xmlns' || attribute.prefix === 'xmlns';
}
