import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersOf } from '#runtime/headers/headersOf.ts';
import type { ResponseKind } from '#runtime/headers/responseHeaders.ts';
import { codingFor, compress, type ContentCoding, minCompressedBytes } from './contentCoding.ts';

/** Response headers as alternating names and values: the form that Node writes fastest. */
type Headers = string[];

const listed = (kind: ResponseKind): Headers => Object.entries(headersOf(kind)).flat();

/** The headers of the kinds of responses that are sent here, apart from CORS. */
const ofKind = {
  ad: listed('ad'),
  cachedBid: listed('cachedBid'),
  publicFile: listed('publicFile'),
  sdkConfig: listed('sdkConfig'),
};

/**
 * CORS headers (standards 1.8): a named origin may send credentials; without an origin, or with the opaque `null`, any
 * origin is allowed without credentials. `isCoded`: whether the response also depends on Accept-Encoding.
 */
function corsHeaders(request: IncomingMessage, isCoded = false): Headers {
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') {
    return ['access-control-allow-origin', '*', ...(isCoded ? ['vary', 'Accept-Encoding'] : [])];
  }
  const vary = isCoded ? 'Origin, Accept-Encoding' : 'Origin';
  return ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', vary];
}

/**
 * Sends an uncacheable response, from 1 kB compressed as the client accepts. HEAD gets the headers alone. Node sends a
 * text in one write with its headers; one with as many `bytes` as characters is sent as Latin-1, which is faster than
 * UTF-8.
 */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string | null,
  body: string,
  bytes = Buffer.byteLength(body),
  { more = {}, kind = 'ad' }: { more?: Readonly<Record<string, string>>; kind?: 'ad' | 'cachedBid' } = {},
): void {
  const isLong = bytes >= minCompressedBytes;
  const coding = isLong ? codingFor(request) : null;
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  const compressed = coding && compress(Buffer.from(body, encoding), coding);
  const headers = corsHeaders(request, isLong).concat(ofKind[kind]);
  for (const [name, value] of Object.entries(more)) headers.push(name, value);
  if (type !== null) headers.push('content-type', type, 'content-length', String(compressed?.length ?? bytes));
  if (coding !== null) headers.push('content-encoding', coding);
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || type === null) response.end();
  else if (compressed) response.end(compressed);
  else response.end(body, encoding);
}

/** Sends a cached bid or its VAST. In a browser it is a document in a sandbox: it runs no script with our cookies. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  { type, text }: { type: 'json' | 'xml'; text: string },
): void {
  send(request, response, 200, `application/${type}; charset=utf-8`, text, undefined, { kind: 'cachedBid' });
}

/** Sends VAST, with or without an ad, always with status 200. */
export function sendVast(request: IncomingMessage, response: ServerResponse, xml: string): void {
  send(request, response, 200, 'application/xml; charset=utf-8', xml);
}

/** A transparent 1×1 GIF of 43 bytes, as Latin-1. */
const pixel = atob('R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==');

/** Answers a tracking hit: with a pixel, or with 204 for a beacon (POST). */
export function sendPixel(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'POST') send(request, response, 204, null, '');
  else send(request, response, 200, 'image/gif', pixel, pixel.length);
}

/** Sends an empty page, for invisible frames. */
export function sendBlankPage(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, 200, 'text/html; charset=utf-8', '');
}

/** Sends one problem in the format of the management API. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  problem: { code: string; message: string },
): void {
  const body = JSON.stringify({ problems: [{ ...problem, path: '' }] });
  send(request, response, status, 'application/json; charset=utf-8', body);
}

/** Sends every problem of a request at once. */
export function sendProblems(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  problems: readonly { code: string; message: string; path: string }[],
): void {
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify({ problems }));
}

/** Sends uncacheable JSON. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  json: string,
  more: Readonly<Record<string, string>> = {},
  status = 200,
): void {
  send(request, response, status, 'application/json; charset=utf-8', json, Buffer.byteLength(json), { more });
}

/** Sends a JWT (RFC 7519, 10.3.1). */
export function sendJwt(request: IncomingMessage, response: ServerResponse, status: number, jwt: string): void {
  send(request, response, status, 'application/jwt', jwt, jwt.length);
}

/** Sends status 204. */
export function sendNoContent(
  request: IncomingMessage,
  response: ServerResponse,
  more: Readonly<Record<string, string>> = {},
): void {
  send(request, response, 204, null, '', 0, { more });
}

/** Cacheable JSON. */
export interface TaggedJson {
  json: string;
  /** Quoted. A compressed form has the same with the coding appended. */
  etag: string;
  /** Its compressed forms, made on first use. */
  coded?: Partial<Record<ContentCoding, Buffer>>;
}

/**
 * Sends cacheable JSON, from 1 kB compressed as the client accepts. Sends 304 when the caller's copy is current.
 */
export function sendTagged(
  request: IncomingMessage,
  response: ServerResponse,
  tagged: TaggedJson,
  kind: 'publicFile' | 'sdkConfig',
): void {
  const plain = Buffer.from(tagged.json);
  const isLong = plain.length >= minCompressedBytes;
  const coding = isLong ? codingFor(request) : null;
  const etag = coding ? tagged.etag.replace(/"$/, `-${coding}"`) : tagged.etag;
  const isKnown = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
  const headers = [...corsHeaders(request, isLong), ...ofKind[kind], 'etag', etag];
  if (isKnown) {
    response.writeHead(304, headers);
    return void response.end();
  }
  const body = coding ? ((tagged.coded ??= {})[coding] ??= compress(plain, coding)) : plain;
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(body.length));
  if (coding) headers.push('content-encoding', coding);
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends a line of text. */
export function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  send(request, response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

/** Answers a CORS preflight: allows the given methods and every requested header. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse, methods: string): void {
  const requestedHeaders = request.headers['access-control-request-headers'];
  const headers: Headers = [
    ...corsHeaders(request),
    ...ofKind.ad,
    'access-control-allow-methods',
    methods,
    'access-control-max-age',
    '86400',
  ];
  if (requestedHeaders !== undefined) headers.push('access-control-allow-headers', requestedHeaders);
  response.writeHead(204, headers);
  response.end();
}
