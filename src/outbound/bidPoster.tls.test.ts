import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type Server, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { createBidPoster, type BidPoster } from './bidPoster.ts';
import type { FetchResult } from './fetchFailure.ts';

/** A certificate of `localhost`, which only these tests trust, and its key. */
const pem = readFileSync(new URL('../../tests/support/outbound/localhost.pem', import.meta.url));
const trusted = getCACertificates('default');

let server: Server;
let port: number;
let poster: BidPoster;
/** Connections over TCP, and those on which TLS was established. */
let attempts: number;
let connections: { name: string | false | null; protocol: string | false | null; isResumed: boolean }[];

beforeAll(() => setDefaultCACertificates([...trusted, pem.toString()]));
afterAll(() => setDefaultCACertificates(trusted));

beforeEach(async () => {
  attempts = 0;
  connections = [];
  server = createServer({ cert: pem, key: pem, ALPNProtocols: ['h2', 'http/1.1'] }, (socket: TLSSocket) => {
    connections.push({
      name: socket.servername,
      protocol: socket.alpnProtocol,
      isResumed: socket.isSessionReused(),
    });
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'));
  });
  server.on('connection', () => (attempts += 1)).on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
  poster = createBidPoster({ allowPrivateAddresses: true });
});

afterEach(async () => {
  await poster.close();
  await new Promise((done) => server.close(done));
});

function post(host: string): Promise<FetchResult> {
  return new Promise((resolve) => poster.post(`https://${host}:${port}/`, { body: '{}', headers: [] }, resolve));
}

test('a server is called by its name over HTTP/1.1, and its session is resumed', async () => {
  expect(await post('localhost')).toEqual({ ok: true, text: '{}' });
  expect(await post('localhost')).toEqual({ ok: true, text: '{}' });
  const first = { name: 'localhost', protocol: 'http/1.1', isResumed: false };
  expect(connections).toEqual([first, { ...first, isResumed: true }]);
});

test('a certificate of another name is rejected', async () => {
  expect(await post('127.0.0.1')).toEqual({ ok: false, reason: 'conn_error' });
  expect(attempts).toBe(1);
});

test('a certificate of an unknown issuer is rejected', async () => {
  setDefaultCACertificates(trusted);
  expect(await post('localhost')).toEqual({ ok: false, reason: 'conn_error' });
  expect(attempts).toBe(1);
  setDefaultCACertificates([...trusted, pem.toString()]);
});
