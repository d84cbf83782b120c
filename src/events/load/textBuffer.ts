/** Text that grows in bytes at once: many lines without a string for each to be kept and joined. */
export interface TextBuffer {
  add(text: string): void;
  readonly bytes: number;
  /** The bytes so far; valid until the next clear. */
  take(): Buffer;
  clear(): void;
}

/** An empty text. */
export function createTextBuffer(initialBytes = 1024 * 1024): TextBuffer {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let used = 0;
  return {
    add(text) {
      const most = used + text.length * 3;
      if (most > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(most, buffer.length * 2));
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
