import { randomFillSync } from 'node:crypto';

/** Where a value is stored. */
export interface CachePlace {
  /** Number of the ad-serving process, 0 to 255. */
  slot: number;
  /** Number of the file, below 2^24: the period in which its values expire. */
  period: number;
  /** Number of the first block of the value in the file, below 2^28. */
  block: number;
}

/** Bytes that cannot be guessed. The value starts with them, so that a place alone finds nothing. */
export const secretBytes = 8;

const form = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Creates the ID of a value at a place, with its secret: a UUID of version 8 (RFC 9562, 5.8). */
export function newCacheId({ slot, period, block }: CachePlace): { id: string; secret: Buffer } {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(slot * 2 ** 24 + period, 0);
  bytes.writeUInt16BE(block >>> 12, 4);
  bytes.writeUInt16BE(0x8000 | (block & 0xfff), 6);
  const secret = randomFillSync(bytes.subarray(8));
  secret.writeUInt8(0x80 | (secret.readUInt8() & 0x3f));
  const hex = bytes.toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { id, secret };
}

/** The place and secret in an ID; null for any other text. */
export function readCacheId(id: string): { place: CachePlace; secret: Buffer } | null {
  if (!form.test(id)) return null;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const head = bytes.readUInt32BE(0);
  const block = bytes.readUInt16BE(4) * 2 ** 12 + (bytes.readUInt16BE(6) & 0xfff);
  return { place: { slot: head >>> 24, period: head & 0xffffff, block }, secret: bytes.subarray(8) };
}
