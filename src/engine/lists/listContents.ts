import { parseAddressRange } from './addressSet.ts';
import type { ListKind } from './listSet.ts';
import { hashMember, type MemberHash } from './memberHash.ts';

/*
 * The contents of a list as serving stores them, in little-endian 32-bit numbers: a mark, the number of members, two
 * numbers per member, the number of prefixes, and the prefixes. Members are in no order.
 */

/** "BHL1". */
const mark = 0x314c4842;

/** Bytes of the head: mark and number of members. */
export const headBytes = 8;
/** Bytes per member. */
export const memberBytes = 8;

/** The head of a list with `count` members. */
export function writeHead(count: number): Uint8Array {
  return bytesOf([mark, count]);
}

/** The number of members in a head; null for an invalid head. */
export function readHead(bytes: Uint8Array): number | null {
  const numbers = numbersOf(bytes.subarray(0, headBytes));
  return numbers.length === 2 && numbers[0] === mark ? (numbers[1] ?? null) : null;
}

/** Encodes members of a list of a kind. Adds the prefix lengths of addresses to `prefixes`. */
export function writeMembers(kind: ListKind, values: readonly string[], prefixes: Set<number>): Uint8Array {
  const hash: MemberHash = { high: 0, low: 0 };
  const view = new DataView(new ArrayBuffer(values.length * memberBytes));
  let at = 0;
  for (const value of values) {
    hashMember(kind === 'ip' ? addressKey(value, prefixes) : value, hash);
    view.setUint32(at, hash.high, true);
    view.setUint32(at + 4, hash.low, true);
    at += memberBytes;
  }
  return new Uint8Array(view.buffer);
}

/** The tail after the members: the prefix lengths. */
export function writeTail(prefixes: ReadonlySet<number>): Uint8Array {
  return bytesOf([prefixes.size, ...prefixes]);
}

/** The prefix lengths in a tail; null for an invalid tail. */
export function readTail(bytes: Uint8Array): number[] | null {
  const [count, ...prefixes] = numbersOf(bytes);
  return count === prefixes.length ? prefixes : null;
}

/** The number of a prefix length: those of IPv6 come after those of IPv4. */
function prefixNumber({ bits, isV6 }: { bits: number; isV6: boolean }): number {
  return isV6 ? 256 + bits : bits;
}

function addressKey(value: string, prefixes: Set<number>): string {
  const range = parseAddressRange(value);
  if (!range) return value;
  prefixes.add(prefixNumber(range));
  return `${prefixNumber(range)}/${range.first}`;
}

/** The lookup keys of an address: one per prefix length of its family. */
export function addressKeys(address: string, prefixes: readonly number[]): string[] {
  const parsed = parseAddressRange(address);
  if (!parsed || parsed.bits !== (parsed.isV6 ? 128 : 32)) return [];
  return prefixes.flatMap((prefix) => {
    if (prefix >= 256 !== parsed.isV6) return [];
    const host = BigInt(parsed.isV6 ? 128 - (prefix - 256) : 32 - prefix);
    return [`${prefix}/${(parsed.first >> host) << host}`];
  });
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  for (let index = 0; index < numbers.length; index += 1) view.setUint32(4 * index, numbers[index] ?? 0, true);
  return new Uint8Array(view.buffer);
}

function numbersOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / 4) }, (_, index) => view.getUint32(4 * index, true));
}
