import { crc32 } from 'node:zlib';

/** A frame is length (u32, little-endian), CRC-32 of the payload (u32), payload (UTF-8 text). */
const headBytes = 8;
/** A record is far smaller; a larger length can only be damage. */
const maxPayloadBytes = 16 * 1024 * 1024;

/** Frames that wait to be written, one behind the other in memory that is used again and again. */
export interface FrameBatch {
  add(text: string): void;
  /** The frames added since the last clear; valid until the next add. */
  bytes(): Buffer;
  clear(): void;
}

/** An empty batch. */
export function createFrameBatch(initialBytes = 64 * 1024): FrameBatch {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let used = 0;
  return {
    add(text) {
      const most = used + headBytes + text.length * 3;
      if (most > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(most, buffer.length * 2));
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
      }
      const start = used + headBytes;
      const length = buffer.write(text, start, 'utf8');
      buffer.writeUInt32LE(length, used);
      buffer.writeUInt32LE(crc32(buffer.subarray(start, start + length)), used + 4);
      used = start + length;
    },
    bytes: () => buffer.subarray(0, used),
    clear() {
      used = 0;
      // One huge turn must not hold its memory for ever.
      if (buffer.length > 16 * initialBytes) buffer = Buffer.allocUnsafe(initialBytes);
    },
  };
}

/** Payloads of the whole frames at the start of `bytes`; returns the offset behind the last of them. */
export function* readFrames(bytes: Buffer): Generator<string, number> {
  let offset = 0;
  while (offset + headBytes <= bytes.length) {
    const length = bytes.readUInt32LE(offset);
    const start = offset + headBytes;
    if (length === 0 || length > maxPayloadBytes || start + length > bytes.length) break;
    if (crc32(bytes.subarray(start, start + length)) !== bytes.readUInt32LE(offset + 4)) break;
    yield bytes.toString('utf8', start, start + length);
    offset = start + length;
  }
  return offset;
}

/** Length of the whole frames at the start of `bytes`. */
export function intactLength(bytes: Buffer): number {
  const frames = readFrames(bytes);
  let next = frames.next();
  while (!next.done) next = frames.next();
  return next.value;
}
