import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxRequestBytes, readBody } from './readBody.ts';

/** A message whose body the test writes. */
function openMessage({ headers = {}, url = '/' }: { headers?: Record<string, string>; url?: string } = {}) {
  const body = new PassThrough();
  return { body, read: readBody(Object.assign(body, { headers, url }) as unknown as IncomingMessage) };
}

test('a body is complete however it is split, even within a character', async () => {
  const { body, read } = openMessage();
  const bytes = Buffer.from('{"a":"ü"}');
  for (const byte of bytes) body.write(Buffer.of(byte));
  body.end();
  expect(await read).toEqual({ ok: true, text: '{"a":"ü"}' });
});

test('an empty body is an empty text', async () => {
  const { body, read } = openMessage();
  body.end();
  expect(await read).toEqual({ ok: true, text: '' });
});

test.each([
  ['its header', { headers: { 'content-encoding': 'GZIP' } }],
  ['a parameter', { url: '/openrtb2/auction?gzip=1' }],
])('a body that %s declares as compressed is decompressed', async (_description, from) => {
  const { body, read } = openMessage(from);
  body.end(gzipSync('{}'));
  expect(await read).toEqual({ ok: true, text: '{}' });
});

test.each([undefined, new Error('reset')])('a body that ends early is reported as incomplete (%s)', async (error) => {
  const { body, read } = openMessage();
  body.write('{"a":');
  body.destroy(error);
  expect(await read).toMatchObject({ ok: false, status: 400, code: 'aborted' });
});

test('a body slightly over the limit is read to its end', async () => {
  const { body, read } = openMessage();
  body.end(Buffer.alloc(maxRequestBytes + 1));
  expect(await read).toMatchObject({ ok: false, status: 413 });
  expect(body.readableEnded).toBe(true);
});

test('a body far over the limit is cut off', async () => {
  const { body, read } = openMessage();
  for (let piece = 0; piece < 9; piece += 1) body.write(Buffer.alloc(maxRequestBytes));
  expect(await read).toMatchObject({ ok: false, status: 413 });
  expect(body.destroyed).toBe(true);
});

test('a small body that decompresses to more than the limit is refused', async () => {
  const { body, read } = openMessage({ headers: { 'content-encoding': 'gzip' } });
  body.end(gzipSync(Buffer.alloc(64 * maxRequestBytes)));
  expect(await read).toMatchObject({ ok: false, status: 413 });
});
