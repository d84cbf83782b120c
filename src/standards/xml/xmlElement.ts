import { decodeAttribute, decodeText, readTextParts, type TextPart } from './decodeText.ts';

/**
 * An element of a parsed document. It holds offsets into the source: attributes and text are decoded when they are
 * read.
 */
export class XmlElement {
  readonly source: string;
  readonly parent: XmlElement | null;
  /** As written, with its prefix. */
  readonly name: string;
  /** Without its prefix. */
  readonly localName: string;
  /** Of each attribute: start and end of its name, start and end of its value. */
  readonly attributeOffsets: readonly number[];
  /** Namespaces that it declares, by prefix (`''` = the default namespace); null when it declares none. */
  readonly declarations: ReadonlyMap<string, string> | null;
  readonly children: XmlElement[] = [];
  /** The `<` of the start tag. */
  readonly start: number;
  /** Behind the start tag's `>`. */
  readonly contentStart: number;
  /** The `<` of the end tag. Equal to `contentStart` where the element closes itself. */
  contentEnd: number;
  /** Behind the element. */
  end: number;

  constructor(
    source: string,
    parent: XmlElement | null,
    name: string,
    attributeOffsets: readonly number[],
    start: number,
    contentStart: number,
  ) {
    const colon = name.indexOf(':');
    this.source = source;
    this.parent = parent;
    this.name = name;
    this.localName = colon === -1 ? name : name.slice(colon + 1);
    this.attributeOffsets = attributeOffsets;
    this.declarations = declarationsIn(source, attributeOffsets);
    this.start = start;
    this.contentStart = contentStart;
    this.contentEnd = contentStart;
    this.end = contentStart;
  }
}

function declarationsIn(source: string, offsets: readonly number[]): ReadonlyMap<string, string> | null {
  let declarations: Map<string, string> | null = null;
  for (let index = 0; index < offsets.length; index += 4) {
    const start = offsets[index] ?? 0;
    if (!source.startsWith('xmlns', start)) continue;
    const name = source.slice(start, offsets[index + 1]);
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const namespace = decodeAttribute(source, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0).trim();
    (declarations ??= new Map()).set(name.slice('xmlns:'.length), namespace);
  }
  return declarations;
}

const none: readonly XmlElement[] = [];

/** Child elements of a local name, in any namespace. */
export function childrenNamed(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  if (!element) return none;
  let found: XmlElement[] | undefined;
  for (const child of element.children) if (child.localName === name) (found ??= []).push(child);
  return found ?? none;
}

/** The first child element of a local name, in any namespace. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (!element) return undefined;
  for (const child of element.children) if (child.localName === name) return child;
  return undefined;
}

/** Whether an element is written as one tag, `<a/>`. */
export function isSelfClosed({ contentStart, end }: XmlElement): boolean {
  return contentStart === end;
}

/** Own text with adjacent text and CDATA joined, trimmed; empty when there is none. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  const { source, children, contentStart, contentEnd } = element;
  if (children.length === 0) return decodeText(source, contentStart, contentEnd).trim();
  let text = '';
  let from = contentStart;
  for (const child of children) {
    text += decodeText(source, from, child.start);
    from = child.end;
  }
  return (text + decodeText(source, from, contentEnd)).trim();
}

/** A part of an element's content. */
export type ContentPart = { kind: 'element'; element: XmlElement } | TextPart;

/** The content of an element in order, without comments and processing instructions. */
export function contentOf({ source, children, contentStart, contentEnd }: XmlElement): ContentPart[] {
  const parts: ContentPart[] = [];
  let from = contentStart;
  for (const element of children) {
    parts.push(...readTextParts(source, from, element.start), { kind: 'element', element });
    from = element.end;
  }
  return [...parts, ...readTextParts(source, from, contentEnd)];
}

/** An attribute by its name as written, trimmed; undefined when absent. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const { source, attributeOffsets: offsets } = element;
  for (let index = 0; index < offsets.length; index += 4) {
    const start = offsets[index] ?? 0;
    if ((offsets[index + 1] ?? 0) - start !== name.length || !source.startsWith(name, start)) continue;
    return decodeAttribute(source, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0).trim();
  }
  return undefined;
}

/** An attribute with its decoded value. */
export interface XmlAttribute {
  /** As written. */
  name: string;
  /** Empty when there is none. */
  prefix: string;
  localName: string;
  value: string;
}

/** All attributes but namespace declarations. */
export function attributesOf(element: XmlElement): XmlAttribute[] {
  return allAttributes(element).filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
}

function allAttributes({ source, attributeOffsets: offsets }: XmlElement): XmlAttribute[] {
  const attributes: XmlAttribute[] = [];
  for (let index = 0; index < offsets.length; index += 4) {
    const name = source.slice(offsets[index], offsets[index + 1]);
    const colon = name.indexOf(':');
    const value = decodeAttribute(source, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0);
    attributes.push({ name, prefix: name.slice(0, Math.max(colon, 0)), localName: name.slice(colon + 1), value });
  }
  return attributes;
}

const wellKnown: ReadonlyMap<string, string> = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  // Many responses use it without declaring it.
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
]);

/** The namespace of a prefix (`''` = the default namespace) at an element; empty when there is none. */
export function namespaceOf(element: XmlElement, prefix: string): string {
  for (let at: XmlElement | null = element; at; at = at.parent) {
    const namespace = at.declarations?.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return wellKnown.get(prefix) ?? '';
}
