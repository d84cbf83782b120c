import { namespaceOf, XmlElement } from './xmlElement.ts';

/** Far more than any ad has. */
const maxElements = 10_000;
const maxDepth = 64;
const maxAttributes = 64;

/** A fault of a document: its text says what is wrong. */
class XmlFault extends Error {}

/**
 * Parses a document without DOCTYPE into its root element, or describes its fault. Checks that it is well-formed (XML
 * 1.0), except that a bare `&` and unknown references are tolerated, as they are common. Pass a text without characters
 * that XML forbids. Linear in the length of the text.
 */
export function parseXml(source: string): XmlElement | string {
  try {
    return parseDocument(source);
  } catch (error) {
    if (error instanceof XmlFault) return error.message;
    throw error;
  }
}

/** XMLDecl (XML 1.0, 2.8). */
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[a-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/i;

function parseDocument(source: string): XmlElement {
  const start = source.startsWith('<?xml') ? (declaration.exec(source)?.[0].length ?? 0) : 0;
  const rootAt = skipMisc(source, start);
  if (source.startsWith('<!DOCTYPE', rootAt)) throw new XmlFault('a DOCTYPE is not allowed');
  if (rootAt === source.length) throw new XmlFault('the root element is missing');
  if (source[rootAt] !== '<') throw new XmlFault('there is text outside the root element');
  const root = parseTree(source, rootAt);
  if (skipMisc(source, root.end) < source.length) throw new XmlFault('there is more after the root element');
  return root;
}

/** The offset behind white space, comments and processing instructions. */
function skipMisc(source: string, from: number): number {
  for (let at = from; ;) {
    at = skipSpace(source, at);
    if (source.startsWith('<!--', at)) at = endOfComment(source, at);
    else if (source.startsWith('<?', at)) at = endOfInstruction(source, at);
    else return at;
  }
}

function parseTree(source: string, rootAt: number): XmlElement {
  const root = startElement(source, null, rootAt);
  let open: XmlElement | null = isClosed(root) ? null : root;
  let at = root.contentStart;
  let depth = 1;
  let elements = 1;
  let sectionEnd = source.indexOf(']]>', at);
  while (open) {
    const next = source.indexOf('<', at);
    if (next === -1) throw new XmlFault(`<${open.name}> is not closed`);
    if (sectionEnd !== -1 && sectionEnd < at) sectionEnd = source.indexOf(']]>', at);
    if (sectionEnd !== -1 && sectionEnd < next) throw new XmlFault(']]> is not allowed in text');
    const code = source.charCodeAt(next + 1);
    if (code === slash) {
      at = endElement(open, next);
      open = open.parent;
      depth -= 1;
    } else if (code === exclamation) {
      if (source.startsWith('<![CDATA[', next)) at = endOfMarkup(source, next, ']]>');
      else if (source.startsWith('<!--', next)) at = endOfComment(source, next);
      else throw new XmlFault('a declaration is not allowed within elements');
    } else if (code === question) at = endOfInstruction(source, next);
    else {
      const element: XmlElement = startElement(source, open, next);
      open.children.push(element);
      elements += 1;
      if (!isClosed(element)) {
        open = element;
        depth += 1;
      }
      if (elements > maxElements || depth > maxDepth) {
        throw new XmlFault('the XML has too many elements or is nested too deeply');
      }
      at = element.contentStart;
    }
  }
  return root;
}

function isClosed({ source, contentStart }: XmlElement): boolean {
  return source.charCodeAt(contentStart - 2) === slash;
}

/** Parses a start tag. */
function startElement(source: string, parent: XmlElement | null, start: number): XmlElement {
  const nameEnd = endOfName(source, start + 1);
  const offsets: number[] = [];
  let at = nameEnd;
  for (;;) {
    const next = skipSpace(source, at);
    const code = source.charCodeAt(next);
    if (code === greater || code === slash) {
      if (code === slash && source.charCodeAt(next + 1) !== greater) throw new XmlFault('a tag contains a stray /');
      const contentStart = code === slash ? next + 2 : next + 1;
      const element = new XmlElement(source, parent, source.slice(start + 1, nameEnd), offsets, start, contentStart);
      checkPrefixes(element);
      return element;
    }
    if (next === at) throw new XmlFault('attributes are not separated by a space');
    if (offsets.length === 4 * maxAttributes) throw new XmlFault('an element has too many attributes');
    at = readAttribute(source, next, offsets);
  }
}

/** Checks prefixes and namespaces (Namespaces in XML 1.0). */
function checkPrefixes(element: XmlElement): void {
  const { source, name, localName, attributeOffsets: offsets, declarations } = element;
  if (declarations) checkDeclarations(declarations);
  if (name !== localName) checkPrefix(element, name, name.length - localName.length - 1);
  let prefixed: Set<string> | undefined;
  for (let index = 0; index < offsets.length; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    for (let at = start; at < end; at += 1) {
      if (source.charCodeAt(at) !== colon) continue;
      const written = source.slice(start, end);
      const namespace = checkPrefix(element, written, at - start);
      if (written.startsWith('xmlns:')) break;
      const expanded = `${namespace} ${source.slice(at + 1, end)}`;
      if (prefixed?.has(expanded)) throw new XmlFault(`the attribute ${written} is repeated under another prefix`);
      (prefixed ??= new Set()).add(expanded);
      break;
    }
  }
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** A prefix has a namespace, and the two reserved ones keep theirs (2.2, 3). */
function checkDeclarations(declarations: ReadonlyMap<string, string>): void {
  for (const [prefix, namespace] of declarations) {
    if (prefix !== '' && namespace === '') throw new XmlFault(`the prefix ${prefix} has no namespace`);
    const isReserved = prefix === 'xmlns' || namespace === xmlnsNamespace;
    if (isReserved || (prefix === 'xml') !== (namespace === xmlNamespace)) {
      throw new XmlFault(`the namespace ${namespace} cannot be declared so`);
    }
  }
}

/** Checks a name with a prefix that ends at `end`: it has two parts, and its prefix a namespace (4, 5). */
function checkPrefix(element: XmlElement, name: string, end: number): string {
  const prefix = name.slice(0, end);
  if (end === 0 || name.includes(':', end + 1) || !isNameStart(name.charCodeAt(end + 1))) {
    throw new XmlFault(`the name ${name} is not allowed`);
  }
  const namespace = prefix === 'xmlns' ? xmlnsNamespace : namespaceOf(element, prefix);
  if (namespace === '') throw new XmlFault(`the prefix ${prefix} is not declared`);
  return namespace;
}

/** Appends the offsets of the attribute at `start`. Returns the offset behind it. */
function readAttribute(source: string, start: number, offsets: number[]): number {
  const nameEnd = endOfName(source, start);
  for (let index = 0; index < offsets.length; index += 4) {
    const other = offsets[index] ?? 0;
    if (offsets[index + 1] === other + nameEnd - start && source.startsWith(source.slice(start, nameEnd), other)) {
      throw new XmlFault(`the attribute ${source.slice(start, nameEnd)} is repeated`);
    }
  }
  const equals = skipSpace(source, nameEnd);
  if (source.charCodeAt(equals) !== equalsSign) throw new XmlFault('an attribute has no value');
  const open = skipSpace(source, equals + 1);
  const quote = source[open];
  if (quote !== '"' && quote !== "'") throw new XmlFault('the value of an attribute is not quoted');
  const close = source.indexOf(quote, open + 1);
  if (close === -1) throw new XmlFault('the value of an attribute is not closed');
  const lower = source.indexOf('<', open + 1);
  if (lower !== -1 && lower < close) throw new XmlFault('the value of an attribute contains <');
  offsets.push(start, nameEnd, open + 1, close);
  return close + 1;
}

/** Closes an element with the end tag at `start`. Returns the offset behind it. */
function endElement(element: XmlElement, start: number): number {
  const { source, name } = element;
  const close = skipSpace(source, start + 2 + name.length);
  if (!source.startsWith(name, start + 2) || source.charCodeAt(close) !== greater) {
    throw new XmlFault(`<${name}> is not closed by its end tag`);
  }
  element.contentEnd = start;
  element.end = close + 1;
  return close + 1;
}

/** The offset behind a comment, which cannot contain two hyphens (2.5). */
function endOfComment(source: string, start: number): number {
  const hyphens = source.indexOf('--', start + 4);
  if (hyphens === -1 || source.charCodeAt(hyphens + 2) !== greater) throw new XmlFault('a comment is not closed');
  return hyphens + 3;
}

/** The offset behind a processing instruction. The name `xml` is that of the declaration (2.6). */
function endOfInstruction(source: string, start: number): number {
  const nameEnd = endOfName(source, start + 2);
  if (source.slice(start + 2, nameEnd).toLowerCase() === 'xml')
    throw new XmlFault('the XML declaration is not well-formed');
  if (skipSpace(source, nameEnd) === nameEnd && !source.startsWith('?>', nameEnd)) {
    throw new XmlFault('the name of a processing instruction is not allowed');
  }
  return endOfMarkup(source, nameEnd, '?>');
}

function endOfMarkup(source: string, start: number, mark: string): number {
  const end = source.indexOf(mark, start);
  if (end === -1) throw new XmlFault(`${mark} is missing`);
  return end + mark.length;
}

const exclamation = 0x21;
const slash = 0x2f;
const colon = 0x3a;
const equalsSign = 0x3d;
const greater = 0x3e;
const question = 0x3f;
const underscore = 0x5f;

function skipSpace(source: string, from: number): number {
  let at = from;
  for (;;) {
    const code = source.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** The offset behind the name that starts at `from` (XML 1.0, 2.3). */
function endOfName(source: string, from: number): number {
  let at = from;
  while (isNameCode(source.charCodeAt(at))) at += 1;
  if (at === from || !isNameStart(source.charCodeAt(from))) throw new XmlFault('a name is missing or not allowed');
  return at;
}

function isNameStart(code: number): boolean {
  return code < 0x80 ? isLetter(code) || code === underscore || code === colon : isWithin(nameStarts, code);
}

function isNameCode(code: number): boolean {
  if (code >= 0x80) return isWithin(nameStarts, code) || isWithin(nameParts, code);
  return isLetter(code) || (code >= 0x2d && code <= colon && code !== slash) || code === underscore;
}

/** First and last codes. */
type Ranges = readonly (readonly [number, number])[];

/** NameStartChar beyond ASCII; the surrogates are those of U+10000 to U+EFFFF. */
const nameStarts: Ranges = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xdb7f],
  [0xdc00, 0xdfff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
];

/** Additions of NameChar. */
const nameParts: Ranges = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

function isWithin(ranges: Ranges, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** A letter of ASCII. */
function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
