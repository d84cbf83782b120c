import { decodeGpp, type GppString } from './gppString.ts';
import { decodeTcf, type TcfConsent } from './tcfConsent.ts';

/** Decodes consent strings, with a cache of the latest. */
export interface ConsentReader {
  /** Null when the string is unreadable or void. */
  tcf(text: string): TcfConsent | null;
  /** Null when the string is unreadable. */
  gpp(text: string): GppString | null;
}

/** Maximum length, in characters, of a cached string. Longer ones are decoded each time. */
const maxCachedLength = 4096;

/** A reader that caches at most `size` strings of each kind. */
export function createConsentReader({ size }: { size: number }): ConsentReader {
  return { tcf: memoize(size, decodeTcf), gpp: memoize(size, decodeGpp) };
}

/** Caches in two generations: a full young one replaces the old one, which drops the strings not read since. */
function memoize<T extends object>(size: number, decode: (text: string) => T | null): (text: string) => T | null {
  const half = Math.max(1, Math.floor(size / 2));
  let young = new Map<string, T | null>();
  let old = new Map<string, T | null>();
  return (text) => {
    if (text.length > maxCachedLength) return decode(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const aged = old.get(text);
    const value = aged === undefined ? decode(text) : aged;
    if (young.size >= half) [old, young] = [young, new Map()];
    young.set(text, value);
    return value;
  };
}
