/**
 * Events of serves as PostgreSQL stores them: 18 bytes each. Hour of serving (u32, its upper bit marks backfilled hits),
 * serve ID (12 bytes), events as bits (u16, `bitOf`).
 */
export interface HitEntry {
  hour: number;
  isBackfilled: boolean;
  /** 12 bytes, a view. */
  serveId: Buffer;
  bits: number;
}

const entryBytes = 18;
const backfilledFlag = 0x8000_0000;

/** Encodes entries. */
export function encodeEntries(entries: readonly HitEntry[]): Buffer {
  const bytes = Buffer.allocUnsafe(entries.length * entryBytes);
  for (const [index, { hour, isBackfilled, serveId, bits }] of entries.entries()) {
    const at = index * entryBytes;
    bytes.writeUInt32LE(isBackfilled ? hour + backfilledFlag : hour, at);
    serveId.copy(bytes, at + 4);
    bytes.writeUInt16LE(bits, at + 16);
  }
  return bytes;
}

/** Decodes entries. Throws a RangeError if the bytes end within one. */
export function* decodeEntries(bytes: Buffer): Generator<HitEntry> {
  for (let at = 0; at < bytes.length; at += entryBytes) {
    const head = bytes.readUInt32LE(at);
    yield {
      hour: head >= backfilledFlag ? head - backfilledFlag : head,
      isBackfilled: head >= backfilledFlag,
      serveId: bytes.subarray(at + 4, at + 16),
      bits: bytes.readUInt16LE(at + 16),
    };
  }
}

/** Encodes which events of each entry count: u16 each, in the order of the entries. */
export function encodeCounted(bits: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(bits.length * 2);
  for (const [index, each] of bits.entries()) bytes.writeUInt16LE(each, index * 2);
  return bytes;
}

/** The events that count of the entry number `index`. */
export function countedAt(counted: Buffer, index: number): number {
  return counted.readUInt16LE(index * 2);
}
