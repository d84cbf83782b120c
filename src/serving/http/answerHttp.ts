import type { IncomingMessage, ServerResponse } from 'node:http';

/** Response headers as name, value, name, value: the form that node writes fastest. */
type Headers = string[];

/** CORS by standards 1.8: credentials for a named origin, and without one, or with the opaque `null`, for anyone without them. */
function corsHeaders(request: IncomingMessage): Headers {
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return ['access-control-allow-origin', '*'];
  return ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'Origin'];
}

/** Sends a response that no cache may keep. HEAD gets the headers alone. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string | null,
  body: string | Buffer,
): void {
  const headers = corsHeaders(request);
  headers.push('cache-control', 'no-store');
  const length = Buffer.byteLength(body);
  if (type !== null) headers.push('content-type', type, 'content-length', String(length));
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || type === null) response.end();
  // As many bytes as characters is ASCII, which node writes faster as latin1.
  else if (typeof body === 'string' && length === body.length) response.end(body, 'latin1');
  else response.end(body);
}

/** Answers VAST, an ad or none: always 200. */
export function sendVast(request: IncomingMessage, response: ServerResponse, xml: string): void {
  send(request, response, 200, 'application/xml; charset=utf-8', xml);
}

/** 43 bytes: a transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Answers a tracking hit: a pixel for what asks for an image, nothing for a beacon. */
export function sendPixel(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'POST') send(request, response, 204, null, '');
  else send(request, response, 200, 'image/gif', pixel);
}

/** Answers a page without anything on it, for frames that nobody sees. */
export function sendBlankPage(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, 200, 'text/html; charset=utf-8', '');
}

/** Answers a problem as the management API does. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  problem: { code: string; message: string },
): void {
  const body = JSON.stringify({ problems: [{ ...problem, path: '' }] });
  send(request, response, status, 'application/json; charset=utf-8', body);
}

/** Answers what is wrong with a request, every fault at once. */
export function sendProblems(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  problems: readonly { code: string; message: string; path: string }[],
): void {
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify({ problems }));
}

/** Answers JSON that no cache may keep. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  json: string,
  more: Readonly<Record<string, string>> = {},
  status = 200,
): void {
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
  send(request, response, status, 'application/json; charset=utf-8', json);
}

/** Answers 204. */
export function sendNoContent(
  request: IncomingMessage,
  response: ServerResponse,
  more: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
  send(request, response, 204, null, '');
}

/** For how long an app may keep what it was told: a switch reaches it after that. */
const maxAgeS = 60;

/** Answers JSON that the caller may keep, for a minute unless told otherwise; 304 when it has it already. */
export function sendTagged(
  request: IncomingMessage,
  response: ServerResponse,
  json: string,
  etag: string,
  cacheControl = `private, max-age=${maxAgeS}`,
): void {
  const isKnown = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);
  const headers = [...corsHeaders(request), 'cache-control', cacheControl, 'etag', etag];
  const type = ['content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(json))];
  response.writeHead(isKnown ? 304 : 200, isKnown ? headers : [...headers, ...type]);
  response.end(isKnown || request.method === 'HEAD' ? undefined : json);
}

/** Answers a line of text. */
export function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  send(request, response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

/** Answers a CORS preflight: any simple method, any header that was asked for. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse, methods: string): void {
  const requestedHeaders = request.headers['access-control-request-headers'];
  const headers: Headers = [
    ...corsHeaders(request),
    'access-control-allow-methods',
    methods,
    'access-control-max-age',
    '86400',
    'cache-control',
    'no-store',
  ];
  if (requestedHeaders !== undefined) headers.push('access-control-allow-headers', requestedHeaders);
  response.writeHead(204, headers);
  response.end();
}
