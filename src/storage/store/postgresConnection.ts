import type { Socket } from 'node:net';
import {
  cutFrames,
  errorFrame,
  frameOf,
  neededBytes,
  typeOf,
  watchResponse,
  type Frame,
  type ResponseWatch,
  queryFrame,
} from './postgresFrames.ts';
import { PreparedStatements } from './preparedStatements.ts';
import { resetSession } from './resetSession.ts';
import type { Turns } from './turns.ts';
import type { Engine } from './engine.ts';

/** Ends an open extended batch, then an open transaction. */
const rollback = Buffer.concat([frameOf('S', Buffer.alloc(0)), queryFrame('ROLLBACK')]);

/** Rolls back the transaction of a disconnected client. */
async function rollbackSession(engine: Engine): Promise<void> {
  await engine.exec(rollback, () => undefined);
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
const flush = frameOf('H', Buffer.alloc(0));
/**
 * Sent after every message that may start a COPY FROM STDIN: the engine would wait for rows forever and then stop
 * completely. Where no copy has started, PostgreSQL ignores it.
 */
const refuseCopy = frameOf('f', Buffer.from('COPY FROM STDIN is not supported by the embedded store\0'));
/** Query, FunctionCall, Parse, Bind, Describe, Execute, Close, Flush, Sync: the messages that the engine accepts. */
const engineTypes = 'QFPBDECHS';
/** Those of them that may be long. */
const longTypes = 'QFPB';
/** Maximum frame of the other types (PostgreSQL's PQ_SMALL_MESSAGE_LIMIT). */
const shortFrame = 10_000;
/** Types of copied rows, and of passwords. */
const ignoredTypes = 'dcfp';

/**
 * One client: collects its messages into batches, runs them in its turn, and leaves nothing of its own in the session.
 */
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
  #isRefused = false;
  #release: (() => void) | null = null;
  /** Whether the engine has reported ready since the client's last message to it. */
  #isSynced = true;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Milliseconds that this turn has waited for the client. */
  #idleMs = 0;
  #idleSince = 0;
  readonly #statements = new PreparedStatements();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    // A connection reset is followed by 'close', which cleans up.
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

  /** Disconnects the client; its open transaction is rolled back. */
  end(): void {
    this.#options.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#isRefused) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // A long message arrives in many pieces: join them once, not at each.
    if (this.#size < this.#needed) return;
    try {
      let bytes: Buffer = Buffer.concat(this.#chunks);
      if (!this.#isStarted) bytes = this.#startUp(bytes);
      if (this.#isStarted) {
        const { frames, remaining } = cutFrames(bytes, false);
        bytes = remaining;
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
    const { frames, remaining } = cutFrames(bytes, true);
    const packet = frames[0];
    if (!packet) return bytes;
    const code = packet.length >= 8 ? packet.readInt32BE(4) : 0;
    if (code === sslRequest || code === gssRequest) {
      this.#options.socket.write('N');
      return this.#startUp(remaining);
    }
    if (code !== protocol3) {
      // Statements cannot be canceled: one runs to its end before the next message is read.
      this.end();
      return Buffer.alloc(0);
    }
    this.#isStarted = true;
    this.#options.socket.write(this.#options.greeting);
    return remaining;
  }

  #take(frame: Frame): void {
    const type = typeOf(frame);
    if (type === 'X') return this.end();
    // The socket's folder admits clients, so passwords are ignored; a copy was rejected before the client sent rows.
    if (ignoredTypes.includes(type)) return;
    // The engine would take the frame for a broken connection, and never respond to any client again.
    if (!engineTypes.includes(type)) throw new Error(`invalid frontend message type ${frame[0]}`);
    if (!longTypes.includes(type) && frame.length > shortFrame) throw new Error('invalid message length');
    this.#batch.push(frame);
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
    this.#release ??= await this.#options.turns.take();
    if (this.#isGone) return;
    await this.#prepareFor(batch);
    const watch = await this.#exec(batch, (chunk) => this.#write(chunk));
    this.#statements.apply(batch, watch.counts());
    if (watch.state() === null && mustGetReady(batch, this.#isSynced)) {
      throw new Error('The engine has ended the session');
    }
    this.#isSynced = watch.state() !== null;
    if (watch.state() === 'I') await this.#endTurn();
    else this.#startIdleTimer();
  }

  /** Prepares again the statements that the batch uses. An error there is the client's response. */
  async #prepareFor(batch: readonly Frame[]): Promise<void> {
    const missing = this.#statements.missingFor(batch);
    if (missing.length === 0) return;
    const reply: Buffer[] = [];
    const watch = await this.#exec([...missing, flush], (chunk) => reply.push(Buffer.from(chunk)));
    this.#statements.apply(missing, watch.counts());
    const { frames } = cutFrames(Buffer.concat(reply), false);
    for (const frame of frames) if (typeOf(frame) !== '1') this.#write(frame);
  }

  async #exec(frames: readonly Frame[], onReply: (chunk: Uint8Array) => void): Promise<ResponseWatch> {
    const watch = watchResponse();
    const bytes = frames.flatMap((frame) => ('QE'.includes(typeOf(frame)) ? [frame, refuseCopy] : [frame]));
    await this.#options.engine.exec(Buffer.concat(bytes), (chunk) => {
      watch.push(chunk);
      onReply(chunk);
    });
    return watch;
  }

  #write(chunk: Uint8Array): void {
    // The engine reuses its memory: the bytes must be copied before they wait in the socket.
    if (this.#options.socket.writable) this.#options.socket.write(Buffer.from(chunk));
  }

  async #leave(): Promise<void> {
    if (!this.#release) return;
    await rollbackSession(this.#options.engine);
    await this.#endTurn();
  }

  /**
   * Resets the session before the next client gets it. If that fails, the turn is never released, and the store ends.
   */
  async #endTurn(): Promise<void> {
    this.#isSynced = true;
    this.#statements.endTurn();
    const changedBack = await resetSession(this.#options.engine);
    if (changedBack.length > 0) this.#write(changedBack);
    this.#release?.();
    this.#release = null;
    this.#idleMs = 0;
  }

  #startIdleTimer(): void {
    this.#stopIdleTimer();
    this.#idleTimer = setTimeout(
      () => this.#refuse('25P03', 'terminating connection due to idle-in-transaction timeout'),
      Math.max(0, this.#options.idleInTransactionMs - this.#idleMs),
    );
    this.#idleSince = performance.now();
  }

  #stopIdleTimer(): void {
    if (!this.#idleTimer) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    this.#idleMs += performance.now() - this.#idleSince;
  }

  #refuse(code: string, message: string): void {
    this.#isRefused = true;
    this.#options.socket.write(errorFrame('FATAL', code, message));
    this.#options.socket.destroySoon();
  }
}

/**
 * Whether ReadyForQuery must follow a batch. A simple query gets none when it is skipped as part of a faulty extended
 * one.
 */
function mustGetReady(batch: readonly Frame[], isSynced: boolean): boolean {
  const last = batch.at(-1);
  return last !== undefined && (typeOf(last) === 'S' || (batch.length === 1 && isSynced && typeOf(last) !== 'H'));
}
