import { request, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { randomTraffic } from '#tests/support/engine/randomTraffic.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { ResponseReader } from './responseReader.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Responses of servers as they are sent. */
const responses = [
  `${ok}Content-Length: 8\r\n\r\n{"id":1}`,
  `${ok}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  `${ok}Transfer-Encoding: chunked\r\nKeep-Alive: timeout=5\r\n\r\n5\r\n{"id"\r\n3;x=y;z="q"\r\n:1}\r\n0\r\nX-Sum: 1\r\n\r\n`,
  `${ok}Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n{"id":1}`,
  'HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}',
  'HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
];

/** Texts whose place in a response decides how it is understood. */
const insertions = [
  ...['\r\n', '\n', '\r', ' ', '\t', ':', ';', ',', '0', '5', '-', '+', '\0', 'é', '\r\n ', '\r\n\r\n', '0\r\n\r\n'],
  ...['Content-Length: 3\r\n', 'content-length : 2\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n'],
  ...['Transfer-Encoding: gzip, chunked\r\n', 'x', '1', 'HTTP/1.1 200 OK\r\n\r\n', 'chunked', 'ffffffffff', '\u007f'],
];

type Draw = (below: number) => number;

function mutate(draw: Draw): string {
  let text = responses[draw(responses.length)] ?? '';
  for (let change = draw(3); change > 0; change -= 1) {
    const at = draw(text.length);
    const inserted = draw(3) === 0 ? '' : (insertions[draw(insertions.length)] ?? '');
    text = text.slice(0, at) + inserted + text.slice(at + draw(3));
  }
  return text;
}

function split(text: string, draw: Draw): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + draw(draw(2) === 0 ? 3 : bytes.length);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** The body of a successful response as our reader reads it, and whether the connection may be used again. */
function readPieces(pieces: readonly Buffer[]): { body: string; isReusable: boolean } | null {
  const reader = new ResponseReader(1000);
  const memory = Buffer.alloc(1000);
  for (const [index, piece] of pieces.entries()) {
    // The bytes of each read are overwritten by the next one.
    piece.copy(memory);
    const result = reader.read(memory.subarray(0, piece.length));
    if (typeof result === 'string') return null;
    if (result)
      return {
        body: result.body.toString('latin1'),
        isReusable: result.keepAliveMs > 0 && index === pieces.length - 1,
      };
  }
  const result = reader.end();
  return result && typeof result === 'object'
    ? { body: result.body.toString('latin1'), isReusable: result.keepAliveMs > 0 }
    : null;
}

/** The body of a successful response as node:http reads it. */
async function readByNode(pieces: readonly Buffer[]): Promise<string | null> {
  const socket = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => done(),
  });
  const message = request({ createConnection: () => socket, method: 'POST' }).end();
  const response = new Promise<IncomingMessage>((resolve, reject) =>
    message.once('response', resolve).on('error', reject),
  );
  for (const piece of pieces) socket.push(piece);
  socket.push(null);
  try {
    const { statusCode = 0 } = await response;
    const body = await buffer(await response);
    return statusCode <= 299 ? body.toString('latin1') : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

test('a response is read like node:http reads it, or rejected, however it is split and changed', async () => {
  const random = randomTraffic(7);
  const draw = (below: number): number => random.below(below);
  let accepted = 0;
  let stricter = 0;
  const count = fullOrReduced(200_000, 5000);
  for (let index = 0; index < count; index += 1) {
    const text = mutate(draw);
    const pieces = split(text, draw);
    const ours = readPieces(pieces);
    const theirs = await readByNode(pieces);
    if (ours === null) {
      if (theirs !== null) stricter += 1;
      continue;
    }
    accepted += 1;
    expect({ text, body: ours.body }).toEqual({ text, body: theirs });
  }
  expect(accepted).toBeGreaterThan(count / 2);
  expect(stricter).toBeLessThan(count / 50);
});
