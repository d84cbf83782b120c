import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum requests of a connection that wait for the response to an earlier one. Browsers and players send none. */
const maxWaiting = 32;

/**
 * Creates the limit of requests that wait behind an unfinished response of their connection (pipelining, RFC 9112 9.3.2).
 * The result reports whether a request exceeds it. Node parses all requests of a received chunk, more than a thousand small
 * ones, before it checks whether their responses are read: without a limit, all of these would be in memory.
 */
export function createQueueLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** Number of waiting requests, of connections that have had any. */
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    // A response that may be written has its socket; one that waits receives it later.
    if (response.socket !== null) return false;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return count > maxWaiting;
  };
}
