import { crc32 } from 'node:zlib';

/** A frame is length (u32, little-endian), CRC-32 of the payload (u32), payload (UTF-8 text). */
const headBytes = 8;
/** Maximum payload of a frame. Records are far smaller, so a larger length means damage. */
const maxPayloadBytes = 16 * 1024 * 1024;

/** Frames that wait to be written, contiguous in reused memory. */
export interface FrameBatch {
  add(text: string): void;
  /** The frames added since the last clear; valid until the next add. */
  bytes(): Buffer;
  clear(): void;
}

/** Creates an empty batch. */
export function createFrameBatch(initialBytes = 64 * 1024): FrameBatch {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let used = 0;
  return {
    add(text) {
      const maxUsed = used + headBytes + text.length * 3;
      if (maxUsed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(maxUsed, buffer.length * 2));
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
      // One huge turn must not hold its memory permanently.
      if (buffer.length > 16 * initialBytes) buffer = Buffer.allocUnsafe(initialBytes);
    },
  };
}

/** Yields the payloads of the intact frames at the start of `bytes`. Returns the offset after the last of them. */
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

/** Length of the intact frames at the start of `bytes`. */
export function intactLength(bytes: Buffer): number {
  const frames = readFrames(bytes);
  let next = frames.next();
  while (!next.done) next = frames.next();
  return next.value;
}
