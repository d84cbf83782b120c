import { escapeAttribute, escapeText, writeCdata } from '../xml/escapeXml.ts';
import { parseXml } from '../xml/parseXml.ts';
import { xmlSource } from '../xml/xmlCharacters.ts';
import { attributesOf, contentOf, namespaceOf, textOf, type XmlElement } from '../xml/xmlElement.ts';
import type { VastExtension, XmlPart } from './types.ts';

/** Root of a well-formed document without DOCTYPE, or a description of its fault. */
export function readXml(xml: string): XmlElement | string {
  // A byte order mark or blank lines before the declaration are common and harmless. Characters that XML forbids would
  // make every player reject our response.
  return parseXml(xmlSource(xml.replace(/^[\uFEFF\s]+/, '')));
}

/** The attributes of an element but namespace declarations, trimmed, by their name without prefix. */
export function attributeRecord(element: XmlElement): Record<string, string> {
  const record: Record<string, string> = {};
  for (const { localName, value } of attributesOf(element)) record[localName] = value.trim();
  return record;
}

/** An element as plain data; a CreativeExtension in it keeps its inner XML as text. */
export function readPart(element: XmlElement): XmlPart {
  if (element.localName === 'CreativeExtension') {
    const { attributes, content } = readExtension(element);
    return { name: 'CreativeExtension', attributes, children: [], text: content };
  }
  return {
    name: element.localName,
    attributes: attributeRecord(element),
    children: element.children.map(readPart),
    text: textOf(element),
  };
}

/** An Extension or CreativeExtension: its attributes, and its inner XML with all namespaces declared in it. */
export function readExtension(element: XmlElement): VastExtension {
  let root = element;
  while (root.parent) root = root.parent;
  const scope: Scope = { vastNamespace: namespaceOf(root, prefixOf(root)), declared: new Map() };
  const attributes: Record<string, string> = {};
  for (const { name, prefix, value } of attributesOf(element)) {
    attributes[name] = value;
    if (prefix !== '' && prefix !== 'xml') attributes[`xmlns:${prefix}`] = namespaceOf(element, prefix);
  }
  return { attributes, content: writeChildren(element, scope).trim() };
}

interface Scope {
  vastNamespace: string;
  /** Prefix to namespace, as declared so far; '' is the default namespace. */
  declared: ReadonlyMap<string, string>;
}

function writeChildren(element: XmlElement, scope: Scope): string {
  let out = '';
  for (const part of contentOf(element)) {
    if (part.kind === 'element') out += writeElement(part.element, scope);
    else out += part.kind === 'cdata' ? writeCdata(part.text) : escapeText(part.text);
  }
  return out;
}

function writeElement(element: XmlElement, scope: Scope): string {
  const ownPrefix = prefixOf(element);
  const namespace = namespaceOf(element, ownPrefix);
  const isVast = namespace === scope.vastNamespace;
  const prefix = isVast ? '' : ownPrefix;
  const name = prefix === '' ? element.localName : element.name;
  const declared = new Map(scope.declared);
  let declarations = '';
  const declare = (usedPrefix: string, used: string): void => {
    if (usedPrefix === 'xml' || (declared.get(usedPrefix) ?? '') === used) return;
    declared.set(usedPrefix, used);
    declarations += ` xmlns${usedPrefix === '' ? '' : `:${usedPrefix}`}="${escapeAttribute(used)}"`;
  };
  declare(prefix, isVast ? '' : namespace);
  let attributes = '';
  for (const attribute of attributesOf(element)) {
    if (attribute.prefix !== '') declare(attribute.prefix, namespaceOf(element, attribute.prefix));
    attributes += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  }
  const content = writeChildren(element, { ...scope, declared });
  const start = `<${name}${declarations}${attributes}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

function prefixOf({ name, localName }: XmlElement): string {
  return name.slice(0, Math.max(name.length - localName.length - 1, 0));
}
