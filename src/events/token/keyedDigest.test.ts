import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedDigest } from './keyedDigest.ts';

/** The construction, written out: H(key ⊕ opad, H(key ⊕ ipad, message), counter). */
function plainDigest(key: Buffer, message: Buffer, counter: number): string {
  const padded = Buffer.concat([key, Buffer.alloc(128 - key.length)]);
  const pad = (byte: number) => padded.map((each) => each ^ byte);
  const inner = createHash('sha512').update(pad(0x36)).update(message).digest();
  return createHash('sha512').update(pad(0x5c)).update(inner).update(Buffer.of(counter)).digest('base64url');
}

test('the digests match the construction for any key and message', () => {
  for (let length = 0; length < 400; length += 7) {
    const key = randomBytes(length % 129);
    const message = randomBytes(length);
    const keyed = createKeyedDigest(key, 400);
    message.copy(keyed.message);
    const expected = [0, 1, 2].map((counter) => plainDigest(key, message, counter));
    expect(keyed.first(3, length)).toEqual(expected);
    expect([0, 1, 2].map((counter) => keyed.digest(length, counter))).toEqual(expected);
  }
});
