import { expect, test } from 'vitest';
import { buildDsrdelete, buildJwks, readDsrdelete, readJwks } from './dsrdelete.ts';
import { timeFault } from './timeFault.ts';
import { tokenInBody } from './tokenInBody.ts';

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k1' };

test('Discovery, 1.0: keys are in the file', () => {
  const file = {
    endpoint: 'https://www.publisher1.com/api/delete/',
    identifiers: [
      { id: 1, type: 'email', format: 'sha256' },
      { id: 2, type: 'idfa', format: 'hash' },
    ],
    publicKey: [key],
    vendorScriptRequirement: true,
    vendorScript: '...',
  };
  expect(readDsrdelete(JSON.stringify(file))).toEqual({
    endpoint: file.endpoint,
    identifiers: file.identifiers,
    keys: [key],
    jwksUri: null,
    elsewhere: null,
    pollFrequency: null,
    needsScript: true,
  });
});

test('Discovery, 2.0: keys are where jwksUri says, and frequencies are texts too', () => {
  const jwksUri = 'https://example.com/.well-known/iabtl/jwks.json';
  const file = { endpoint: 'https://example.com/d', pollFrequency: '259200', identifiers: [], jwksUri };
  expect(readDsrdelete(JSON.stringify(file))).toMatchObject({ jwksUri, pollFrequency: 259_200, keys: null });
  expect(readJwks(JSON.stringify({ pollFrequency: 604_800, keys: [key, 5] }))).toEqual({
    pollFrequency: 604_800,
    keys: [key],
  });
});

test('Discovery: our files are read as those of a participant of either version', () => {
  const jwksUri = 'https://ads.example/jwks.json';
  const file = readDsrdelete(JSON.stringify(buildDsrdelete('https://ads.example/data-deletion', jwksUri, [key])));
  expect(file).toMatchObject({
    endpoint: 'https://ads.example/data-deletion',
    jwksUri,
    keys: [key],
    needsScript: false,
  });
  expect(file?.identifiers).toContainEqual({ id: 4, type: 'idfa', format: 'plaintext' });
  expect(readJwks(JSON.stringify(buildJwks([key])))).toEqual({ pollFrequency: 86_400, keys: [key] });
});

test.each(['', 'null', '[]', '"text"', '{'])('Discovery: %j is not a file', (text) => {
  expect(readDsrdelete(text)).toBeNull();
  expect(readJwks(text)).toBeNull();
});

test('Discovery: what is malformed or not https is ignored', () => {
  const text = JSON.stringify({
    endpoint: 'http://plain.example/d',
    jwksUri: 'file:///etc/passwd',
    dsrdeleteJsonUri: 5,
    identifiers: [null, { type: 'idfa' }, { type: 'idfa', format: 'plaintext' }],
    publicKey: 'key',
    pollFrequency: -1,
  });
  expect(readDsrdelete(text)).toEqual({
    endpoint: null,
    identifiers: [{ id: 0, type: 'idfa', format: 'plaintext' }],
    keys: null,
    jwksUri: null,
    elsewhere: null,
    pollFrequency: null,
    needsScript: false,
  });
  expect(readJwks('{"keys":{}}')).toBeNull();
});

const now = 1_800_000_000;
const dayS = 86_400;

test.each([
  ['rq', { iat: now }, null],
  ['rq', { iat: now + 300 }, null],
  ['rq', { iat: now + 301 }, 'invalid_token_timestamp_future'],
  ['or', { iat: now + 301 }, 'invalid_token_timestamp_future'],
  ['rq', { iat: now, nbf: now + 301 }, 'invalid_token_timestamp_future'],
  ['rq', { iat: now - 30 * dayS }, null],
  ['rq', { iat: now - 30 * dayS - 1 }, 'invalid_token_timestamp'],
  ['or', { iat: now - 90 * dayS }, null],
  ['or', { iat: now - 90 * dayS, exp: now - 301 }, 'invalid_token_timestamp'],
  ['rq', { iat: now - 600, exp: now - 300 }, 'invalid_token_timestamp'],
  ['rq', { iat: now - 600, exp: now - 299 }, null],
] as const)('2.0, 13104, 13204 and RFC 7519, 4.1.4, 4.1.5: times of %s %j', (token, claims, fault) => {
  expect(timeFault(claims, now, token)).toBe(fault);
});

test.each([
  ['a.b.c', 'a.b.c'],
  [' a.b.c\n', 'a.b.c'],
  ['"a.b.c"', 'a.b.c'],
  ['{"rqJWT":"a.b.c"}', 'a.b.c'],
  ['{"acJWT":"a.b.c"}', null],
  ['{"rqJWT":5}', null],
  ['{', null],
  ['', null],
])('Example Deletion Packet: the token in the body %j is %j', (body, token) => {
  expect(tokenInBody(body, 'rqJWT')).toBe(token);
});
