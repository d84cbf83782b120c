import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isPublicAddress } from './addressGuard.ts';
import { readCertificate } from './readCertificate.ts';

/** Certificates of `localhost`, which only these tests trust, and their keys: the first until 2120, the second expired. */
const pem = readFileSync(new URL('../../tests/support/outbound/localhost.pem', import.meta.url));
const expired = readFileSync(new URL('../../tests/support/outbound/expired.pem', import.meta.url));
const trusted = getCACertificates('default');

let servers: Server[] = [];

beforeAll(() => setDefaultCACertificates([...trusted, pem.toString(), expired.toString()]));
afterAll(() => setDefaultCACertificates(trusted));
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  servers = [];
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves a certificate; `received` counts bytes after the handshake. */
async function serve(content: Buffer): Promise<{ port: number; received: () => number }> {
  let received = 0;
  const server = createServer({ cert: content, key: content }, (socket) => {
    socket.on('data', (bytes) => (received += bytes.length)).on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), received: () => received };
}

const read = (host: string, port: number, signal = AbortSignal.timeout(10_000)) =>
  readCertificate({ host, port }, { mayCall: null, signal });

test('[ALERT-03] a certificate that calls accept has its end, and nothing is sent to the server', async () => {
  const { port, received } = await serve(pem);
  const reading = { type: 'read', problem: null, detail: '', validUntil: '2120-01-01T00:00:00.000Z' };
  expect(await read('localhost', port)).toEqual(reading);
  expect(received()).toBe(0);
});

test('[ALERT-03] a certificate for another name has its own names', async () => {
  const { port } = await serve(pem);
  expect(await read('127.0.0.1', port)).toMatchObject({ problem: 'wrong_name', detail: 'localhost' });
});

test('[ALERT-03] an expired certificate is one', async () => {
  const { port } = await serve(expired);
  expect(await read('localhost', port)).toMatchObject({ problem: 'expired', validUntil: '2020-02-01T00:00:00.000Z' });
});

test('[ALERT-03] a certificate of an unknown issuer has the reason', async () => {
  setDefaultCACertificates(trusted);
  const { port } = await serve(pem);
  const reading = await read('localhost', port);
  setDefaultCACertificates([...trusted, pem.toString(), expired.toString()]);
  expect(reading).toMatchObject({ problem: 'untrusted', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('private addresses are not called, by name or by address', async () => {
  const { port } = await serve(pem);
  let connections = 0;
  servers[0]?.on('connection', () => (connections += 1));
  for (const host of ['127.0.0.1', 'localhost']) {
    const options = { mayCall: isPublicAddress, signal: AbortSignal.timeout(10_000) };
    expect(await readCertificate({ host, port }, options)).toEqual({ type: 'failed', reason: 'refused_address' });
  }
  expect(connections).toBe(0);
});

test('a server without TLS, one that closes, one that does not listen, an impossible port and one that says nothing have none', async () => {
  const plain = await listen(
    createPlainServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }),
  );
  expect(await read('localhost', plain)).toMatchObject({ type: 'failed' });
  const closing = await listen(createPlainServer((socket) => socket.destroy()));
  expect(await read('localhost', closing)).toEqual({ type: 'failed', reason: 'conn_error' });
  expect(await read('localhost', 1)).toEqual({ type: 'failed', reason: 'conn_error' });
  expect(await read('localhost', 70_000)).toEqual({ type: 'failed', reason: 'conn_error' });
  const stop = new AbortController();
  const silent = await listen(
    createPlainServer((socket) => {
      socket.on('error', () => undefined).on('data', () => stop.abort());
    }),
  );
  expect(await read('localhost', silent, stop.signal)).toEqual({ type: 'failed', reason: 'timeout' });
});
