import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { expect, test } from 'vitest';
import { acceptsOldTls } from './acceptsOldTls.ts';

const pem = readFileSync('tests/support/outbound/localhost.pem');

/** The result for a server that runs only meanwhile. */
async function resultOf(server: Server): Promise<boolean | null> {
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await acceptsOldTls('localhost', (server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}
const tls = (options: TlsOptions) => createServer({ key: pem, cert: pem, ...options });

test('RFC 8996: a server that accepts TLS 1.1 is found', async () => {
  expect(await resultOf(tls({ minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))).toBe(true);
});

test('one with TLS 1.2 and 1.3 refuses it', async () => {
  expect(await resultOf(tls({ minVersion: 'TLSv1.2' }))).toBe(false);
  expect(await resultOf(tls({ minVersion: 'TLSv1.3' }))).toBe(false);
});

test('of one that does not listen, nothing is known', async () => {
  expect(await acceptsOldTls('localhost', 1)).toBeNull();
});

test('a server without TLS accepts nothing', async () => {
  expect(await resultOf(createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))).toBe(false);
});
