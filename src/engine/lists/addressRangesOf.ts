import { parseAddressRange } from './addressSet.ts';
import { formatAddressRange } from './formatAddressRange.ts';

/**
 * Every range that contains an address, from the address itself to all addresses, as written in lists; none for invalid
 * text.
 */
export function addressRangesOf(address: string): string[] {
  const range = parseAddressRange(address);
  if (!range) return [];
  const single = formatAddressRange(range);
  return Array.from({ length: range.bits + 1 }, (_, bits) => parseAddressRange(`${single}/${bits}`))
    .filter((range) => range !== null)
    .map(formatAddressRange);
}
