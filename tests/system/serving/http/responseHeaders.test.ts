import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersOf, httpsOnly } from '#runtime/headers/headersOf.ts';
import { responseHeaders, type ResponseKind } from '#runtime/headers/responseHeaders.ts';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { governedHeaders } from '#tests/support/headers/governedHeaders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel();
const consoleOrigin = 'https://console.example';
const file = { plain: Buffer.from('x'), brotli: Buffer.from('x'), gzip: Buffer.from('x'), etag: 'abc' };
const digest = 'a'.repeat(64);
const stored: Record<string, string> = {
  [`${digest}.mp4`]: 'video',
  [`${digest}.svg`]: '<svg/>',
  [digest]: JSON.stringify({ files: { 'index.html': `${digest}.html` } }),
  [`${digest}.html`]: '<!doctype html>',
};

let serving: TestServing;
let isLoaded = true;

beforeAll(async () => {
  serving = await startTestServing({
    env: { CONSOLE_URL: consoleOrigin },
    isSnapshotLoaded: () => isLoaded,
    adtag: { script: file, frame: file, preview: file },
    bidCache: {
      put: async () => null,
      get: async (id) => (id === 'known' ? { type: 'xml', text: '<VAST/>' } : null),
      close: async () => undefined,
    },
    files: {
      stat: async (name) => (stored[name] === undefined ? null : { bytes: stored[name].length, putAt: 0 }),
      read: async (name) => Readable.from([Buffer.from(stored[name] ?? '')]),
      close: async () => undefined,
    },
  });
  serving.useTags([buildTag({ url: 'https://partner.example/vast' })]);
});
afterAll(() => serving?.close());

const cases: readonly [ResponseKind, string, string, number, Record<string, string>?][] = [
  ['ad', 'GET', '/', 200],
  ['ad', 'GET', '/healthz', 200],
  ['ad', 'GET', '/readyz', 200],
  ['ad', 'HEAD', `/vast/${channel.uid}`, 200],
  ['ad', 'GET', '/vast/none', 200],
  ['ad', 'OPTIONS', `/vast/${channel.uid}`, 204],
  ['ad', 'GET', '/e/impression/forged', 200],
  ['ad', 'POST', '/e/impression/forged', 204],
  ['ad', 'POST', '/openrtb2/auction', 400],
  ['ad', 'POST', `/rtb/${channel.uid}`, 400],
  ['ad', 'GET', '/cache', 400],
  ['ad', 'GET', '/cache?uuid=none', 404],
  ['ad', 'GET', '/nowhere', 404],
  ['ad', 'DELETE', '/', 405],
  ['ad', 'GET', `/media/${'b'.repeat(64)}.mp4`, 404],
  ['ad', 'GET', '/preview/none', 404],
  ['ad', 'GET', '/c/none/none', 404],
  ['ad', 'GET', '/sdk/v1/config?key=none', 404],
  ['ad', 'GET', '/healthz', 431, { 'x-long': 'x'.repeat(17_000) }],
  ['cachedBid', 'GET', '/cache?uuid=known', 200],
  ['script', 'GET', '/adtag.js', 200],
  ['script', 'GET', '/adtag.js', 304, { 'if-none-match': '"abc"', 'accept-encoding': 'identity' }],
  ['script', 'GET', '/adtag/preview.js', 200],
  ['adFrame', 'GET', '/adtag/frame.html', 200],
  ['displayTag', 'GET', `/tag/${channel.uid}.js`, 200],
  ['unknownTag', 'GET', '/tag/none.js', 200],
  ['media', 'GET', `/media/${digest}.mp4`, 200],
  ['media', 'GET', `/media/${digest}.mp4`, 206, { range: 'bytes=0-1' }],
  ['media', 'GET', `/media/${digest}.mp4`, 416, { range: 'bytes=90-91' }],
  ['media', 'GET', `/media/${digest}.mp4`, 304, { 'if-none-match': `"${digest}"` }],
  ['mediaDocument', 'GET', `/media/${digest}.svg`, 200],
  ['publicFile', 'GET', '/sellers.json', 200],
  ['publicFile', 'GET', '/dsrdelete.json', 200],
];

async function expectKind(kind: ResponseKind, path: string, status: number, init: RequestInit = {}): Promise<void> {
  const response = await fetch(`${serving.url}${path}`, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
  expect(governedHeaders(Object.fromEntries(response.headers))).toEqual({
    ...headersOf(kind, { consoleOrigin }),
    [httpsOnly[0]]: httpsOnly[1],
  });
}

describe('response headers of ad serving are those of the table', () => {
  test.each(cases)('%s: %s %s %i', (kind, method, path, status, headers = {}) =>
    expectKind(kind, path, status, { method, headers }),
  );

  test('every kind of the port is asked', () => {
    // The tests of media and of the SDK's configuration have what these need.
    const elsewhere = ['click', 'preview', 'sdkConfig'];
    const asked = new Set<string>([...cases.map(([kind]) => kind), ...elsewhere]);
    const kinds = Object.entries(responseHeaders).flatMap(([kind, { port }]) => (port === 'ads' ? kind : []));
    expect(kinds.filter((kind) => !asked.has(kind))).toEqual([]);
  });

  test('before the first configuration, nothing that depends on it is cached', async () => {
    isLoaded = false;
    await expectKind('ad', '/tag/none.js', 200);
    await expectKind('ad', '/sellers.json', 503);
    isLoaded = true;
  });

  test('input that is not HTTP has them too', async () => {
    const { port } = new URL(serving.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      socket.on('data', (chunk) => (received += String(chunk)));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    const lines = text.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
    expect(governedHeaders(Object.fromEntries(lines.map((line) => line.split(': '))))).toEqual({
      ...headersOf('ad'),
      [httpsOnly[0]]: httpsOnly[1],
    });
  });
});
