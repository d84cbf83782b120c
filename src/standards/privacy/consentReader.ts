import { decodeGpp, type GppString } from './gppString.ts';
import { decodeTcf, type TcfConsent } from './tcfConsent.ts';

/** Reads the strings that tell what viewers chose, and remembers the latest. */
export interface ConsentReader {
  /** Null when the string cannot be read or is void. */
  tcf(text: string): TcfConsent | null;
  /** Null when the string cannot be read. */
  gpp(text: string): GppString | null;
}

/** Strings longer than this, in characters, are read each time. */
const maxCachedLength = 4096;

/** A reader that remembers at most `size` strings of each kind. */
export function createConsentReader({ size }: { size: number }): ConsentReader {
  return { tcf: memoize(size, decodeTcf), gpp: memoize(size, decodeGpp) };
}

/** Two halves: when the young one is full it becomes the old one, and what nobody asked for since is forgotten. */
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
