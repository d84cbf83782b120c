import { candidatesOf } from './candidatesOf.ts';
import { decodedBy, decoders } from './decodedBy.ts';
import { isPlainHttp } from './isPlainHttp.ts';
import type { MarkupLoads } from './markupLoads.ts';
import { mayReferToHttp } from './mayReferToHttp.ts';
import { isOther, joinedText } from './memberPath.ts';
import { readScript, type ScriptToken } from './readScript.ts';
import {
  isLinkingElement,
  type OwnedName,
  usageOfArgument,
  usageOfKey,
  usageOfName,
  type ValueUsage,
} from './valueUsage.ts';

/**
 * Reads what a script loads: texts that it assigns, passes or imports as URLs, and the HTML, styles and code in its
 * texts. Names are not followed to their values. In `data`, which another script reads, URLs of media files count
 * wherever they are. A text beside its counterpart for https pages does not count: `isSecure ? 'https://…' :
 * 'http://…'`, or behind `if` with a protocol.
 */
export function readScriptLoads(script: string, loads: MarkupLoads, isData: boolean): void {
  new ScriptReader(readScript(script), loads, isData).read();
}

/** A value, as far as its parts belong together: up to a comma, a semicolon or the end of its bracket. */
interface Value {
  /** Whether one of several values is chosen. */
  isChoice: boolean;
  /** Whether one is for https pages, or the choice is by a protocol. */
  hasHttps: boolean;
  /** Report the loads in it, unless it is a choice for pages that are not https. */
  loads: (() => void)[];
}

