import type { Socket } from 'node:net';
import {
  cutFrames,
  errorFrame,
  frameOf,
  neededBytes,
  parsedName,
  queryFrame,
  readyFrame,
  renameStatement,
  statementOf,
  typeOf,
  watchReadyState,
  type Frame,
} from './postgresFrames.ts';
import type { Turns } from './turns.ts';

/** A PostgreSQL backend with one session. */
export interface Engine {
  /** Runs protocol messages and hands out the reply in pieces. Rejects only when the engine is beyond repair. */
  exec(messages: Uint8Array, onReply: (chunk: Uint8Array) => void): Promise<void>;
}

interface ConnectionOptions {
  id: number;
  socket: Socket;
  engine: Engine;
  turns: Turns;
  greeting: Buffer;
  idleInTransactionMs: number;
  onBroken(error: Error): void;
}

const protocol3 = 196_608;
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
/** Ends what may have been begun: an extended batch first, then a transaction. */
const cleanUp = Buffer.concat([frameOf('S', Buffer.alloc(0)), queryFrame('ROLLBACK')]);

/** One client: gathers its messages into batches and runs them in its turn. */
export class PostgresConnection {
  /** Resolves when the client is gone and nothing of it is left in the engine. */
  readonly closed: Promise<void>;
  readonly #options: ConnectionOptions;
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #isStarted = false;
  #batch: Frame[] = [];
  #work: Promise<void> = Promise.resolve();
  #isGone = false;
  #release: (() => void) | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  readonly #statements = new Set<string>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    // A reset connection is followed by 'close', which cleans up.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#isGone = true;
        this.#stopIdleTimer();
        this.#then(() => this.#leave());
        void this.#work.then(resolve);
      });
    });
  }

  /** Cuts the client off; what it has begun is rolled back. */
  end(): void {
    this.#options.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // A long message arrives in many pieces: join them once, not at each.
    if (this.#size < this.#needed) return;
    try {
      let bytes: Buffer = Buffer.concat(this.#chunks);
      if (!this.#isStarted) bytes = this.#startUp(bytes);
      if (this.#isStarted) {
        const { frames, rest } = cutFrames(bytes, false);
        bytes = rest;
        for (const frame of frames) this.#take(frame);
      }
      this.#chunks = bytes.length > 0 ? [bytes] : [];
      this.#size = bytes.length;
      this.#needed = this.#isStarted ? neededBytes(bytes) : 0;
    } catch (error) {
      this.#refuse('08P01', error instanceof Error ? error.message : 'protocol violation');
    }
  }

  #startUp(bytes: Buffer): Buffer {
    const { frames, rest } = cutFrames(bytes, true);
    const packet = frames[0];
    if (!packet) return bytes;
    const code = packet.length >= 8 ? packet.readInt32BE(4) : 0;
    if (code === sslRequest || code === gssRequest) {
      this.#options.socket.write('N');
      return this.#startUp(rest);
    }
    if (code !== protocol3) {
      // Nothing can be cancelled here: a statement runs to its end before the next message is read.
      this.end();
      return Buffer.alloc(0);
    }
    this.#isStarted = true;
    this.#options.socket.write(this.#options.greeting);
    return rest;
  }

  #take(frame: Frame): void {
    const type = typeOf(frame);
    if (type === 'X') return this.end();
    // Password messages: the folder of the socket is what admits a client.
    // Rows of a copy: it was refused, the client may have sent them before it knew.
    if (type === 'p' || type === 'd' || type === 'c' || type === 'f') return;
    this.#batch.push(renameStatement(frame, `c${this.#options.id}_`));
    if (type !== 'Q' && type !== 'S' && type !== 'H' && type !== 'F') return;
    const batch = this.#batch;
    this.#batch = [];
    this.#then(() => this.#run(batch));
  }

  #then(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.end();
      this.#options.onBroken(error instanceof Error ? error : new Error(String(error)));
    });
  }

  async #run(batch: Frame[]): Promise<void> {
    if (this.#isGone) return;
    this.#stopIdleTimer();
    // The engine would wait for copied rows for ever and then stop as a whole.
    if (batch.some((frame) => /^\s*copy\b[^;]*\bfrom\s+stdin\b/i.test(statementOf(frame) ?? ''))) {
      const { socket } = this.#options;
      socket.write(errorFrame('ERROR', '0A000', 'COPY FROM STDIN is not supported by the embedded store'));
      socket.write(readyFrame(this.#release ? 'T' : 'I'));
      if (this.#release) this.#startIdleTimer();
      return;
    }
    this.#release ??= await this.#options.turns.take();
    if (this.#isGone) return;
    for (const frame of batch) if (typeOf(frame) === 'P' && parsedName(frame)) this.#statements.add(parsedName(frame));
    const watch = watchReadyState();
    await this.#options.engine.exec(Buffer.concat(batch), (chunk) => {
      watch.push(chunk);
      // The engine reuses its memory: the bytes must be copied before they wait in the socket.
      if (this.#options.socket.writable) this.#options.socket.write(Buffer.from(chunk));
    });
    if (watch.state() === 'I') this.#giveUpTurn();
    else this.#startIdleTimer();
  }

  async #leave(): Promise<void> {
    const { engine, turns } = this.#options;
    if (!this.#release && this.#statements.size === 0) return;
    this.#release ??= await turns.take();
    const closing = [...this.#statements].map((name) => frameOf('C', Buffer.from(`S${name}\0`)));
    await engine.exec(cleanUp, () => undefined);
    if (closing.length > 0) {
      await engine.exec(Buffer.concat([...closing, frameOf('S', Buffer.alloc(0))]), () => undefined);
    }
    this.#giveUpTurn();
  }

  #giveUpTurn(): void {
    this.#release?.();
    this.#release = null;
  }

  #startIdleTimer(): void {
    this.#stopIdleTimer();
    this.#idleTimer = setTimeout(
      () => this.#refuse('25P03', 'terminating connection due to idle-in-transaction timeout'),
      this.#options.idleInTransactionMs,
    );
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  #refuse(code: string, message: string): void {
    this.#options.socket.write(errorFrame('FATAL', code, message));
    this.#options.socket.destroySoon();
  }
}
