import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBidPoster, type BidPoster, type PostBody } from './bidPoster.ts';
import type { FetchResult } from './fetchFailure.ts';

const body = '{"id":"1"}';
const headers = ['content-type', 'application/json'];

/** Sends a response to a request on a connection; `count` = requests on it so far. */
type Respond = (socket: Socket, request: string, count: number) => void;

let server: Server;
let url: string;
let poster: BidPoster;
let respond: Respond;
/** The open connections, and all requests as they arrived. */
let sockets: Set<Socket>;
let requests: string[];

const limits = { connections: 2, keepAliveMs: 30_000, timeoutMs: 6000 };
const withLength = (text: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n`),
    Buffer.from(text),
  ]);

beforeEach(async () => {
  sockets = new Set();
  requests = [];
  respond = (socket, request) => socket.write(withLength(request.split('\r\n\r\n')[1] ?? ''));
  server = createServer((socket) => {
    let received = '';
    let count = 0;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received += data.toString('latin1');
      const end = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/.exec(received)?.[1]);
      if (end === 3 || received.length < end + length) return;
      requests.push(received);
      count += 1;
      const request = received;
      received = '';
      respond(socket, request, count);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  poster = createBidPoster({ allowPrivateAddresses: true, limits });
});

afterEach(async () => {
  await poster.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

function post(more: Partial<PostBody> = {}, to = `${url}/bid?a=1`, by = poster): Promise<FetchResult> {
  return new Promise((resolve) => by.post(to, { body, headers, ...more }, resolve));
}

describe('a request', () => {
  test('has its head and body in one write', async () => {
    expect(await post()).toEqual({ ok: true, text: body });
    expect(requests).toEqual([
      `POST /bid?a=1 HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: keep-alive\r\nuser-agent: ${/user-agent: (.*)/.exec(requests[0] ?? '')?.[1]}\r\naccept: application/json\r\naccept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n${body}`,
    ]);
  });

  test.each(['{"a":"ü"}', '{"a":"漢"}', gzipSync(body)])('has the length of its body in bytes (%#)', async (sent) => {
    await post({ body: sent });
    expect(requests[0]?.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(Buffer.from(sent).toString('latin1'));
  });

  test.each([['a\r\nx: y'], ['a\nb'], ['a\0'], ['ü']])('is not sent with the header value %j', async (value) => {
    expect(await post({ headers: ['x-device-user-agent', value] })).toEqual({ ok: false, reason: 'conn_error' });
    expect(await post({ headers: [`x${value}`, 'y'] })).toEqual({ ok: false, reason: 'conn_error' });
    expect(requests).toEqual([]);
  });

  test('cannot be continued by its URL', async () => {
    await post({}, `${url}/bid\r\nx: y HTTP/1.1\r\n\r\n?q=a b#c`);
    expect(requests[0]?.split('\r\n')[0]).toBe('POST /bidx:%20y%20HTTP/1.1?q=a%20b HTTP/1.1');
  });

  test.each(['ftp://127.0.0.1/', 'http://[::/bid', 'nonsense', ''])('to %j fails', async (to) => {
    expect(await post({}, to)).toEqual({ ok: false, reason: 'conn_error' });
  });
});

describe('a response', () => {
  test('is complete however it is split', async () => {
    respond = (socket) => void dripBytes(socket, withLength('{"a":"ü"}'));
    expect(await post()).toEqual({ ok: true, text: '{"a":"ü"}' });
  });

  test('may come in chunks, after interim responses', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const chunked =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4;x=1\r\n":1}\r\n0\r\nX: y\r\n\r\n';
    respond = (socket) => void dripBytes(socket, Buffer.from(interim + chunked));
    expect(await post()).toEqual({ ok: true, text: '{"a":1}' });
    respond = (socket) => void socket.write(interim + chunked);
    expect(await post()).toEqual({ ok: true, text: '{"a":1}' });
    expect(sockets.size).toBe(1);
  });

  test('may end with the connection', async () => {
    respond = (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n{}');
    expect(await post()).toEqual({ ok: true, text: '{}' });
  });

  test('without content is an empty text, and the connection stays open', async () => {
    respond = (socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await post()).toEqual({ ok: true, text: '' });
    expect(await post()).toEqual({ ok: true, text: '' });
    expect(sockets.size).toBe(1);
  });

  test('may be compressed with gzip', async () => {
    respond = (socket) => void socket.write(withLength(gzipSync(body), 'Content-Encoding: gzip\r\n'));
    expect(await post()).toEqual({ ok: true, text: body });
  });

  test.each([
    ['declared', withLength('x'.repeat(101))],
    ['sent until the connection ends', Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}`)],
    ['sent in chunks', Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n${'x'.repeat(101)}`)],
    ['compressed', withLength(gzipSync('x'.repeat(101)), 'Content-Encoding: gzip\r\n')],
  ])('that is larger than allowed, as %s, fails while it is received', async (_how, bytes) => {
    respond = (socket) => void socket.write(bytes);
    expect(await post({ maxBytes: 100 })).toEqual({ ok: false, reason: 'too_large' });
  });

  test.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\ncontent-length: 3\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nConnection: close\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 103 Early Hints\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nX : a\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 200 OK\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
    'HTTP/2 200\r\nContent-Length: 2\r\n\r\n{}',
    '<html></html>',
    `HTTP/1.1 200 OK\r\n${'x'.repeat(40_000)}`,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n',
    'HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}',
    'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n',
  ])('like %j is rejected and closes the connection', async (text) => {
    const closed = new Promise((resolve) => {
      respond = (socket) => {
        socket.on('close', resolve);
        socket.write(text);
      };
    });
    expect(await post()).toEqual({ ok: false, reason: 'http_error' });
    await closed;
  });
});

