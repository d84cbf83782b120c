import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that are opened at the same time: fewer than may wait to be accepted. */
const batchSize = 256;

/** Keep-alive connections to a port of this machine: a request takes the one that is free longest, or opens a new one. */
export class ConnectionPool {
  readonly #idle = new Set<Connection>();
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Opens this many connections, and resolves when they are established. */
  async open(count: number): Promise<void> {
    for (let opened = 0; opened < count; opened += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - opened) }, () => this.#connect());
      await Promise.all(batch.map((connection) => connection.opened()));
      for (const connection of batch) this.#idle.add(connection);
    }
  }

  /**
   * Sends a request as its text; calls back with the response, or with null when the connection is lost before it is
   * complete.
   */
  send(request: string, onResponse: (answer: string | null) => void): void {
    this.#take().send(request, onResponse);
  }

  #take(): Connection {
    for (const connection of this.#idle) {
      this.#idle.delete(connection);
      if (connection.isOpen) return connection;
    }
    return this.#connect();
  }

  #connect(): Connection {
    return new Connection(this.#port, (connection) => this.#idle.add(connection));
  }
}

/** A connection that handles one request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly #onIdle: (connection: Connection) => void;
  #chunks: string[] = [];
  #lacking = -1;
  #onResponse: ((answer: string | null) => void) | null = null;

  constructor(port: number, onIdle: (connection: Connection) => void) {
    this.#onIdle = onIdle;
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => this.#end(null));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Resolves when the connection is established; rejects when it cannot be. */
  async opened(): Promise<void> {
    await once(this.#socket, 'connect');
  }

  send(request: string, onResponse: (answer: string | null) => void): void {
    this.#onResponse = onResponse;
    this.#socket.write(request);
  }

  #take(text: string): void {
    this.#chunks.push(text);
    if (this.#lacking < 0) {
      const all = this.#chunks.join('');
      const headEnd = all.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(all)?.[1] ?? '0';
      this.#lacking = headEnd + 4 + Number(length) - all.length;
    } else {
      this.#lacking -= text.length;
    }
    if (this.#lacking > 0) return;
    const answer = this.#chunks.join('');
    this.#chunks = [];
    this.#lacking = -1;
    this.#onIdle(this);
    this.#end(answer);
  }

  #end(answer: string | null): void {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse?.(answer);
  }
}
