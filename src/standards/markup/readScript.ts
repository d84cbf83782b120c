import { getOrCreate } from '../getOrCreate.ts';

/** A token of JavaScript. Names and texts are decoded: escapes are what they stand for. */
export interface ScriptToken {
  type: 'name' | 'text' | 'other';
  value: string;
  /** Index in the script. */
  at: number;
  /** Characters in the script. */
  length: number;
}

/** Operators of several characters that must not be read as `=`. */
const operators = ['===', '!==', '>>>', '...', '=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '+=', '++', '--'];
const operatorsBy = new Map<string, string[]>();
for (const operator of operators) getOrCreate(operatorsBy, operator.charAt(0), (): string[] => []).push(operator);

/** Names after which a slash begins a regular expression. */
const beforePattern = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'delete', 'throw', 'new']);

/**
 * Reads the tokens of a script, without comments, numbers and regular expressions. It never fails: text that is no script
 * is read as far as it looks like one, in linear time.
 */
export function readScript(source: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  /** For each open template, the number of braces that are open in its expression. */
  const templates: number[] = [];
  let at = 0;
  /** The end of a line on which a slash begins no regular expression. */
  let lineWithoutEnd = 0;
  const add = (type: ScriptToken['type'], value: string, end: number) => {
    tokens.push({ type, value, at, length: end - at });
    at = end;
  };
  const readTemplate = (start: number) => {
    const { text, end, isOpen } = templateText(source, start);
    if (isOpen) templates.push(0);
    add('text', text, end);
  };
  while (at < source.length) {
    const code = source.charCodeAt(at);
    const char = source.charAt(at);
    if (isSpace(code)) at += 1;
    else if (source.startsWith('//', at) || source.startsWith('<!--', at)) at = lineEnd(source, at);
    else if (source.startsWith('/*', at)) at = indexAfter(source, '*/', at + 2);
    else if (char === '"' || char === "'") {
      const { text, end } = quotedText(source, at);
      add('text', text, end);
    } else if (char === '`') readTemplate(at + 1);
    else if (isNameStart(code)) {
      const { name, end } = readName(source, at);
      add('name', name, end);
    } else if (isDigit(code)) {
      let end = at + 1;
      while (end < source.length && (isNamePart(source.charCodeAt(end)) || source[end] === '.')) end += 1;
      add('other', '0', end);
    } else if (char === '/' && beginsPattern(tokens.at(-1))) {
      const end = patternEnd(source, at, at < lineWithoutEnd);
      if (end === null && at >= lineWithoutEnd) lineWithoutEnd = lineEnd(source, at);
      add('other', end === null ? '/' : '0', end ?? at + 1);
    } else {
      const open = templates.length - 1;
      if (open >= 0 && char === '{') templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && char === '}') {
        if (templates[open] === 0) {
          templates.pop();
          readTemplate(at + 1);
          continue;
        }
        templates[open] = (templates[open] ?? 0) - 1;
      }
      const operator = operatorsBy.get(char)?.find((each) => source.startsWith(each, at)) ?? char;
      add('other', operator, at + operator.length);
    }
  }
  return tokens;
}

/** Whether a slash begins a regular expression rather than dividing what is before it. */
function beginsPattern(before: ScriptToken | undefined): boolean {
  if (!before) return true;
  if (before.type === 'name') return beforePattern.has(before.value);
  return before.type === 'other' && !['0', ')', ']', '}', '++', '--'].includes(before.value);
}

/**
 * The index behind a regular expression; null if it does not end on its line. `isAgain` = that was so for an earlier slash
 * of the line: from the next bracket on, all is read as it was then, so that a line of slashes is read in linear time.
 */
function patternEnd(source: string, start: number, isAgain: boolean): number | null {
  let isInClass = false;
  for (let at = start + 1; at < source.length; at += 1) {
    const isEscaped = source[at] === '\\';
    if (isEscaped) at += 1;
    const char = source[at];
    if (char === '\n' || char === '\r') return null;
    if (isEscaped) continue;
    if (isAgain && (char === '[' || char === ']')) return null;
    if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at + 1;
  }
  return null;
}

function quotedText(source: string, start: number): { text: string; end: number } {
  const quote = source[start];
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === quote) return { text, end: at + 1 };
    if (char === '\n' || char === '\r') return { text, end: at };
    if (char !== '\\') {
      text += char;
      at += 1;
    } else {
      const decoded = escapeAt(source, at);
      text += decoded.text;
      at = decoded.end;
    }
  }
  return { text, end: at };
}

/** The text of a template up to its end, or to an expression in it (`isOpen`). */
function templateText(source: string, start: number): { text: string; end: number; isOpen: boolean } {
  let text = '';
  let at = start;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '`') return { text, end: at + 1, isOpen: false };
    if (char === '$' && source[at + 1] === '{') return { text, end: at + 2, isOpen: true };
    if (char !== '\\') {
      text += char;
      at += 1;
    } else {
      const decoded = escapeAt(source, at);
      text += decoded.text;
      at = decoded.end;
    }
  }
  return { text, end: at, isOpen: false };
}

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** The character of an escape, whose backslash is at `at`. */
function escapeAt(source: string, at: number): { text: string; end: number } {
  const char = source.charAt(at + 1);
  if (char === '\n') return { text: '', end: at + 2 };
  if (char === '\r') return { text: '', end: at + (source[at + 2] === '\n' ? 3 : 2) };
  const hex =
    char === 'x'
      ? /^[0-9a-f]{2}/i.exec(source.slice(at + 2, at + 4))
      : char === 'u'
        ? /^(?:[0-9a-f]{4}|\{[0-9a-f]{1,6}\})/i.exec(source.slice(at + 2, at + 10))
        : null;
  if (hex) {
    const point = Number.parseInt(hex[0].replace(/[{}]/g, ''), 16);
    return { text: point > 0x10ffff ? '' : String.fromCodePoint(point), end: at + 2 + hex[0].length };
  }
  const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4));
  if (octal) return { text: String.fromCharCode(Number.parseInt(octal[0], 8)), end: at + 1 + octal[0].length };
  return { text: simpleEscapes[char] ?? char, end: at + 2 };
}

function readName(source: string, start: number): { name: string; end: number } {
  let name = '';
  let at = start;
  while (at < source.length && isNamePart(source.charCodeAt(at))) {
    if (source[at] !== '\\') {
      name += source.charAt(at);
      at += 1;
      continue;
    }
    const { text, end } = escapeAt(source, at);
    name += text;
    at = Math.max(end, at + 1);
  }
  return { name, end: at };
}

function isNameStart(code: number): boolean {
  const lower = code | 0x20;
  const isLetter = (lower >= 0x61 && lower <= 0x7a) || code > 0x7f;
  return (isLetter && !isSpace(code)) || code === 0x24 || code === 0x5f || code === 0x5c;
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029;
}

function lineEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) if (source[at] === '\n' || source[at] === '\r') return at;
  return source.length;
}

function indexAfter(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found < 0 ? source.length : found + text.length;
}
