import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCompression } from './registerCompression.ts';

/** All pairs of printable characters that form a zlib header. */
const zlibHeaders = Array.from({ length: 95 * 95 }, (_, at) =>
  String.fromCharCode(32 + Math.floor(at / 95), 32 + (at % 95)),
).filter((pair) => (pair.charCodeAt(0) & 15) === 8 && (pair.charCodeAt(0) * 256 + pair.charCodeAt(1)) % 31 === 0);

let app: FastifyInstance;
let lines: string[] = [];
let isStreamClosed = false;

async function* linesOf() {
  try {
    for (const line of lines) yield line;
  } finally {
    isStreamClosed = true;
  }
}

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  await registerCompression(app);
  app.get('/text', (_request, reply) => reply.type('text/plain; charset=utf-8').send(lines.join('')));
  app.get('/stream', (_request, reply) => reply.type('text/plain; charset=utf-8').send(Readable.from(linesOf())));
});
afterAll(() => app.close());

async function read(path: string) {
  const { statusCode, headers, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } });
  expect(statusCode).toBe(200);
  const isCompressed = headers['content-encoding'] === 'gzip';
  return { isCompressed, text: (isCompressed ? gunzipSync(rawPayload) : rawPayload).toString() };
}

test.each(['/text', '/stream'])('%s is sent compressed', async (path) => {
  lines = ['a line of text\n', 'and many more\n'.repeat(1000)];
  expect(await read(path)).toEqual({ isCompressed: true, text: lines.join('') });
});

test.each(['/text', '/stream'])('%s that starts like compressed data is sent unchanged', async (path) => {
  expect(zlibHeaders).toEqual(expect.arrayContaining(['80', 'hb']));
  for (const header of zlibHeaders) {
    lines = [`${header}.example.com\n`, 'more.example.com\n'.repeat(100)];
    expect(await read(path), header).toEqual({ isCompressed: false, text: lines.join('') });
  }
});

test('an empty stream is an empty response', async () => {
  lines = [];
  expect(await read('/stream')).toEqual({ isCompressed: false, text: '' });
});

test('a stream ends when its reader disconnects', async () => {
  lines = Array.from({ length: 10_000 }, () => 'x'.repeat(10_000));
  isStreamClosed = false;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const response = await fetch(`${address}/stream`, {
    signal: leaving.signal,
    headers: { 'accept-encoding': 'identity' },
  });
  await response.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => isStreamClosed).toBe(true);
});
