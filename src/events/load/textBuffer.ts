/** Text that is encoded as it grows: many lines without a string for each. */
export interface TextBuffer {
  add(text: string): void;
  readonly bytes: number;
  /** The bytes so far; valid until the next clear. */
  take(): Buffer;
  clear(): void;
}

/** Creates an empty buffer. */
export function createTextBuffer(initialBytes = 1024 * 1024): TextBuffer {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let used = 0;
  return {
    add(text) {
      const maxUsed = used + text.length * 3;
      if (maxUsed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(maxUsed, buffer.length * 2));
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
      }
      used += buffer.write(text, used, 'utf8');
    },
    get bytes() {
      return used;
    },
    take: () => buffer.subarray(0, used),
    clear() {
      used = 0;
    },
  };
}
