/** A read position. After reading past the end, only `at` shows it. */
export interface Cursor {
  bytes: Buffer;
  at: number;
}

/**
 * Writes little-endian groups of seven bits and returns their end. Throws a RangeError unless `value` is a non-negative
 * safe integer.
 */
export function writeVarint(target: Buffer, start: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole amount: ${value}`);
  let at = start;
  let remaining = value;
  while (remaining > 127) {
    target[at++] = (remaining % 128) | 128;
    remaining = Math.floor(remaining / 128);
  }
  target[at++] = remaining;
  return at;
}

/** Reads the output of writeVarint. */
export function readVarint(cursor: Cursor): number {
  let value = 0;
  let scale = 1;
  for (let length = 0; length < 8; length++) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
  return value;
}
