import { Tokenizer } from 'htmlparser2';

/** An element of HTML with its attributes in lower case, decoded; of several with one name, the first. */
export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Index of its name in the HTML. */
  at: number;
}

/** Gets what is read of HTML, in order. */
export interface HtmlReader {
  onElement(element: HtmlElement): void;
  /** The text of a script or style, as written. `isForeign` = it may be in SVG or MathML, where references count. */
  onRawText(
    name: 'script' | 'style',
    attributes: ReadonlyMap<string, string>,
    text: string,
    at: number,
    isForeign: boolean,
  ): void;
  /** A text in which a browser may find elements, though it is read as a comment, a section, an attribute or raw text. */
  onHidden(text: string, at: number): void;
}

/** Elements with raw text, and those of SVG and MathML, where it is read as elements. */
const rawNames = new Set(['script', 'style', 'title', 'textarea']);
const foreignNames = new Set(['svg', 'math']);

/** Where a browser may end a text that the tokenizer reads on: it has more elements with raw text, and ends of comments. */
const otherEnd = /--!>|<\/(?:iframe|noembed|noframes|noscript|xmp)\b/i;

/** Reads the elements of HTML as browsers find them, in linear time. Its tree is not built. */
export function readHtml(html: string, reader: HtmlReader): void {
  let name = '';
  let nameAt = 0;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let isForeign = false;
  let raw: { from: number; to: number } | null = null;
  const readHidden = (text: string, at: number, start = text.search(otherEnd)) => {
    if (start >= 0 && text.includes('<', start)) reader.onHidden(text.slice(start), at + start);
  };
  const endRaw = () => {
    if (raw && raw.to > raw.from) {
      const text = html.slice(raw.from, raw.to);
      if (name === 'script' || name === 'style') reader.onRawText(name, attributes, text, raw.from, isForeign);
      readHidden(text, raw.from, isForeign ? 0 : undefined);
    }
    raw = null;
  };
  const endTag = () => {
    reader.onElement({ name, attributes, at: nameAt });
    isForeign ||= foreignNames.has(name);
    if (rawNames.has(name)) raw = { from: html.length, to: 0 };
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        endRaw();
        name = html.slice(start, end).toLowerCase();
        nameAt = start;
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
        readHidden(value, nameAt);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext(start, end) {
        if (raw) raw = { from: Math.min(raw.from, start), to: end };
      },
      onclosetag: endRaw,
      onend: endRaw,
      // Outside SVG and MathML, a section ends with its first tag.
      oncdata(start, end) {
        const text = html.slice(start, end);
        readHidden(text, start, text.indexOf('>'));
      },
      oncomment: (start, end) => readHidden(html.slice(start, end), start),
      ondeclaration() {},
      onprocessinginstruction() {},
      ontextentity() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
