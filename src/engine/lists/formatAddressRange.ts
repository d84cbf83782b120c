import type { parseAddressRange } from './addressSet.ts';

/**
 * Formats an address or range in canonical form: a single address without its prefix length; IPv6 by RFC 5952, section
 * 4.
 */
export function formatAddressRange({ first, bits, isV6 }: NonNullable<ReturnType<typeof parseAddressRange>>): string {
  const address = isV6 ? formatV6(first) : formatV4(Number(first));
  return bits === (isV6 ? 128 : 32) ? address : `${address}/${bits}`;
}

function formatV4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

function formatV6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));
  const zeros = longestZeros(groups);
  const text = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (zeros.length < 2) return text(groups);
  return `${text(groups.slice(0, zeros.start))}::${text(groups.slice(zeros.start + zeros.length))}`;
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}
