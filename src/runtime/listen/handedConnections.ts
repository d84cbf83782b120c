import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { PortName } from './portName.ts';

/** Connections that the parent process accepts and hands over to this one. */
export interface HandedConnections {
  /** Serves the connections to a port with an HTTP server, which need not listen. */
  serve(port: PortName, server: Server): void;
  /** Takes a connection from the parent. */
  take(port: PortName, socket: Socket): void;
  /** From now on, each connection is closed with its next response. `isNodeLeaving`: the node stops as a whole. */
  startDraining(isNodeLeaving: boolean): void;
  /** Whether the node stops as a whole: no balancer should send more requests to it. */
  isNodeLeaving(): boolean;
  /** Closes the connections of a port: idle ones at once, others with their response, or after `maxMs`. */
  finish(port: PortName, maxMs?: number): Promise<void>;
}

/** Milliseconds that requests in progress may take when the process stops. */
const maxFinishMs = 5000;
const checkMs = 20;

interface Served {
  server: Server;
  open: Set<Socket>;
}

/** Creates the connections of a process. `onDrained` is called when draining has left none open. */
export function createHandedConnections(onDrained: () => void): HandedConnections {
  const ports = new Map<PortName, Served>();
  let isDraining = false;
  let isLeaving = false;

  const reportIfDrained = () => {
    if (isDraining && [...ports.values()].every(({ open }) => open.size === 0)) onDrained();
  };
  return {
    serve(port, server) {
      ports.set(port, { server, open: new Set() });
      server.prependListener('request', (_request, response) => {
        if (isDraining) response.setHeader('connection', 'close');
      });
      // Starts the server's checks of slow requests.
      server.emit('listening');
    },
    take(port, socket) {
      const served = ports.get(port);
      if (!served) {
        socket.destroy();
        return;
      }
      const { server, open } = served;
      // As of connections that an HTTP server accepts itself: a client may close its side before the response.
      socket.allowHalfOpen = true;
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        reportIfDrained();
      });
      server.emit('connection', socket);
    },
    startDraining(isNodeLeaving) {
      isDraining = true;
      isLeaving ||= isNodeLeaving;
      reportIfDrained();
    },
    isNodeLeaving: () => isLeaving,
    async finish(port, maxMs = maxFinishMs) {
      const served = ports.get(port);
      if (!served) return;
      isDraining = true;
      const { server, open } = served;
      for (let waitedMs = 0; open.size > 0 && waitedMs < maxMs; waitedMs += checkMs) {
        await sleep(checkMs);
        // After the phase of the event loop that reads what has arrived: a connection with an unread request is not idle.
        await setImmediate();
        server.closeIdleConnections();
      }
      for (const socket of open) socket.destroy();
      // Ends its checks of slow requests.
      server.close();
    },
  };
}
