import { connect, type Socket } from 'node:net';

/** Keep-alive connections to a port of this machine: a request takes a free one, or opens a new one. */
export class ConnectionPool {
  readonly #idle: Connection[] = [];
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends a request as its text; calls back with the response, or with null when the connection is lost before it is
   * complete.
   */
  send(request: string, onResponse: (answer: string | null) => void): void {
    let free = this.#idle.pop();
    while (free && !free.isOpen) free = this.#idle.pop();
    free ??= new Connection(this.#port, (connection) => this.#idle.push(connection));
    free.send(request, onResponse);
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
    this.#end(answer);
    this.#onIdle(this);
  }

  #end(answer: string | null): void {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse?.(answer);
  }
}
