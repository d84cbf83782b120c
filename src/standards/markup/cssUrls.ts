/** Functions whose texts are URLs (CSS Images 4, CSS Values 5). */
const urlFunctions = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set']);

/** Rules with URLs that are names, or are compared with those of pages. */
const unloadedRules = new Set(['namespace', 'document', '-moz-document']);

/**
 * The URLs that CSS loads, its escapes decoded: of `url()`, `image-set()` and `@import`. CSS that breaks off is read as
 * far as it goes. Linear in the length.
 */
export function cssUrls(css: string): string[] {
  const urls: string[] = [];
  /** The names of the open functions; '' for other brackets. */
  const functions: string[] = [];
  let rule = '';
  const add = (url: string) => {
    if (!unloadedRules.has(rule)) urls.push(url);
  };
  for (let at = 0; at < css.length;) {
    const char = css.charAt(at);
    if (char === '/' && css[at + 1] === '*') at = indexAfter(css, '*/', at + 2);
    else if (char === '"' || char === "'") {
      const { text, end } = readUntil(css, at + 1, (each) => each === char || each === '\n');
      if (urlFunctions.has(functions.at(-1) ?? '') || (rule === 'import' && functions.length === 0)) add(text);
      at = end + 1;
    } else if (char === '@') {
      const { text, end } = readUntil(css, at + 1, isNoName);
      rule = text.toLowerCase();
      at = end;
    } else if (!isNoName(char)) {
      const { text, end } = readUntil(css, at, isNoName);
      at = end;
      if (css[at] !== '(') continue;
      at = skipBlanks(css, at + 1);
      const name = text.toLowerCase();
      if (name === 'url' && css[at] !== '"' && css[at] !== "'") {
        const { text: url, end: close } = readUntil(css, at, (each) => each === ')');
        add(url.trimEnd());
        at = close + 1;
      } else functions.push(name);
    } else {
      if (char === '(') functions.push('');
      else if (char === ')') functions.pop();
      else if (char === ';' || char === '{' || char === '}') rule = '';
      at += 1;
    }
  }
  return urls;
}

/** The text up to a character that ends it, escapes decoded (CSS Syntax 3, 4.3.7), and the index of that character. */
function readUntil(css: string, start: number, isEnd: (char: string) => boolean): { text: string; end: number } {
  let text = '';
  let at = start;
  while (at < css.length && !isEnd(css.charAt(at))) {
    if (css[at] !== '\\') {
      text += css.charAt(at);
      at += 1;
      continue;
    }
    const hex = /^[\da-f]{1,6}/i.exec(css.slice(at + 1, at + 7))?.[0];
    if (hex === undefined) {
      // A break that is escaped continues a text on the next line.
      if (css[at + 1] !== '\n') text += css.charAt(at + 1);
      at += 2;
    } else {
      const point = Number.parseInt(hex, 16);
      text += point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD';
      at += 1 + hex.length;
      if (isBlank(css.charAt(at))) at += 1;
    }
  }
  return { text, end: at };
}

function isNoName(char: string): boolean {
  return !/[\w\\-]/.test(char) && char < '\u0080';
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\f';
}

function skipBlanks(css: string, from: number): number {
  let at = from;
  while (isBlank(css.charAt(at))) at += 1;
  return at;
}

function indexAfter(css: string, text: string, from: number): number {
  const found = css.indexOf(text, from);
  return found < 0 ? css.length : found + text.length;
}
