import type { Socket } from 'node:net';

/** How long a peer may take to read its answer, in ms. */
const lingerMs = 1000;

/**
 * Sends a last answer on a connection whose request cannot be read, and closes it a moment later: a connection that is
 * closed while bytes come in is reset, and its peer may lose the answer (RFC 9112, section 9.6). Later calls for the same
 * connection do nothing.
 */
export function closeWithResponse(socket: Socket, response: string): void {
  if (socket.destroyed || socket.writableEnded) return;
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.end(response);
}
