import { hash } from 'node:crypto';

/** Length of keys in bytes. */
export const xofKeyBytes = 32;

/**
 * A keyed extendable-output function (XOF), for MACs and key streams of short messages: SHAKE128 (FIPS 202, 6.2) over a
 * key of fixed length and the message. Not reentrant: the message is in a shared buffer.
 *
 * The output of a sponge does not reveal its state, so a key in front of the message makes it a pseudo-random function,
 * without the second hash of HMAC ("On the security of the keyed sponge construction", Bertoni et al. 2011; KMAC, SP
 * 800-185, is the same with padding around the key). Without the key, finding any bit of the output takes 2^128
 * operations, whatever the other bits are: parts of one output are as independent as outputs for different messages.
 */
export interface KeyedXof {
  /** Buffer for a message of at least `length` bytes. Replaces the one of an earlier call. */
  message(length: number): Buffer;
  /** The first `outputBytes` of output for the first `length` bytes of the message, as base64url. */
  text(length: number, outputBytes: number): string;
  /** XORs the bytes of `target` from `start` to `end` with the output for the first `length` bytes of the message. */
  mask(length: number, target: Buffer, start: number, end: number): void;
}

/** Creates the function for a key. Throws a RangeError if its length is not xofKeyBytes. */
export function createKeyedXof(key: Buffer): KeyedXof {
  if (key.length !== xofKeyBytes) throw new RangeError(`not a key of ${xofKeyBytes} bytes`);
  let input = Buffer.from(key);
  let message = input.subarray(xofKeyBytes);
  const output = (length: number, outputLength: number, outputEncoding: 'base64url' | 'binary') =>
    hash('shake128', input.subarray(0, xofKeyBytes + length), { outputEncoding, outputLength });
  return {
    message(length) {
      if (length > message.length) {
        input = Buffer.concat([key, Buffer.alloc(2 * length)]);
        message = input.subarray(xofKeyBytes);
      }
      return message;
    },
    text: (length, outputBytes) => output(length, outputBytes, 'base64url'),
    mask(length, target, start, end) {
      const stream = output(length, end - start, 'binary');
      for (let index = start; index < end; index += 1) {
        target[index] = (target[index] ?? 0) ^ stream.charCodeAt(index - start);
      }
    },
  };
}
