import type { Socket } from 'node:net';
import type { AddressGuard } from './addressGuard.ts';
import type { OutgoingCall } from './outgoingCall.ts';
import { BidConnection, type ConnectionOwner, type ConnectionTimeouts } from './bidConnection.ts';
import { connectSocket, type ServerAddress, type SocketHandlers } from './connectSocket.ts';
import type { FetchFailure } from './fetchFailure.ts';

/** Options of all pools of a bid poster. */
export interface PoolOptions {
  mayCall: AddressGuard | null;
  timeouts: ConnectionTimeouts;
  /** Maximum connections to one server. */
  maxConnections: number;
  readBuffer: Buffer;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Has `sendWaiting` called after what the event loop has received has been handled. */
  schedule: (pool: BidPool) => void;
}

/** The persistent connections to one server, and the calls that wait for one. */
export class BidPool implements ConnectionOwner {
  readonly timeouts: ConnectionTimeouts;
  readonly now: () => number;
  readonly #address: ServerAddress;
  readonly #options: PoolOptions;
  /**
   * In order of arrival. A Set would retain finished calls: its outgrown tables refer to the later ones, and one that is
   * old keeps them all until a full collection.
   */
  #waiting: OutgoingCall[] = [];
  readonly #connections = new Set<BidConnection>();
  /** Connections without a call; the last one was used last. */
  #idle: BidConnection[] = [];
  /** Connections whose response was received in this turn of the event loop: the server may be closing them. */
  #released: BidConnection[] = [];
  #connecting = 0;
  #session: Buffer | undefined;

  constructor(address: ServerAddress, options: PoolOptions) {
    this.#address = address;
    this.#options = options;
    this.timeouts = options.timeouts;
    this.now = options.now;
  }

  /** Whether it has neither connections nor calls. */
  get isEmpty(): boolean {
    return this.#connections.size === 0 && this.#waiting.length === 0;
  }

  /** Open connections, including those that are being established. */
  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Calls that wait for a connection. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Adds a call, which is sent in this turn of the event loop if a connection is idle. */
  add(call: OutgoingCall): void {
    this.#waiting.push(call);
    this.#options.schedule(this);
  }

  /** Ends a call without a result. */
  giveUp(call: OutgoingCall): void {
    call.onResult = null;
    const index = this.#waiting.indexOf(call);
    if (index !== -1) this.#waiting.splice(index, 1);
    call.connection?.giveUp();
  }

  /** Sends the waiting calls on idle connections, and opens connections for the others. */
  sendWaiting(): void {
    const now = this.now();
    let sent = 0;
    for (const call of this.#waiting) {
      const connection = this.#takeIdle(now);
      if (!connection) break;
      sent += 1;
      connection.send(call);
    }
    this.#waiting.splice(0, sent);
    const missing = this.#waiting.length - this.#connecting - this.#released.length;
    const room = this.#options.maxConnections - this.#connections.size;
    for (let count = Math.min(missing, room); count > 0; count -= 1) {
      this.#connecting += 1;
      this.#connections.add(new BidConnection(this));
    }
    if (this.#released.length === 0) return;
    this.#idle.push(...this.#released);
    this.#released = [];
    if (this.#waiting.length > 0) this.#options.schedule(this);
  }

  /** Closes the connections whose time has run out. */
  closeOverdue(now: number): void {
    for (const connection of this.#connections) connection.closeIfOverdue(now);
  }

  /** Closes all connections. All calls fail. */
  close(): void {
    for (const call of this.#waiting) failLater(call, 'conn_error');
    this.#waiting = [];
    for (const connection of this.#connections) connection.close('conn_error');
  }

  open(handlers: SocketHandlers): Socket {
    const { mayCall, readBuffer } = this.#options;
    const session = this.#session;
    const onSession = (established: Buffer) => (this.#session = established);
    return connectSocket(this.#address, { mayCall, readBuffer, session, onSession, ...handlers });
  }

  onConnected(connection: BidConnection): void {
    this.#connecting -= 1;
    this.#idle.push(connection);
    this.#options.schedule(this);
  }

  onReleased(connection: BidConnection): void {
    this.#released.push(connection);
    this.#options.schedule(this);
  }

  onClosed(connection: BidConnection, failure: FetchFailure | null): void {
    this.#connections.delete(connection);
    this.#idle = this.#idle.filter((each) => each !== connection);
    this.#released = this.#released.filter((each) => each !== connection);
    if (failure !== null) {
      this.#connecting -= 1;
      this.#waiting.shift()?.onResult?.({ ok: false, reason: failure });
    }
    if (this.#waiting.length > 0) this.#options.schedule(this);
  }

  #takeIdle(now: number): BidConnection | null {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection) return null;
      if (connection.isUsable(now)) return connection;
      connection.close('conn_error');
    }
  }
}

/** Reports a failure after the current turn. */
export function failLater(call: OutgoingCall, reason: FetchFailure): void {
  queueMicrotask(() => call.onResult?.({ ok: false, reason }));
}