describe('a connection', () => {
  test('is used again', async () => {
    for (let count = 0; count < 5; count += 1) expect(await post()).toEqual({ ok: true, text: body });
    expect(sockets.size).toBe(1);
  });

  test.each(['Connection: close\r\n', 'Keep-Alive: timeout=2\r\n'])('is not used after %j', async (more) => {
    respond = (socket, _request, count) => void socket.write(withLength(String(count), more));
    expect(await post()).toEqual({ ok: true, text: '1' });
    expect(await post()).toEqual({ ok: true, text: '1' });
  });

  test('that the server closes after a response costs no call', async () => {
    respond = (socket) => void socket.end(withLength(body));
    for (let count = 0; count < 5; count += 1) expect(await post()).toEqual({ ok: true, text: body });
  });

  test('that the server closes before its response fails the call, which is not repeated', async () => {
    respond = (socket, _request, count) => void (count === 1 ? socket.write(withLength(body)) : socket.destroy());
    expect(await post()).toEqual({ ok: true, text: body });
    expect(await post()).toEqual({ ok: false, reason: 'conn_error' });
    expect(requests).toHaveLength(2);
  });

  test('is not used after a response to half a request', async () => {
    let opened = 0;
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      opened += 1;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.pause().write(withLength(body)));
    });
    expect(await post({ body: 'x'.repeat(20_000_000) })).toEqual({ ok: true, text: body });
    expect(await post()).toEqual({ ok: true, text: body });
    expect(opened).toBe(2);
  });

  test('that closes within a response fails the call', async () => {
    respond = (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}');
    expect(await post()).toEqual({ ok: false, reason: 'conn_error' });
  });

  test('with bytes that nothing asked for answers no later call', async () => {
    const forged = withLength('forged');
    respond = (socket, request, count) => {
      const own = withLength(`${count} ${request.slice(-10)}`);
      // With the response, or later.
      if (requests.length % 2 === 0) socket.write(Buffer.concat([own, forged]));
      else socket.write(own, () => setImmediate(() => socket.write(forged)));
    };
    for (let count = 0; count < 6; count += 1) {
      expect(await post()).toEqual({ ok: true, text: `1 ${body}` });
      await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    }
  });

  test('has one call at a time, and there are no more than allowed', async () => {
    const open: Socket[] = [];
    const used = new Set<Socket>();
    respond = (socket) => {
      open.push(socket);
      used.add(socket);
      setImmediate(() => open.splice(0).forEach((each) => each.write(withLength(body))));
    };
    const results = await Promise.all(Array.from({ length: 9 }, () => post()));
    expect(results).toEqual(results.map(() => ({ ok: true, text: body })));
    expect(used.size).toBe(2);
    expect(sockets.size).toBe(2);
  });
});

describe('a call that is given up', () => {
  test('has no result, and its connection is closed', async () => {
    const results: FetchResult[] = [];
    const reached = new Promise<Socket>((resolve) => (respond = resolve));
    const giveUp = poster.post(url, { body, headers }, (result) => results.push(result));
    const socket = await reached;
    const closed = once(socket, 'close');
    giveUp();
    await closed;
    respond = (other) => void other.write(withLength(body));
    expect(await post()).toEqual({ ok: true, text: body });
    giveUp();
    expect(await post()).toEqual({ ok: true, text: body });
    expect(results).toEqual([]);
  });

  test('before it is sent is not sent', async () => {
    poster.post(url, { body, headers }, () => expect.unreachable())();
    expect(await post()).toEqual({ ok: true, text: body });
    expect(requests).toHaveLength(1);
  });
});

describe('when time runs out', () => {
  const silent: [string, Respond][] = [
    ['nothing is sent', () => undefined],
    ['the head does not end', (socket) => drip(socket, 'X: y\r\n')],
    ['the body pauses', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{')],
  ];
  test.each(silent)('because %s, the call fails', async (_what, behaviour) => {
    respond = behaviour;
    const hasty = createBidPoster({ allowPrivateAddresses: true, limits: { ...limits, timeoutMs: 20 } });
    expect(await post({}, url, hasty)).toEqual({ ok: false, reason: 'timeout' });
    await hasty.close();
  });

  test('an idle connection is closed', async () => {
    const hasty = createBidPoster({ allowPrivateAddresses: true, limits: { ...limits, keepAliveMs: 20 } });
    expect(await post({}, url, hasty)).toEqual({ ok: true, text: body });
    await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    await hasty.close();
  });
});

test('closing fails all calls', async () => {
  respond = () => undefined;
  const results = Promise.all([post(), post(), post()]);
  await expect.poll(() => requests.length).toBe(2);
  await poster.close();
  expect(await results).toEqual(Array.from({ length: 3 }, () => ({ ok: false, reason: 'conn_error' })));
  expect(await post()).toEqual({ ok: false, reason: 'conn_error' });
});

describe('a private address', () => {
  test('is not called for a bidder, but for the operator', async () => {
    const guarded = createBidPoster({ allowPrivateAddresses: false, limits });
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]']) {
      expect(await post({}, `http://${host}:${port}/`, guarded)).toEqual({ ok: false, reason: 'refused_address' });
    }
    expect(requests).toEqual([]);
    expect(await post({ isToOperator: true }, url, guarded)).toEqual({ ok: true, text: body });
    await guarded.close();
  });
});

/** Sends bytes one at a time. */
async function dripBytes(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) await new Promise((done) => socket.write(Buffer.of(byte), done));
}

/** Sends a head that never ends. */
function drip(socket: Socket, line: string): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write(line), 5);
  socket.on('close', () => clearInterval(timer));
}
