import { describe, expect, test } from 'vitest';
import { readOriginClaims, readRequestClaims, versionOf } from './deletionClaims.ts';

const id = '3f2b8c1d-6a5e-4f70-9b21-0c4d8e7a1b36';
const subject = { identifierType: 'idfa', identifierFormat: 'plaintext', identifierValue: id };
const token = { version: '2.0', jti: 'r1', iss: 'Vendor.example', iat: 1_693_459_424 };
const request2 = { ...token, orJWT: 'a.b.c', ...subject };
const request1 = { ...token, version: '1.0', idJWT: 'a.b.c', sub: subject };
const identifier = { type: 'idfa', format: 'plaintext', value: id };

describe('Deletion Request Data', () => {
  test('2.0, rqJWT: the identifier is in claims of its own', () => {
    expect(readRequestClaims(request2)).toEqual({
      ok: true,
      claims: {
        version: '2.0',
        jti: 'r1',
        iss: 'vendor.example',
        iat: 1_693_459_424,
        originToken: 'a.b.c',
        identifier,
      },
    });
  });

  test('1.0, rqJWT: the identifier is the subject, as an object or as its text', () => {
    const read = { ok: true, claims: { version: '1.0', originToken: 'a.b.c', identifier } };
    expect(readRequestClaims(request1)).toMatchObject(read);
    expect(readRequestClaims({ ...request1, sub: JSON.stringify(subject) })).toMatchObject(read);
    expect(versionOf(request1)).toBe('1.0');
  });

  test.each([
    ['version', undefined],
    ['jti', ''],
    ['jti', 'x'.repeat(257)],
    ['jti', 'r\0'],
    ['jti', 'r\ud800'],
    ['iss', 5],
    ['iss', 'vendor.example\n'],
    ['iat', undefined],
    ['orJWT', undefined],
    ['identifierType', undefined],
    ['identifierFormat', 1],
    ['identifierType', 'idfa\0'],
    ['identifierValue', ''],
    ['aud', [1]],
  ])('a request with the claim %s as %j is malformed', (name, value) => {
    expect(readRequestClaims({ ...request2, [name]: value })).toEqual({ ok: false, fault: 'malformed' });
  });

  test.each(['99', '3.0', '0.9', '2.0.1', 'x'])('version: %j is refused', (version) => {
    expect(readRequestClaims({ ...request2, version })).toEqual({ ok: false, fault: 'invalid_token' });
    expect(readOriginClaims({ ...token, version }, '2.0')).toEqual({ ok: false, fault: 'invalid_token' });
  });

  test.each(['1.0', '1.1', '2', '2.0', '2.1'])('version: %j is one of 1.x or 2.x', (version) => {
    expect(readRequestClaims({ ...request2, version })).toMatchObject({ ok: true });
  });

  test.each(['rqJWT', 'acJWT', 'raResultCode', 'orJWT', 'idJWT'])(
    'a token with %s is no token of the 1st party',
    (name) => {
      const claims = { ...token, sub: subject, [name]: 0 };
      expect(readOriginClaims(claims, '2.0')).toEqual({ ok: false, fault: 'invalid_token' });
      expect(readOriginClaims(claims, '1.0')).toEqual({ ok: false, fault: 'invalid_token' });
    },
  );

  test.each([null, 'x', 0, -1, 1.5, '1693459424', 1e300])('2.0, 13203: %j is no timestamp', (iat) => {
    expect(readRequestClaims({ ...request2, iat })).toEqual({ ok: false, fault: 'invalid_token_timestamp' });
  });

  test('1.0, idJWT: it names an identifier; 2.0, orJWT: it does not have to', () => {
    expect(readOriginClaims(token, '1.0')).toEqual({ ok: false, fault: 'malformed' });
    expect(readOriginClaims({ ...token, sub: subject }, '1.0')).toMatchObject({ ok: true, claims: { jti: 'r1' } });
    expect(readOriginClaims(token, '2.0')).toMatchObject({ ok: true, claims: { iss: 'vendor.example' } });
  });
});
