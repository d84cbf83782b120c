import { fillVastMacros, playerMacros, SERVER_MACROS } from './macros.ts';
import { macroSynonyms } from './macroSynonyms.ts';

/** A macro of any ad server in a URL, or a value that should be one. */
export interface MacroOccurrence {
  /** Index of its first character in the URL. */
  index: number;
  /** The text as written in the URL; '' for a parameter without a value. */
  written: string;
  /** Name of the URL parameter that contains it, as written; '' outside of parameters. */
  param: string;
  /** `macro`: has macro delimiters; `placeholder`: a text meant to be replaced by hand; `empty`: a missing value. */
  kind: 'macro' | 'placeholder' | 'empty';
}

/** A macro that our server does not fill, with our macro that replaces it; null when we have none. */
export interface ForeignMacro extends MacroOccurrence {
  replacement: string | null;
}

/**
 * The delimiters of macros: %%…%%, {{…}}, [[…]], ${…}, #{…}, $$…$$, __…__, […], {…}, and Roku's names without
 * delimiters. Brackets, braces, `$` and `#` may be percent-encoded.
 */
const marked =
  /%%([^%\s&=]{1,80})%%|(?:\{|%7B){2}([^{}&]{1,80}?)(?:\}|%7D){2}|(?:\[|%5B){2}([^[\]&=]{1,80}?)(?:\]|%5D){2}|(?:\$|%24)(?:\{|%7B)([^{}&]{1,80}?)(?:\}|%7D)|(?:#|%23)[a-z]?(?:\{|%7B)([^{}&]{1,120}?)(?:\}|%7D)|\$\$([\w.-]{1,80})\$\$|__([a-z][\w.-]{0,80}?)__|(?:\[|%5B)([^[\]&=]{1,80}?)(?:\]|%5D)|(?:\{|%7B)([a-z][\w.-]{0,80}?)(?:\}|%7D)|\b(ROKU_ADS_[A-Z_]+)\b/gi;

/** Placeholder texts that a person is expected to replace. */
const manualPlaceholder =
  /^(?:insert|replace|your|enter|put)[\W_]|^<.*>$|^(?:%3C).*(?:%3E)$|^(?:x{3,}|tbd|null|undefined|n\/a)$/i;

const sampleValues = Object.fromEntries(
  [...SERVER_MACROS.map(({ name }) => name), 'GDPRCONSENT', 'GPPSTRING', 'GPPSECTIONID'].map((name) => [name, 'v']),
);

/** Whether our server fills a macro exactly as written. */
function isOurs(written: string, own: Readonly<Record<string, string>>): boolean {
  return fillVastMacros(written, { ...own, ...sampleValues }) === 'v';
}

const firstForm = new Map(SERVER_MACROS.map(({ name, forms }) => [name, forms[0]]));
const byName = new Map<string, string>();
const byParam = new Map<string, string>();
for (const { macro, names, params } of macroSynonyms) {
  const form = firstForm.get(macro);
  if (form === undefined) continue;
  for (const name of names) byName.set(name, form);
  for (const param of params) byParam.set(param, form);
}

/** Every macro in a text, including ours: in a called URL, those that the ad server or player failed to fill. */
export function findMacros(url: string): MacroOccurrence[] {
  return [...url.matchAll(marked)].map((match) => ({
    index: match.index,
    written: match[0],
    param: paramAt(url, match.index),
    kind: 'macro',
  }));
}

/**
 * The parts of a URL that our server does not fill: foreign macros, placeholders, and well-known parameters without a
 * value. `own` lists the account's own parameters in lower case; each of them is a macro too.
 */
export function findForeignMacros(url: string, own: readonly string[] = []): ForeignMacro[] {
  const places = findMacros(url);
  const values = Object.fromEntries(own.map((name) => [name, 'v']));
  const ownForms = new Map(own.map((name) => [normalized(name), `[${name.toUpperCase()}]`]));
  const foreign = places
    .filter(({ written }) => !isOurs(written, values) && !playerMacros.has(innerName(written)))
    .map((place) => {
      return {
        ...place,
        replacement: replacementOf(place) ?? ownForms.get(normalized(innerName(place.written))) ?? null,
      };
    });
  const bare = findBare(url).filter(
    ({ index, written }) =>
      !places.some((place) => place.index < index + written.length && index < place.index + place.written.length),
  );
  return [...foreign, ...bare].sort((a, b) => a.index - b.index);
}

/**
 * The URL with foreign macros replaced by ours; those without a replacement are removed. `places` must come from this
 * URL.
 */
export function replaceMacros(url: string, places: readonly ForeignMacro[]): string {
  let out = '';
  let from = 0;
  for (const { index, written, replacement } of [...places].sort((a, b) => a.index - b.index)) {
    out += url.slice(from, index) + (replacement ?? '');
    from = index + written.length;
  }
  return out + url.slice(from);
}

/** Values without macro delimiters that need a value: placeholders and empty values. */
function findBare(url: string): ForeignMacro[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const found: ForeignMacro[] = [];
  for (const match of url.slice(start).matchAll(/[?&;]([^=&;?#]+)=((?:[^&;#]|#[a-z]?\{)*)/g)) {
    const [matchText, param = '', written = ''] = match;
    const index = start + match.index + matchText.length - written.length;
    const replacement = byParam.get(param.toLowerCase()) ?? null;
    if (replacement === null) continue;
    if (written === '') found.push({ index, written, param, kind: 'empty', replacement });
    else if (manualPlaceholder.test(written) || isBareName(written)) {
      found.push({ index, written, param, kind: 'placeholder', replacement });
    }
  }
  return found;
}

/** Whether a value is a macro's name in capitals without delimiters: `cb=CACHEBUSTER`. */
function isBareName(value: string): boolean {
  return /^[A-Z][A-Z_]{3,}$/.test(value) && byName.has(normalized(value));
}

/** Our macro for an occurrence: by its own name, else by the parameter that contains it. */
function replacementOf({ written, param }: MacroOccurrence): string | null {
  const name = normalized(innerName(written));
  const own = byName.get(name);
  const paramMacro = byParam.get(param.toLowerCase());
  // Timestamps are often used as cache busters; for a cache-buster parameter our own macro is better.
  if (name === 'TIMESTAMP' && paramMacro !== undefined) return paramMacro;
  return own ?? paramMacro ?? null;
}

/** A macro's name without its delimiters. */
function innerName(written: string): string {
  marked.lastIndex = 0;
  const groups = marked.exec(written)?.slice(1) ?? [];
  marked.lastIndex = 0;
  return groups.find((group) => group !== undefined) ?? '';
}

function normalized(name: string): string {
  return name
    .toUpperCase()
    .replace(/%[0-9A-F]{2}/g, '')
    .replace(/[^A-Z0-9]/g, '');
}

/** The name of the parameter that contains an index of a URL. */
function paramAt(url: string, index: number): string {
  const before = url.slice(0, index);
  const query = before.indexOf('?');
  if (query < 0) return '';
  const pair = /[?&;]([^=&;?]+)=[^&;]*$/.exec(before.slice(query));
  return pair?.[1] ?? '';
}
