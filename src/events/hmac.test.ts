import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHmac512 } from './hmac.ts';

test('the digest is that of node:crypto for any key and message', () => {
  for (let length = 0; length < 400; length += 7) {
    const key = randomBytes(length % 129);
    const message = randomBytes(length);
    const hmac = createHmac512(key, 400);
    message.copy(hmac.message);
    const expected = createHmac('sha512', key).update(message);
    expect(Buffer.from(hmac.digest(length, 'binary'), 'latin1')).toEqual(expected.digest());
  }
});
