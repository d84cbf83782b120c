import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codingFor, compress } from './contentCoding.ts';

test.each<[string | undefined, 'br' | 'gzip' | null]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0, gzip ; q = 0.1', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=2', null],
  ['gzip;q=', null],
  ['notgzip', null],
  ['my-br', null],
])('RFC 9110, 12.5.3: %j prefers %s', (header, coding) => {
  expect(codingFor({ headers: header === undefined ? {} : { 'accept-encoding': header } })).toBe(coding);
});

test('what is compressed can be decompressed', () => {
  const body = Buffer.from('<VAST version="4.2"/>'.repeat(1000));
  expect(brotliDecompressSync(compress(body, 'br')).equals(body)).toBe(true);
  expect(gunzipSync(compress(body, 'gzip')).equals(body)).toBe(true);
});
