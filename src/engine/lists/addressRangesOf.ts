import { parseAddressRange } from './addressSet.ts';
import { formatAddressRange } from './formatAddressRange.ts';

/** Every range that an address lies in, from itself to all addresses, as lists name them; none for what is no address. */
export function addressRangesOf(address: string): string[] {
  const whole = parseAddressRange(address);
  if (!whole) return [];
  const single = formatAddressRange(whole);
  return Array.from({ length: whole.bits + 1 }, (_, bits) => parseAddressRange(`${single}/${bits}`))
    .filter((range) => range !== null)
    .map(formatAddressRange);
}
