/** Where in bytes is read. One that ran past the end tells by its place alone. */
export interface Cursor {
  bytes: Buffer;
  at: number;
}

/** Writes little-endian groups of seven bits and returns where they end. Throws a RangeError on what is no safe whole number. */
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

/** What writeVarint wrote. */
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
