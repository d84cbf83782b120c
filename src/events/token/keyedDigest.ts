import { hash } from 'node:crypto';

const blockBytes = 128;
const digestBytes = 64;

/** Keyed digests of short messages under one key. Not reentrant: the message is in a shared buffer. */
export interface KeyedDigest {
  /** Buffer for the message to digest. */
  message: Buffer;
  /** Digest number `counter` (0 to 255) of the first `length` bytes of the message, as base64url of 64 bytes. */
  digest(length: number, counter: number): string;
  /** The first `count` digests of the message. Their common part is computed once. */
  first(count: number, length: number): string[];
}

/**
 * HMAC-SHA512 (RFC 2104) with a counter byte after the inner digest, which gives as many independent digests of one
 * message as needed: the outer hash is a pseudo-random function of the inner digest and the counter. The padded key is
 * precomputed, and the hashes are one-shot and return text, which takes a fifth of the time of an Hmac object each.
 * Throws a RangeError when the key is longer than 128 bytes.
 */
export function createKeyedDigest(key: Buffer, maxMessageBytes: number): KeyedDigest {
  if (key.length > blockBytes) throw new RangeError('the key is longer than a block');
  const inner = Buffer.alloc(blockBytes + maxMessageBytes);
  const outer = Buffer.alloc(blockBytes + digestBytes + 1);
  for (let index = 0; index < blockBytes; index += 1) {
    const byte = key[index] ?? 0;
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  const digestInner = (length: number) => {
    outer.write(hash('sha512', inner.subarray(0, blockBytes + length), 'binary'), blockBytes, 'latin1');
  };
  const digestOuter = (counter: number) => {
    outer[blockBytes + digestBytes] = counter;
    return hash('sha512', outer, 'base64url');
  };
  return {
    message: inner.subarray(blockBytes),
    digest(length, counter) {
      digestInner(length);
      return digestOuter(counter);
    },
    first(count, length) {
      digestInner(length);
      return Array.from({ length: count }, (_, counter) => digestOuter(counter));
    },
  };
}
