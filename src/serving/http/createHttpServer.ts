import { createServer, type RequestListener, type Server } from 'node:http';
import { answerLongHeaders, hasLongHeaders } from './answerLongHeaders.ts';

/** Bytes of a request line and headers that are read: 64 kB of URL, and as much again. Node answers 431 to more. */
const maxHeaderSize = 131_072;

/**
 * The HTTP server of ad serving. A request whose headers are longer than browsers send reaches no route; any other does,
 * whatever its Content-Type says, since no route depends on it.
 */
export function createHttpServer(route: RequestListener): Server {
  return createServer({ maxHeaderSize, keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
    if (hasLongHeaders(request)) return answerLongHeaders(request, response);
    const { headers } = request;
    // Fastify refuses what is no media type before it looks for a parser.
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream';
    return route(request, response);
  });
}
