import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedXof, xofKeyBytes } from './keyedXof.ts';

/** The construction, written out: SHAKE128(key, message). */
function plainOutput(key: Buffer, message: Buffer, outputLength: number): Buffer {
  return createHash('shake128', { outputLength }).update(key).update(message).digest();
}

test('texts and masks match the construction for any message, whatever came before', () => {
  const key = randomBytes(xofKeyBytes);
  const xof = createKeyedXof(key);
  for (const length of [0, 1, 12, 135, 136, 137, 1000, 5000, 12]) {
    const message = randomBytes(length);
    message.copy(xof.message(length));
    for (const outputBytes of [1, 165, 168, 169, 700]) {
      const expected = plainOutput(key, message, outputBytes);
      expect(xof.text(length, outputBytes)).toBe(expected.toString('base64url'));
      const target = Buffer.alloc(outputBytes + 20, 0x55);
      xof.mask(length, target, 10, outputBytes + 10);
      expect(target.subarray(10, -10)).toEqual(Buffer.from(expected.map((byte) => byte ^ 0x55)));
      expect([...target.subarray(0, 10), ...target.subarray(-10)]).toEqual(Array.from({ length: 20 }, () => 0x55));
    }
  }
});

test('SHAKE128 is the function of the standard', () => {
  // FIPS 202, and the first output bytes of NIST's example for the empty message.
  expect(plainOutput(Buffer.alloc(0), Buffer.alloc(0), 16).toString('hex')).toBe('7f9c2ba4e88f827d616045507605853e');
});

test('a key of another length is rejected', () => {
  for (const length of [0, 16, 31, 33, 64]) expect(() => createKeyedXof(Buffer.alloc(length))).toThrow(RangeError);
});
