import { parseAddressRange } from './addressSet.ts';
import { formatAddressRange } from './formatAddressRange.ts';

/** Every range that an address lies in, from itself to all addresses, as lists name them; none for what is no address. */
export function addressRangesOf(address: string): string[] {
  const range = parseAddressRange(address);
  if (!range) return [];
  const single = formatAddressRange(range);
  return Array.from({ length: range.bits + 1 }, (_, bits) => parseAddressRange(`${single}/${bits}`))
    .filter((range) => range !== null)
    .map(formatAddressRange);
}
