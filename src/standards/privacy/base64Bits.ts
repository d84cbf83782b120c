const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const sextets = new Uint8Array(128);
for (let index = 0; index < alphabet.length; index += 1) sextets[alphabet.charCodeAt(index)] = index;

/**
 * The bits of a base64url text, read in place without decoding it all, so that a long text costs no more than its
 * length.
 */
export class Base64Bits {
  readonly #text: string;
  /** Number of bits. */
  readonly length: number;

  /** `text` must be base64url: see bitsOf. */
  constructor(text: string) {
    this.#text = text;
    this.length = text.length * 6;
  }

  /** The number in `count` bits, the highest first. Bits past the end are 0. */
  read(index: number, count: number): number {
    let value = 0;
    let at = index;
    const end = index + count;
    while (at < end) {
      const offset = at % 6;
      const take = Math.min(6 - offset, end - at);
      const sextet = at < this.length ? (sextets[this.#text.charCodeAt((at - offset) / 6)] ?? 0) : 0;
      value = value * (1 << take) + ((sextet >> (6 - offset - take)) & ((1 << take) - 1));
      at += take;
    }
    return value;
  }

  has(index: number): boolean {
    return this.read(index, 1) === 1;
  }
}

/** The bits of a text; null when it is not base64url. */
export function bitsOf(text: string): Base64Bits | null {
  return /^[\w-]+$/.test(text) ? new Base64Bits(text) : null;
}
