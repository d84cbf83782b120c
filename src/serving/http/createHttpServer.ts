import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import { SecureResponse } from './SecureResponse.ts';
import { answerLongHeaders, hasLongHeaders } from './answerLongHeaders.ts';
import { createQueueLimit } from './createQueueLimit.ts';

/** Maximum bytes of request line and headers: 64 kB of URL and as much again. Node returns 431 beyond it. */
const maxHeaderSize = 131_072;

/** Time without progress in milliseconds after which a connection with an unfinished request or response is closed. */
const defaultStalledMs = 60_000;

/**
 * Creates the HTTP server of ad serving. Requests with longer headers than browsers send reach no route. All others do,
 * whatever their Content-Type, since no route depends on it. A connection is closed when its reader takes nothing of a
 * response for `stalledMs`, or when too many of its requests wait: what slow readers occupy is bounded.
 */
export function createHttpServer(
  route: RequestListener,
  { isSecure, stalledMs = defaultStalledMs }: { isSecure: boolean; stalledMs?: number },
): Server {
  const isQueueTooLong = createQueueLimit();
  const server = createServer(
    {
      maxHeaderSize,
      keepAliveTimeout: 65_000,
      requestTimeout: 30_000,
      ServerResponse: isSecure ? SecureResponse : ServerResponse,
    },
    (request, response) => {
      if (isQueueTooLong(request, response)) return void request.socket.destroy();
      if (hasLongHeaders(request)) return answerLongHeaders(request, response);
      const { headers } = request;
      // Fastify rejects an invalid media type before it looks for a parser.
      if (headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream';
      return route(request, response);
    },
  );
  return server.setTimeout(stalledMs);
}
