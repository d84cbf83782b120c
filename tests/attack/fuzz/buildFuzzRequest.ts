import { buildAdRequest, withBody, type ValidRequest } from './buildAdRequest.ts';
import { buildApiRequest } from './buildApiRequest.ts';
import { createRandom, type Random } from '../createRandom.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { malformedBody } from './malformedBody.ts';
import { malformedHeaders, type Headers } from './malformedHeaders.ts';

/** One request as sent over the wire. */
export interface FuzzRequest {
  side: 'console' | 'ads';
  method: string;
  path: string;
  bytes: Buffer;
  /** Whether it is complete: the server waits for the rest of others. */
  isComplete: boolean;
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'FOO',
  'get',
];
const hosts = [
  '',
  'localhost',
  'evil.example',
  '[::1]',
  '127.0.0.1:0',
  'a b',
  'x:99999',
  '\u00ff',
  '%00',
  'x'.repeat(5000),
  '//',
];

/** The nth request of the run with a seed. */
export function buildFuzzRequest(world: FuzzWorld, seed: number, number: number): FuzzRequest {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
  const side = random.boolean(0.5) ? 'ads' : 'console';
  const meant = side === 'ads' ? buildAdRequest(world, random) : buildApiRequest(world, random);
  const request = { ...meant, method: random.boolean(0.85) ? meant.method : random.pick(methods) };
  if (random.boolean(0.02)) return rawRequest(side, request, random);
  const bodied =
    random.boolean(0.12) || (request.body === null && random.boolean(0.05))
      ? withBody(request, malformedBody(random))
      : request;
  return { side, method: bodied.method, path: bodied.path, ...framed(bodied, portOf(world, side), random) };
}

function portOf(world: FuzzWorld, side: FuzzRequest['side']): number {
  return side === 'ads' ? world.adsPort : world.consolePort;
}

/** Encodes a request with malformed headers and one of the ways to declare the length of its body. */
function framed(request: ValidRequest, port: number, random: Random): Pick<FuzzRequest, 'bytes' | 'isComplete'> {
  const host: Headers = random.boolean(0.93)
    ? [['Host', `127.0.0.1:${port}`]]
    : random.pick([[], [['Host', random.pick(hosts)]]]);
  const headers: Headers = [...host, ...merged(request.headers, malformedHeaders(random), random)];
  const { body } = request;
  if (body === null) return { bytes: written(request, headers, Buffer.alloc(0)), isComplete: true };
  if (random.boolean(0.84)) {
    return { bytes: written(request, [...headers, ['Content-Length', String(body.length)]], body), isComplete: true };
  }
  const chunks = chunked(body, random);
  return random.pick([
    () => ({ bytes: written(request, [...headers, ['Transfer-Encoding', 'chunked']], chunks), isComplete: true }),
    () => ({
      bytes: written(
        request,
        [...headers, ['Transfer-Encoding', random.pick(['gzip, chunked', 'foo', 'chunked, chunked', 'identity', ''])]],
        chunks,
      ),
      isComplete: false,
    }),
    () => ({
      bytes: written(
        request,
        [...headers, ['Transfer-Encoding', 'chunked'], ['Content-Length', String(body.length)]],
        chunks,
      ),
      isComplete: false,
    }),
    () => ({
      bytes: written(request, [...headers, ['Content-Length', String(body.length + 10)]], body),
      isComplete: false,
    }),
    () => ({
      bytes: written(
        request,
        [...headers, ['Content-Length', random.pick(['-1', 'x', '', '1e3', '99999999999999999999', '+5'])]],
        body,
      ),
      isComplete: false,
    }),
    () => ({
      bytes: written(request, [...headers, ['Content-Length', '1'], ['Content-Length', '2']], body),
      isComplete: false,
    }),
    () => ({
      bytes: written(request, [...headers, ['Transfer-Encoding', 'chunked']], chunks.subarray(0, chunks.length - 3)),
      isComplete: false,
    }),
    () => ({
      bytes: written(request, [...headers, ['Transfer-Encoding', 'chunked']], Buffer.from('zz\r\nabc\r\n0\r\n\r\n')),
      isComplete: false,
    }),
  ])();
}

/** Own headers mixed with malformed ones: mostly replacing those of the same name, sometimes beside them. */
function merged(own: Headers, malformed: Headers, random: Random): Headers {
  if (random.boolean(0.1)) return [...own, ...malformed];
  const replaced = new Set(malformed.map(([name]) => name.toLowerCase()));
  return [...own.filter(([name]) => !replaced.has(name.toLowerCase())), ...malformed];
}

function written({ method, path }: ValidRequest, headers: Headers, body: Buffer): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}

function chunked(body: Buffer, random: Random): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const part = body.subarray(at, at + 1 + random.below(body.length));
    const extension = random.boolean(0.2) ? ';a="b"' : '';
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from(random.boolean(0.1) ? '0\r\nX-Trailer: a\r\n\r\n' : '0\r\n\r\n')]);
}

/** Bytes that are not a request, or not a valid one. */
function rawRequest(side: FuzzRequest['side'], { method, path }: ValidRequest, random: Random): FuzzRequest {
  const head = 'Host: x\r\nConnection: close\r\n';
  const text = random.pick([
    `${method} ${path} HTTP/9.9\r\n${head}\r\n`,
    `${method} ${path} HTTP/1.0\r\n\r\n`,
    `${method} ${path}\r\n\r\n`,
    `${method} http://evil.example${path} HTTP/1.1\r\n${head}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\n${head}\r\n`,
    `${method} ${path} HTTP/1.1\n${head}\n`,
    `${method} ${path} HTTP/1.1\r\nHost : x\r\n\r\n`,
    `${method} ${path} HTTP/1.1\r\n${head}X-Folded: a\r\n b\r\n\r\n`,
    `${method} ${path} HTTP/1.1\r\n${head}X-Nul: a\0b\r\n\r\n`,
    `${method} ${path} HTTP/1.1\r\n${head}: empty\r\n\r\n`,
    `${method} ${path} HTTP/1.1\r\n${head}No colon\r\n\r\n`,
    `${method} /${'a'.repeat(200_000)} HTTP/1.1\r\n${head}\r\n`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
    `\r\n\r\n${method} ${path} HTTP/1.1\r\n${head}\r\n`,
    `${method}  ${path}  HTTP/1.1\r\n${head}\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\nGET ${path} HTTP/1.1\r\n${head}\r\n`,
    Array.from({ length: 50 }, () => String.fromCharCode(random.below(256))).join(''),
  ]);
  return {
    side,
    method: text.startsWith('HEAD ') ? 'HEAD' : 'RAW',
    path,
    bytes: Buffer.from(text, 'latin1'),
    isComplete: false,
  };
}
