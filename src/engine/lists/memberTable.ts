import { addressKeys } from './listContents.ts';
import type { ListKind, ListSet } from './listSet.ts';
import { hashMember, type MemberHash } from './memberHash.ts';

/** A hash table of member hashes, filled incrementally: 10.7 bytes per member. */
export interface MemberTable {
  add(high: number, low: number): void;
  /** The table as a set of a kind; for addresses, with the prefix lengths it contains. */
  toSet(kind: ListKind, prefixes: readonly number[]): ListSet;
}

/** Creates a table for `size` members. */
export function createMemberTable(size: number): MemberTable {
  // A quarter of the places stays free, so that searches stay short.
  const places = Math.floor((size * 4) / 3) + 1;
  const highs = new Uint32Array(places);
  const lows = new Uint32Array(places);
  const hash: MemberHash = { high: 0, low: 0 };
  /** The index of a hash, or of the free place where it belongs. */
  const placeOf = (high: number, low: number) => {
    let place = Math.floor((high / 4_294_967_296) * places);
    while ((highs[place] !== 0 || lows[place] !== 0) && (highs[place] !== high || lows[place] !== low)) {
      place = place + 1 === places ? 0 : place + 1;
    }
    return place;
  };
  const hasKey = (key: string) => {
    hashMember(key, hash);
    const place = placeOf(hash.high, hash.low);
    return highs[place] !== 0 || lows[place] !== 0;
  };
  return {
    add(high, low) {
      const place = placeOf(high, low);
      highs[place] = high;
      lows[place] = low;
    },
    toSet: (kind, prefixes) => ({
      size,
      has: kind === 'ip' ? (value) => addressKeys(value, prefixes).some(hasKey) : hasKey,
    }),
  };
}
