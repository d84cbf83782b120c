import type { Socket } from 'node:net';

/** Milliseconds in which the peer may read the response. */
const lingerMs = 1000;

/**
 * Sends a last response on a connection whose request is unreadable, and closes it a moment later: closing it while
 * bytes arrive would reset it, and the peer might lose the response (RFC 9112, section 9.6). Repeated calls for the
 * same connection have no effect.
 */
export function closeWithResponse(socket: Socket, response: string): void {
  if (socket.destroyed || socket.writableEnded) return;
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(response);
}
