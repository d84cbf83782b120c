import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readPrice, type PriceFormat } from './readPrice.ts';

const plain: PriceFormat = { priceMacro: 'plain', encryptionKey: '', integrityKey: '' };
const encrypted: PriceFormat = {
  priceMacro: 'encrypted',
  encryptionKey: 'skU7Ax_NL5pPAFyKdkfZjZz2-VhIN8bjj1rVFOaJ_5o=',
  integrityKey: 'arO23ykdNqUQ5LEoQ0FVmPkBd7xB5CO89PDZlSjpFxo=',
};

test.each([
  ['1.25', 1_250_000],
  ['3', 3_000_000],
  ['0.000001', 1],
  ['2.345678', 2_345_678],
])('a plain CPM of %s is %i nano-USD per impression', (text, price) => {
  expect(readPrice(text, plain)).toBe(price);
});

test.each([undefined, '', '0', '0.0000001', '-1', '1e3', '1,25', 'AUDIT', ' 1', '9'.repeat(20), '1'.repeat(40)])(
  'the plain price %j is rejected',
  (text) => {
    expect(readPrice(text, plain)).toBeUndefined();
  },
);

describe('an encrypted price', () => {
  // From the documentation of the exchanges that write them.
  test.each([
    ['YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCce_6msaw', 100],
    ['YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCAWJRxOgA', 1900],
    ['YWJjMTIzZGVmNDU2Z2hpN7fhCuPemC32prpWWw', 2700],
    ['YWJjMTIzZGVmNDU2Z2hpN7fhCuPemC32prpWWw==', 2700],
  ])('%s is read', (text, price) => {
    expect(readPrice(text, encrypted)).toBe(price);
  });

  test('is rejected when a byte was changed or cut off, or the keys are wrong or missing', () => {
    const text = 'YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCce_6msaw';
    for (let at = 0; at < text.length - 1; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'B' ? 'C' : 'B'}${text.slice(at + 1)}`;
      expect(readPrice(changed, encrypted)).toBeUndefined();
    }
    expect(readPrice(text.slice(1), encrypted)).toBeUndefined();
    expect(readPrice(text, { ...encrypted, integrityKey: encrypted.encryptionKey })).toBeUndefined();
    expect(readPrice(text, { ...encrypted, encryptionKey: '' })).toBeUndefined();
    expect(readPrice('1.25', encrypted)).toBeUndefined();
    expect(readPrice(text, plain)).toBeUndefined();
  });

  test('is rejected when it is larger than any price', () => {
    const iv = Buffer.alloc(16, 7);
    const keyed = (key: string, message: Buffer) =>
      createHmac('sha1', Buffer.from(key, 'base64url')).update(message).digest();
    const price = Buffer.alloc(8, 255);
    const pad = keyed(encrypted.encryptionKey, iv);
    const hidden = Buffer.from(price.map((byte, at) => byte ^ (pad[at] ?? 0)));
    const signature = keyed(encrypted.integrityKey, Buffer.concat([price, iv])).subarray(0, 4);
    expect(readPrice(Buffer.concat([iv, hidden, signature]).toString('base64url'), encrypted)).toBeUndefined();
  });
});
