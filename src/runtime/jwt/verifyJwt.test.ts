import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSigningKey } from './createSigningKey.ts';
import { decodeJwt } from './decodeJwt.ts';
import { verifyJwt } from './verifyJwt.ts';

const own = createSigningKey('ab'.repeat(32), 'a test');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function rs256(key: KeyObject, header: object = {}): string {
  const signed = `${encode({ alg: 'RS256', ...header })}.${encode({ iss: 'a.example' })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

async function verified(token: string, key: object): Promise<string> {
  const jwt = decodeJwt(token);
  return jwt ? verifyJwt(jwt, key) : 'not a token';
}

const publicRsa = rsa.publicKey.export({ format: 'jwk' });

describe('a signature', () => {
  test('RFC 7518, 3.4: ES256 is verified with the published key', async () => {
    expect(await verified(own.sign({ iss: 'a.example' }), own.publicKey)).toBe('valid');
  });

  test('RFC 7515, A.3: the example of the standard is valid', async () => {
    const token =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    const key = {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    };
    expect(await verified(token, key)).toBe('valid');
    expect(decodeJwt(token)?.claims['iss']).toBe('joe');
  });

  test('RFC 7518, 3.3: RS256 is verified, with keys from 2,048 bits on', async () => {
    expect(await verified(rs256(rsa.privateKey), publicRsa)).toBe('valid');
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(await verified(rs256(short.privateKey), short.publicKey.export({ format: 'jwk' }))).toBe(
      'invalid_signature',
    );
  });

  test('is not verified with RSA keys that only make it slow: above 4,096 bits, or with an unusual exponent', async () => {
    const token = rs256(rsa.privateKey);
    const modulus = (bits: number) => ({ ...publicRsa, n: Buffer.alloc(bits / 8, 0xff).toString('base64url') });
    expect(await verified(token, modulus(4096))).toBe('invalid_signature');
    expect(await verified(token, modulus(4104))).toBe('alg_mismatch');
    expect(await verified(token, { ...publicRsa, e: '_____w' })).toBe('alg_mismatch');
  });

  test('is computed outside of the event loop, which goes on meanwhile', async () => {
    const steps: string[] = [];
    const verification = verified(own.sign({}), own.publicKey).then((result) => steps.push(result));
    // More turns than the promises of a verification on the event loop would need.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    steps.push('event loop');
    await verification;
    expect(steps).toEqual(['event loop', 'valid']);
  });

  test('of changed claims, another key or another algorithm is refused', async () => {
    const token = own.sign({ iss: 'a.example' });
    const [head = '', , signature = ''] = token.split('.');
    expect(await verified(`${head}.${encode({ iss: 'b.example' })}.${signature}`, own.publicKey)).toBe(
      'invalid_signature',
    );
    expect(await verified(createSigningKey('cd'.repeat(32), 'a test').sign({}), own.publicKey)).toBe(
      'invalid_signature',
    );
    expect(await verified(createSigningKey('ab'.repeat(32), 'another').sign({}), own.publicKey)).toBe(
      'invalid_signature',
    );
    expect(await verified(rs256(rsa.privateKey), own.publicKey)).toBe('alg_mismatch');
    expect(await verified(token, { ...own.publicKey, alg: 'RS256' })).toBe('alg_mismatch');
    expect(await verified(token, { ...own.publicKey, use: 'enc' })).toBe('invalid_signature');
  });

  test('RFC 8725, 3.1: none and HMAC with a public key are refused', async () => {
    const none = `${encode({ alg: 'none' })}.${encode({})}.AA`;
    expect(await verified(none, own.publicKey)).toBe('alg_mismatch');
    const signed = `${encode({ alg: 'HS256' })}.${encode({})}`;
    const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' });
    const mac = createHmac('sha256', pem).update(signed).digest('base64url');
    expect(await verified(`${signed}.${mac}`, publicRsa)).toBe('alg_mismatch');
    expect(await verified(`${encode({ alg: 'constructor' })}.${encode({})}.AA`, own.publicKey)).toBe('alg_mismatch');
  });

  test('RFC 7515, 4.1.11: a token with critical parameters is refused', async () => {
    expect(await verified(rs256(rsa.privateKey, { crit: ['b64'], b64: false }), publicRsa)).toBe('invalid_signature');
  });

  test('with a malformed key is refused', async () => {
    const { x } = own.publicKey;
    expect(await verified(own.sign({}), { ...own.publicKey, y: x })).toBe('invalid_signature');
    expect(await verified(rs256(rsa.privateKey), { ...publicRsa, e: 'A'.repeat(300) })).toBe('alg_mismatch');
    expect(await verified(rs256(rsa.privateKey), {})).toBe('alg_mismatch');
    const [head = '', body = ''] = own.sign({}).split('.');
    expect(await verified(`${head}.${body}.AA`, own.publicKey)).toBe('invalid_signature');
  });
});

describe('a text that is no JWT is not decoded', () => {
  test.each([
    '',
    'a.b',
    'a.b.c.d',
    `${encode({})}.${encode({})}.`,
    `${encode([])}.${encode({})}.AA`,
    `${encode({})}.${Buffer.from('null').toString('base64url')}.AA`,
    `${encode({})}.${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}.AA`,
    `${encode({})}.${encode({})}.A+A`,
  ])('%j', (text) => {
    expect(decodeJwt(text)).toBeNull();
  });
});

test('RFC 7638: the ID of a key is its thumbprint, and the key depends on nothing but secret and use', () => {
  expect(createSigningKey('ab'.repeat(32), 'a test').publicKey).toEqual(own.publicKey);
  expect(own.publicKey.kid).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(own.publicKey)).not.toContain('"d"');
});
