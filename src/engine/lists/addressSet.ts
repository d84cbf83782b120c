import type { ListSet } from './listSet.ts';

/** An IP address or range: its first address, and the length of its prefix in bits. */
export interface AddressRange {
  first: bigint;
  bits: number;
  isV6: boolean;
}

/** Parses an IPv4 or IPv6 address, or a CIDR range; null when the text is neither. */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefix, ...extra] = text.split('/');
  if (extra.length > 0) return null;
  const parsed = parseAddress(address);
  if (!parsed) return null;
  const totalBits = parsed.isV6 ? 128 : 32;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? totalBits : Number(prefix);
  if (bits > totalBits) return null;
  const host = BigInt(totalBits - bits);
  return { first: (parsed.value >> host) << host, bits, isV6: parsed.isV6 };
}

/** Whether a text is an IP address. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

/** Builds the set of a list of addresses and ranges. Entries that are neither are left out. */
export function buildAddressSet(members: Iterable<string>): ListSet {
  const builder = createAddressSetBuilder();
  for (const member of members) {
    const range = parseAddressRange(member.trim());
    if (range) builder.add(range);
  }
  return builder.build();
}

/** Collects addresses and ranges, so that a long list can be read in slices of time. */
export interface AddressSetBuilder {
  add(range: AddressRange): void;
  /** The set of everything that was added. */
  build(): ListSet;
}

/** Begins with an empty set. */
export function createAddressSetBuilder(): AddressSetBuilder {
  // Prefixes by length: an address is in a range when its prefix of that length is in the set.
  const v4 = new Map<number, Set<number>>();
  const v6 = new Map<number, Set<bigint>>();
  let size = 0;
  return {
    add({ first, bits, isV6 }) {
      if (isV6) add(v6, bits, first >> BigInt(128 - bits));
      else add(v4, bits, Number(first >> BigInt(32 - bits)));
      size += 1;
    },
    build: () => ({ size, has: (value) => isInPrefixes(value, v4, v6) }),
  };
}

function isInPrefixes(value: string, v4: Map<number, Set<number>>, v6: Map<number, Set<bigint>>): boolean {
  const address = parseAddress(value);
  if (!address) return false;
  if (!address.isV6) {
    const number = Number(address.value);
    for (const [bits, prefixes] of v4) if (prefixes.has(bits === 0 ? 0 : number >>> (32 - bits))) return true;
    return false;
  }
  for (const [bits, prefixes] of v6) if (prefixes.has(address.value >> BigInt(128 - bits))) return true;
  return false;
}

function add<T>(byBits: Map<number, Set<T>>, bits: number, prefix: T): void {
  const known = byBits.get(bits);
  if (known) known.add(prefix);
  else byBits.set(bits, new Set([prefix]));
}

function parseAddress(text: string): { value: bigint; isV6: boolean } | null {
  if (!text.includes(':')) {
    const value = parseV4(text);
    return value === null ? null : { value: BigInt(value), isV6: false };
  }
  return parseV6(text);
}

function parseV4(text: string): number | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    value = value * 256 + Number(part);
  }
  return value;
}

/** Parses an IPv6 address; an IPv4-mapped one becomes that IPv4 address. Returns null for other text. */
function parseV6(text: string): { value: bigint; isV6: boolean } | null {
  const mapped = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  let plain = text;
  if (mapped) {
    const tail = parseV4(mapped[2] ?? '');
    if (tail === null) return null;
    if (/^::ffff:$/i.test(mapped[1] ?? '')) return { value: BigInt(tail), isV6: false };
    plain = `${mapped[1]}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`;
  }
  const halves = plain.split('::');
  if (halves.length > 2) return null;
  const groupsOf = (half: string) => (half === '' ? [] : half.split(':'));
  const left = groupsOf(halves[0] ?? '');
  const right = groupsOf(halves[1] ?? '');
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  let value = 0n;
  for (const group of groups) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    value = (value << 16n) | BigInt(Number.parseInt(group, 16));
  }
  return { value, isV6: true };
}