/** An open bracket. */
interface Frame {
  open: string;
  /** Of a call, else without a name. */
  callee: OwnedName;
  /** Position of the argument, and the text before it. */
  position: number;
  before: string;
  usage: ValueUsage;
  value: Value;
  /** Whether its value is that of the bracket around it: `(a ? b : c)`, `[a]`. */
  isShared: boolean;
  /** The name to which its value is assigned. */
  target: string;
  /** Names of elements that load their link, where the block creates them. */
  links: Set<string>;
  /** Whether a text in it is a protocol, or a name means one. */
  hasProtocol: boolean;
  /** Whether it runs on pages of one protocol only. */
  isGuarded: boolean;
  /** Where the statement is that an `if` with a protocol guards. */
  guard: 'none' | 'next' | 'here' | 'before';
}

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Maximum brackets within each other: more are not read. */
const maxDepth = 500;
/** Words before a bracket or value that are no operand. */
const keywords = new Set(
  'if while for switch return typeof new await void yield case throw in of delete else do'.split(' '),
);
const importing = new Set(['import', 'from']);
/** Operators behind which a value begins. */
const openers = new Set(['=', '(', ',', '?', ':', '||', '&&', '??', '[', '=>']);
const comparisons = new Set(['==', '===', '!=', '!==']);
/** Maximum characters of a part of a tag. */
const maxTag = 2000;
/** Names of what is true on https pages. */
const securing = /^(?:is|use)?(?:https|secure|ssl)$/i;
const protocol = /^https?(?::(?:\/\/)?)?$/i;
const tag = /<[a-z!/]/i;
const css = /url\(|image-set\(|@import/i;
const mediaFile =
  /^[^?#]*\.(?:mp4|m4v|webm|mov|ogv|m3u8|mpd|mp3|m4a|ogg|wav|jpe?g|png|gif|webp|avif|svg|js|mjs|css|woff2?|ttf)(?:[?#]|$)/i;
const noName: OwnedName = { name: '', owner: '' };

class ScriptReader {
  readonly #tokens: readonly ScriptToken[];
  readonly #loads: MarkupLoads;
  readonly #isData: boolean;
  readonly #frames: Frame[] = [newFrame('', noName, new Set())];

  constructor(tokens: readonly ScriptToken[], loads: MarkupLoads, isData: boolean) {
    this.#tokens = tokens;
    this.#loads = loads;
    this.#isData = isData;
  }

  read(): void {
    for (let index = 0; index < this.#tokens.length && this.#frames.length <= maxDepth; index += 1) {
      const { type, value } = this.#tokens[index] as ScriptToken;
      if (type === 'other' && closers[value] !== undefined) {
        if (this.#top.open === closers[value]) this.#close();
        continue;
      }
      this.#moveGuard(type, value);
      if (type === 'other') this.#readOperator(value, index);
      else {
        if (this.#isOperand(index - 1)) this.#endValue();
        if (type === 'text') index = this.#readText(index) - 1;
        else if (value === 'of' || value === 'in') this.#top.links.delete(this.#nameAt(index - 1).name);
        else if (this.#top.callee.name === 'if' && securing.test(value)) this.#top.hasProtocol = true;
      }
    }
    while (this.#frames.length > 1) this.#close();
    this.#endValue();
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1] as Frame;
  }

  #readOperator(operator: string, index: number): void {
    const frame = this.#top;
    if (operator === '(' || operator === '[' || operator === '{') this.#open(operator, index);
    else if (operator === '?' || operator === '&&') frame.value.isChoice = true;
    else if (operator === ';') this.#endValue();
    else if (operator === '=') {
      const target = this.#nameAt(index - 1);
      frame.target = target.name;
      frame.usage = usageOfName(target, frame.links);
      frame.links.delete(target.name);
    } else if (operator === '=>') frame.links = new Set();
    else if (operator === ':') {
      const isKey = isOther(this.#tokens[index - 2], '{') || isOther(this.#tokens[index - 2], ',');
      if (frame.open === '{' && isKey)
        frame.usage = usageOfKey(this.#tokens[index - 1]?.value ?? '', frame.callee.name);
    } else if (operator === ',') {
      this.#endValue();
      frame.position += 1;
      if (frame.open === '(' && frame.callee.name !== '' && !frame.isShared) {
        frame.usage = usageOfArgument(frame.callee, frame.position, frame.before, frame.links);
      } else if (frame.open === '[') frame.usage = null;
    }
  }

  #open(bracket: string, index: number): void {
    const around = this.#top;
    const isBehindOperand = this.#isOperand(index - 1) || isOther(this.#tokens[index - 1], '?.');
    const nameAt = isOther(this.#tokens[index - 1], '?.') ? index - 2 : index - 1;
    const callee = bracket === '(' ? this.#nameAt(nameAt) : noName;
    const isDecoding = decoders.has(callee.name);
    const isShared = bracket !== '{' && (!isBehindOperand || isDecoding) && callee.name !== 'if';
    // The settings of a call are its first argument: others are data.
    const isSettings = bracket === '{' && around.open === '(' && around.position === 0;
    const links = bracket === '{' ? new Set<string>() : around.links;
    const frame = newFrame(bracket, isSettings ? around.callee : callee, links);
    frame.isGuarded = around.isGuarded || around.guard === 'here';
    if (isShared) {
      frame.isShared = true;
      frame.value = around.value;
      if (this.#beginsValue(isDecoding ? this.#calleeStart(nameAt) : index)) frame.usage = around.usage;
    } else if (bracket === '(') frame.usage = usageOfArgument(callee, 0, '', links);
    if (around.guard === 'next') {
      frame.isGuarded = true;
      around.guard = 'before';
    }
    this.#frames.push(frame);
    if (this.#frames.length > maxDepth) this.#loads.unreadable();
  }

  #close(): void {
    this.#endValue();
    const { open, callee, hasProtocol } = this.#frames.pop() as Frame;
    const around = this.#top;
    if (open === '(' && callee.name === 'if' && hasProtocol) around.guard = 'next';
    else if (open === '(') around.hasProtocol ||= hasProtocol;
    if (open === '{' && around.guard === 'here') around.guard = 'before';
  }

  /** Follows the statement behind an `if` with a protocol, and that of its `else`. */
  #moveGuard(type: ScriptToken['type'], value: string): void {
    const frame = this.#top;
    if (frame.guard === 'next') {
      if (type !== 'other' || value !== '{') frame.guard = 'here';
    } else if (frame.guard === 'here') {
      if (type === 'other' && value === ';') frame.guard = 'before';
    } else if (frame.guard === 'before') frame.guard = type === 'name' && value === 'else' ? 'next' : 'none';
  }

  /** Reads a text, with those that are joined to it. Returns the index behind them. */
  #readText(index: number): number {
    const { value: written, end } = joinedText(this.#tokens, index) ?? { value: '', end: index + 1 };
    const frame = this.#top;
    const { usage, value, callee } = frame;
    const text = decoders.has(callee.name) && frame.open === '(' ? decodedBy(callee.name, written) : written;
    frame.before = text;
    const isCompared = this.#isComparison(index - 1) || this.#isComparison(end);
    if (protocol.test(text)) {
      frame.hasProtocol = true;
      if (isCompared) value.hasHttps = true;
    }
    if (callee.name.startsWith('createElement') && isLinkingElement(text)) {
      const { target } = this.#frames[this.#frames.length - 2] ?? frame;
      if (target !== '') frame.links.add(target);
    }
    if (/^https|https:/i.test(text.slice(0, 2000))) value.hasHttps = true;
    if (!mayReferToHttp(text) || this.#isGuarded) return end;
    const before = this.#tokens[index - 1];
    const isImported = before?.type === 'name' && importing.has(before.value);
    const isBegun = !isCompared && this.#beginsValue(index);
    value.loads.push(() => this.#addText(text, isImported ? 'url' : isBegun ? usage : null));
    return end;
  }

  /** Whether a value begins at a token. */
  #beginsValue(index: number): boolean {
    const before = this.#tokens[index - 1];
    return before === undefined || before.type !== 'other' || openers.has(before.value);
  }

  /** The index at which the function begins whose name is at a token: that of `window` in `window.atob`. */
  #calleeStart(name: number): number {
    if (isOther(this.#tokens[name], ']')) return name - 3;
    return isOther(this.#tokens[name - 1], '.') ? name - 2 : name;
  }

  #isComparison(index: number): boolean {
    const token = this.#tokens[index];
    return token?.type === 'other' && comparisons.has(token.value);
  }

  get #isGuarded(): boolean {
    return this.#top.isGuarded || this.#top.guard === 'here';
  }

  #addText(text: string, usage: ValueUsage): void {
    const isPlain = isPlainHttp(text);
    if (usage === 'images') for (const url of candidatesOf(text)) this.#loads.url(url, 'other');
    else if (usage === 'url' || (isPlain && this.#isData && mediaFile.test(text))) this.#loads.url(text, 'frame');
    if (tag.test(text)) return this.#loads.text('html', text);
    if (isPlain) return;
    if (css.test(text)) this.#loads.text('style', text);
    if (!/[=(]/.test(text)) return;
    this.#loads.text('script', text);
    // A part of a tag, whose beginning is another text.
    if (text.length < maxTag) this.#loads.text('html', `<a ${text}`);
  }

  /** Ends the value of the innermost bracket that has one of its own. */
  #endValue(): void {
    const frame = this.#top;
    if (frame.isShared) return;
    const { isChoice, hasHttps, loads } = frame.value;
    if (!isChoice || !hasHttps) for (const load of loads) load();
    frame.value = newValue();
    frame.usage = null;
    frame.target = '';
  }

  /** Whether an operand ends at a token: what follows it without an operator begins a statement. */
  #isOperand(index: number): boolean {
    const token = this.#tokens[index];
    if (!token) return false;
    if (token.type === 'other')
      return token.value === ')' || token.value === ']' || token.value === '}' || token.value === '0';
    return token.type === 'text' || !keywords.has(token.value);
  }

  /** The name that ends at a token, as `src` of `img.src` or `img['src']`. */
  #nameAt(index: number): OwnedName {
    const token = this.#tokens[index];
    if (token?.type === 'name') {
      const isMember = isOther(this.#tokens[index - 1], '.') || isOther(this.#tokens[index - 1], '?.');
      return { name: token.value, owner: isMember ? (this.#tokens[index - 2]?.value ?? '') : '' };
    }
    const text = this.#tokens[index - 1];
    if (!isOther(token, ']') || text?.type !== 'text' || !isOther(this.#tokens[index - 2], '[')) return noName;
    return { name: text.value, owner: this.#tokens[index - 3]?.value ?? '' };
  }
}

function newFrame(open: string, callee: OwnedName, links: Set<string>): Frame {
  return {
    ...{ open, callee, position: 0, before: '', usage: null, value: newValue(), isShared: false, target: '', links },
    ...{ hasProtocol: false, isGuarded: false, guard: 'none' },
  };
}

function newValue(): Value {
  return { isChoice: false, hasHttps: false, loads: [] };
}
