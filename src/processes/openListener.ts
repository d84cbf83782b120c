import type { ChildProcess } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Address } from '#runtime/listen/listenFault.ts';
import type { PortName } from '#runtime/listen/portName.ts';
import { closeWithResponse } from '#runtime/closeWithResponse.ts';

/** An address on which the parent accepts connections, which it hands over to processes of one role. */
export interface Listener {
  /** Adds a process that takes connections. */
  add(child: ChildProcess): void;
  /** Hands over no more connections to a process. Resolves when it has taken those on their way, or has exited. */
  remove(child: ChildProcess): Promise<void>;
  /** Records that a process has taken the connection on its way to it. */
  taken(child: ChildProcess): void;
  /** Accepts no more connections. Resolves when processes have taken all accepted ones, after seconds at most. */
  close(): Promise<void>;
}

/** A process that takes connections, one at a time, so that a busy process gets fewer. */
interface Taker {
  child: ChildProcess;
  onItsWay: Socket | null;
  isLeaving: boolean;
  /** Called when nothing is on its way to it. */
  onFree: (() => void) | null;
}

/** Connections that may wait to be accepted, up to the kernel's limit. */
const backlog = 4096;
/** Accepted connections that wait for a process. Further ones get 503. */
const maxWaiting = 4096;
/** Milliseconds that a connection waits for a process: longer than a process takes to start. */
const maxWaitMs = 30_000;
/** Milliseconds in which a listener that closes accepts what waits in the kernel. */
const acceptMs = 50;
/** Milliseconds in which processes take the accepted connections when the listener closes. */
const maxHandOverMs = 5000;
/** Milliseconds until the last messages of a process that exited have been read. */
const lastMessagesMs = 100;

const unavailable =
  'HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Listens on an address for the lifetime of the parent, so that a restart of the processes refuses no connection. A
 * connection waits while no process can take it. One that a process has not taken when it exits goes to another.
 * Rejects when the address cannot be used.
 */
export async function openListener(name: PortName, address: Address): Promise<Listener> {
  const waiting: { socket: Socket; timer: NodeJS.Timeout }[] = [];
  /** Those that are free come in turn. */
  let takers: Taker[] = [];
  let isClosed = false;
  let onSettled: (() => void) | null = null;

  const wait = (socket: Socket, isFirst: boolean) => {
    if (waiting.length >= maxWaiting) return closeWithResponse(socket, unavailable);
    const entry = {
      socket,
      timer: setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        closeWithResponse(socket, unavailable);
      }, maxWaitMs),
    };
    entry.timer.unref();
    if (isFirst) waiting.unshift(entry);
    else waiting.push(entry);
  };
  /** Whether processes have taken all connections that they ever will. */
  const isSettled = () => {
    const canTake = takers.some(({ isLeaving, child }) => !isLeaving && child.connected);
    return (waiting.length === 0 || !canTake) && takers.every(({ onItsWay }) => !onItsWay);
  };
  const rejectWaiting = () => {
    for (const { socket, timer } of waiting.splice(0)) {
      clearTimeout(timer);
      closeWithResponse(socket, unavailable);
    }
  };
  const handOver = () => {
    while (waiting.length > 0) {
      const index = takers.findIndex(({ onItsWay, isLeaving, child }) => !onItsWay && !isLeaving && child.connected);
      const taker = takers[index];
      const next = taker && waiting.shift();
      if (!taker || !next) break;
      takers.push(...takers.splice(index, 1));
      clearTimeout(next.timer);
      taker.onItsWay = next.socket;
      // It stays open here until the process has taken it. A process that has just died takes nothing.
      taker.child.send({ type: 'connection', port: name }, next.socket, { keepOpen: true }, () => undefined);
    }
    if (isSettled()) onSettled?.();
  };
  const free = (taker: Taker) => {
    taker.onItsWay = null;
    taker.onFree?.();
  };
  const drop = (taker: Taker) => {
    takers = takers.filter((each) => each !== taker);
    if (taker.onItsWay) wait(taker.onItsWay, true);
    free(taker);
    handOver();
    if (isClosed) rejectWaiting();
  };

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    // A client that is gone is noticed by the process that takes its connection.
    socket.on('error', () => undefined);
    wait(socket, false);
    handOver();
  });
  await listen(server, { ...address, backlog });

  return {
    add(child) {
      const taker: Taker = { child, onItsWay: null, isLeaving: false, onFree: null };
      takers.push(taker);
      child.once('exit', () => setTimeout(() => drop(taker), lastMessagesMs));
      handOver();
    },
    async remove(child) {
      const taker = takers.find((each) => each.child === child);
      if (!taker) return;
      taker.isLeaving = true;
      if (taker.onItsWay) {
        await new Promise<void>((resolve) => {
          taker.onFree = resolve;
        });
      }
      takers = takers.filter((each) => each !== taker);
    },
    taken(child) {
      const taker = takers.find((each) => each.child === child);
      if (!taker) return;
      // Closed here alone: the process has it.
      taker.onItsWay?.destroy();
      free(taker);
      handOver();
    },
    async close() {
      // Connections that wait in the kernel would be reset.
      await pause(acceptMs);
      server.close();
      if (!isSettled()) {
        await new Promise<void>((resolve) => {
          onSettled = resolve;
          setTimeout(resolve, maxHandOverMs).unref();
        });
      }
      isClosed = true;
      rejectWaiting();
    },
  };
}

function listen(server: Server, address: Address & { backlog: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
