import type { AddressRange } from './addressSet.ts';

/** The fewest ranges that cover all addresses from one to another; null if these are not of one version, or in reverse. */
export function rangesBetween(from: AddressRange, to: AddressRange): AddressRange[] | null {
  if (from.isV6 !== to.isV6 || from.first > to.first) return null;
  const { isV6 } = from;
  const ranges: AddressRange[] = [];
  for (let first = from.first; first <= to.first;) {
    let hostBits = 0n;
    const total = isV6 ? 128n : 32n;
    // The largest range that starts here and ends in time.
    while (
      hostBits < total &&
      first % (1n << (hostBits + 1n)) === 0n &&
      first + (1n << (hostBits + 1n)) - 1n <= to.first
    )
      hostBits += 1n;
    ranges.push({ first, bits: Number(total - hostBits), isV6 });
    first += 1n << hostBits;
  }
  return ranges;
}
