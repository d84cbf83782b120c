import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from '#serving/http/createHttpServer.ts';

const stalledMs = 200;
/** More than the kernel takes for a reader that reads nothing. */
const largeBody = Buffer.alloc(16 * 1024 * 1024);
const request = 'GET /ad HTTP/1.1\r\nhost: ads.example\r\n\r\n';

let server: Server;
let reader: Socket;
let answered: number;

/** Opens a server that answers each request with a body, and a connection to it that reads nothing. */
async function openReader(body: Buffer): Promise<{ closed: Promise<unknown> }> {
  answered = 0;
  const answer: RequestListener = (_request, response) => {
    answered += 1;
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  };
  server = createHttpServer(answer, { isSecure: false, stalledMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => reader.destroy());
  reader.pause();
  const [connection] = (await accepted) as [Socket];
  return { closed: once(connection, 'close') };
}

afterEach(async () => {
  reader.destroy();
  server.close();
  await once(server, 'close');
});

test('a connection whose reader takes nothing of a response is closed', async () => {
  const { closed } = await openReader(largeBody);
  reader.write(request);
  await closed;
  expect(answered).toBe(1);
});

test('a connection with many requests behind an unfinished response is closed, and they are not handled', async () => {
  const { closed } = await openReader(largeBody);
  reader.write(request.repeat(1000));
  await closed;
  expect(answered).toBe(33);
});

test('some requests may wait for the response to an earlier one: all are answered', async () => {
  const body = Buffer.from('ad');
  await openReader(body);
  for (let round = 0; round < 5; round += 1) {
    const from = answered;
    reader.write(request.repeat(20));
    let text = '';
    while (text.split('\r\n\r\nad').length <= 20) {
      await once(reader, 'readable');
      text += String(reader.read() ?? '');
    }
    expect(answered - from).toBe(20);
  }
});

test('a reader that takes a response in pieces receives all of it', async () => {
  await openReader(largeBody);
  reader.write(request);
  let received = 0;
  while (received < largeBody.length) {
    const piece = reader.read() as Buffer | null;
    received += piece?.length ?? 0;
    if (piece === null) await once(reader, 'readable');
  }
  expect(answered).toBe(1);
});
