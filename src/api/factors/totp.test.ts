import { expect, test } from 'vitest';
import { base32, bytesOfBase32 } from './base32.ts';
import { findTotpStep, newTotpSecret, totpCode, totpStep, totpUrl } from './totp.ts';

/** The secret of the test vectors of RFC 6238, appendix B: "12345678901234567890". */
const secret = base32(Buffer.from('12345678901234567890'));

test('base32 is that of RFC 4648, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, encoded] of Object.entries(vectors)) {
    expect(base32(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(bytesOfBase32(encoded)).toString()).toBe(text);
  }
  expect(() => bytesOfBase32('a1')).toThrow('base32');
});

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('codes are those of RFC 6238 (%d s)', (seconds, code) => {
  expect(totpCode(secret, totpStep(new Date(seconds * 1000)))).toBe(code);
});

test('a code is accepted in its step and the ones beside it, with the step', () => {
  const now = new Date(1_111_111_109_000);
  const step = totpStep(now);
  for (const offset of [-1, 0, 1])
    expect(findTotpStep(secret, totpCode(secret, step + offset), now)).toBe(step + offset);
  for (const offset of [-2, 2]) expect(findTotpStep(secret, totpCode(secret, step + offset), now)).toBeNull();
  for (const wrong of ['', '81804', '0081804', 'abcdef', '０８１８０４'])
    expect(findTotpStep(secret, wrong, now)).toBeNull();
});

test('a new secret has 160 bits, and its URL the form that apps read', () => {
  const fresh = newTotpSecret();
  expect(bytesOfBase32(fresh)).toHaveLength(20);
  expect(newTotpSecret()).not.toBe(fresh);
  expect(totpUrl({ secret: 'ABC', login: 'a b@c.example', issuer: 'Bid house' })).toBe(
    'otpauth://totp/Bid%20house:a%20b%40c.example?secret=ABC&issuer=Bid%20house',
  );
});
