import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemResponseSchema } from './problem.ts';
import { rejectConnection } from './rejectConnection.ts';

const server = createServer(
  { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 },
  (_, response) => response.end('taken'),
);

beforeAll(async () => {
  server.on('clientError', rejectConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

/** Sends bytes only; resolves with everything received until the connection closes. */
async function responseTo(bytes: string): Promise<{ status: string; type: string; body: unknown }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  const type = /^Content-Type: (.*)$/m.exec(head)?.[1]?.trim() ?? '';
  return { status: head.split(' ')[1] ?? '', type, body: JSON.parse(body) };
}

test.each([
  [
    'headers beyond the limit',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'bad_request'],
  ['a call that stops within its headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'too_slow'],
])('%s: refused in the form of the API', async (_what, bytes, status, code) => {
  const response = await responseTo(bytes);
  expect([response.status, response.type]).toEqual([String(status), 'application/json; charset=utf-8']);
  const { problems, requestId } = problemResponseSchema.parse(response.body);
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  expect(requestId).not.toBe('');
});
