import { createServer, type RequestListener, type Server } from 'node:http';
import { answerLongHeaders, hasLongHeaders } from './answerLongHeaders.ts';

/** Maximum bytes of request line and headers: 64 kB of URL and as much again. Node returns 431 beyond it. */
const maxHeaderSize = 131_072;

/**
 * Creates the HTTP server of ad serving. Requests with longer headers than browsers send reach no route. All others do,
 * whatever their Content-Type, since no route depends on it.
 */
export function createHttpServer(route: RequestListener): Server {
  return createServer({ maxHeaderSize, keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
    if (hasLongHeaders(request)) return answerLongHeaders(request, response);
    const { headers } = request;
    // Fastify rejects an invalid media type before it looks for a parser.
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream';
    return route(request, response);
  });
}
