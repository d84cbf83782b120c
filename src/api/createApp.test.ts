import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { readConfig } from '../config.ts';
import { createApp } from './createApp.ts';

const lines: string[] = [];
const logger = createLogger({ level: 'error', role: 'test', write: (line) => void lines.push(line) });
const config = readConfig({ DATA_DIR: '/nowhere', SECRET: '0'.repeat(64) }, { isDemo: false });

afterEach(() => {
  lines.length = 0;
});

test.each([
  ['has lost its socket', null, 0],
  ['has a closed socket', { destroyed: true }, 0],
  ['still waits', { destroyed: false }, 1],
])(
  'a fault is returned as a problem, and logged only for a caller who waits: one who %s',
  async (_, socket, logged) => {
    const app = createApp({ config, logger });
    app.get('/', ({ raw }) => {
      Object.defineProperty(raw, 'socket', { value: socket });
      throw new Error('a fault');
    });
    const response = await app.inject('/');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ problems: [{ code: 'internal' }] });
    expect(lines).toHaveLength(logged);
    await app.close();
  },
);

test.each([
  ['__proto__', '{"__proto__":{"isSuper":true}}'],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"isSuper":true}}}'],
  ['__proto__ further inside', '{"a":[{"__proto__":{"isSuper":true}}]}'],
])('a body with %s is refused', async (_, payload) => {
  const app = createApp({ config, logger });
  app.post('/', ({ body }) => body);
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: '/', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ problems: [{ code: 'bad_json' }] });
  await app.close();
});

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nnull'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'],
  ['a length that is no number', 'Content-Length: +4\r\n\r\nnull'],
])('a request whose end is ambiguous is refused, and its connection closed: %s', async (_, rest) => {
  const app = createApp({ config, logger });
  let calls = 0;
  app.post('/', () => (calls += 1));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const smuggled = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}${smuggled}`);
  const received = await text(socket);
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  expect(calls).toBe(0);
  await app.close();
});

test('a request that arrives slowly is ended after fifteen minutes, its headers after one', async () => {
  const app = createApp({ config, logger });
  await app.ready();
  const { requestTimeout, headersTimeout } = app.server;
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 900_000, headersTimeout: 60_000 });
  await app.close();
});
