import { createAddressSetBuilder, parseAddressRange } from '../lists/addressSet.ts';
import { rangesBetween } from '../lists/rangesBetween.ts';

/** A list of networks of data centers, by address and by autonomous system. */
export interface DataCenterList {
  hasAddress(address: string): boolean;
  hasSystem(asn: number): boolean;
  /** Number of its entries. */
  readonly size: number;
}

/** Reads a list line by line, so that a long one can be read in slices of time. */
export interface DataCenterListReader {
  /** Reads a line. `invalid` = it is neither an entry nor a comment; `too_broad` = most of the internet would match. */
  readLine(line: string): 'entry' | 'comment' | 'invalid' | 'too_broad';
  /** Number of ranges and autonomous systems so far: an entry of two addresses may be many ranges. */
  ranges(): number;
  /** The list of all entries so far. */
  build(): DataCenterList;
}

export const emptyDataCenterList: DataCenterList = { hasAddress: () => false, hasSystem: () => false, size: 0 };

/** Shortest prefixes, in bits, of networks that one owner has. */
const minBits = { v4: 8, v6: 16 } as const;

/**
 * Begins to read a list. A line starts with an address, a range (203.0.113.0/24), the first and last address of a range
 * (203.0.113.0,203.0.113.255), or an autonomous system (AS16509). Other columns and text after # are ignored.
 */
export function createDataCenterListReader(): DataCenterListReader {
  const addresses = createAddressSetBuilder();
  const systems = new Set<number>();
  let size = 0;
  let ranges = 0;
  return {
    ranges: () => ranges,
    readLine(line) {
      const [first = '', second = ''] = line
        .replace(/#.*/, '')
        .trim()
        .split(/[\s,;]+/);
      if (first === '') return 'comment';
      const asn = /^AS(\d{1,10})$/i.exec(first)?.[1];
      if (asn !== undefined) {
        systems.add(Number(asn));
        ranges += 1;
      } else {
        const from = parseAddressRange(first);
        if (!from) return 'invalid';
        const to = first.includes('/') ? null : parseAddressRange(second);
        const found = to && !second.includes('/') ? rangesBetween(from, to) : [from];
        if (!found) return 'invalid';
        if (found.some(({ bits, isV6 }) => bits < (isV6 ? minBits.v6 : minBits.v4))) return 'too_broad';
        for (const range of found) addresses.add(range);
        ranges += found.length;
      }
      size += 1;
      return 'entry';
    },
    build() {
      const set = addresses.build();
      return {
        size,
        hasAddress: (address) => set.size > 0 && address !== '' && set.has(address),
        hasSystem: (asn) => systems.has(asn),
      };
    },
  };
}
