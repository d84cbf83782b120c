import { expect, test } from 'vitest';
import { createSigningKey, type PublicSigningKey } from '#runtime/jwt/createSigningKey.ts';
import { decodeJwt, type Jwt } from '#runtime/jwt/decodeJwt.ts';
import { createIssuerVerification } from './issuerVerification.ts';

const [own, second, third] = ['ab', 'cd', 'ef'].map((byte) => createSigningKey(byte.repeat(32), 'a test'));
const token = own?.sign({}) ?? '';
const { kid: _kid, ...withoutKid } = decodeJwt(token)?.header ?? {};

/** Our token, decoded; `header` replaces that which was read. */
function jwtOf(header?: object): Jwt {
  const jwt = decodeJwt(token);
  if (!jwt) throw new Error('not a token');
  return header ? { ...jwt, header: { ...header } } : jwt;
}

function verificationWith(keys: readonly object[]) {
  const file = {
    endpoint: null,
    identifiers: [],
    keys: null,
    jwksUri: null,
    elsewhere: null,
    pollFrequency: null,
    needsScript: false,
  };
  return createIssuerVerification({ read: async () => ({ ok: true, participant: { file, keys: [...keys] } }) });
}

const publicKeys = [second, third, own].flatMap((key) => (key ? [key.publicKey] : []));
const bare = publicKeys.map(({ kid: _of, ...key }: PublicSigningKey) => key);
const rsa = { kty: 'RSA', n: 'AQAB', e: 'AQAB' };

test.each([
  ['with a kid, with the key that it names, wherever that is', jwtOf(), [...bare.slice(0, 2), ...publicKeys], null],
  ['without a kid, with two keys', jwtOf(withoutKid), publicKeys.slice(1), null],
  ['without a kid, with no more than two', jwtOf(withoutKid), publicKeys, 'invalid_token_signature'],
  ['without a kid, with two of its algorithm', jwtOf(withoutKid), [rsa, rsa, rsa, ...publicKeys.slice(1)], null],
])('a token is verified %s', async (_title, jwt, keys, fault) => {
  expect(await verificationWith(keys)('a.example', jwt)).toBe(fault);
});

test('verifications at a time are limited, of an issuer and of all', async () => {
  const verify = verificationWith(publicKeys);
  const ofOne = await Promise.all(Array.from({ length: 9 }, () => verify('a.example', jwtOf())));
  expect(ofOne).toEqual([...Array.from({ length: 8 }, () => null), 'busy']);
  const ofMany = await Promise.all(Array.from({ length: 33 }, (_each, index) => verify(`a${index}.example`, jwtOf())));
  expect(ofMany).toEqual([...Array.from({ length: 32 }, () => null), 'busy']);
  expect(await verify('a.example', jwtOf())).toBeNull();
});
