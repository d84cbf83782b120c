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
  /** The text of a script or style, as written. */
  onRawText(name: 'script' | 'style', attributes: ReadonlyMap<string, string>, text: string, at: number): void;
}

/** Reads the elements of HTML as browsers find them, in linear time. Its tree is not built. */
export function readHtml(html: string, reader: HtmlReader): void {
  let name = '';
  let nameAt = 0;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let raw: { name: 'script' | 'style'; from: number; to: number } | null = null;
  const endRaw = () => {
    if (raw && raw.to > raw.from) reader.onRawText(raw.name, attributes, html.slice(raw.from, raw.to), raw.from);
    raw = null;
  };
  const endTag = () => {
    reader.onElement({ name, attributes, at: nameAt });
    if (name === 'script' || name === 'style') raw = { name, from: html.length, to: 0 };
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
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext(start, end) {
        if (raw) raw = { name: raw.name, from: Math.min(raw.from, start), to: end };
      },
      onclosetag: endRaw,
      onend: endRaw,
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      ontextentity() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
