import { createServer, type Server, type Socket } from 'node:net';
import { unlinkSync } from 'node:fs';
import { createTurns } from './turns.ts';
import { PostgresConnection } from './postgresConnection.ts';
import type { Engine } from './engine.ts';
import { errorFrame } from './postgresFrames.ts';

export interface PostgresSocketOptions {
  /** The one session that every client shares in turns. */
  engine: Engine;
  /** Path of the Unix socket. */
  path: string;
  /** Maximum connections; further ones are rejected with 53300 (too_many_connections). */
  maxConnections: number;
  /** Maximum time that a client may leave a transaction idle before it is rolled back and disconnected. */
  idleInTransactionMs: number;
  /** Called once when the engine itself has died; no further responses are possible. */
  onBroken(error: Error): void;
}

/**
 * Serves PostgreSQL's protocol on a Unix socket for an engine with a single session. Clients take turns: a turn lasts
 * from a client's first message to the ReadyForQuery that reports idle, so a transaction is never interleaved with
 * another client's statements, and a client that disconnects inside one is rolled back. The session is reset at the end
 * of each turn (`resetSession`), so that no client sees the settings of another.
 */
export async function listenForPostgres(options: PostgresSocketOptions): Promise<{ close(): Promise<void> }> {
  const turns = createTurns();
  const connections = new Set<PostgresConnection>();
  let nextId = 1;
  // The greeting is fetched once and replayed: a startup packet in the engine would reset other clients' session.
  const greeting = await fetchGreeting(options.engine);
  const server = createServer((socket) => accept(socket));

  function accept(socket: Socket): void {
    if (connections.size >= options.maxConnections) {
      socket.on('error', () => undefined);
      // Read on, so that the client's disconnect is noticed; a client that never disconnects is not waited for.
      socket.resume();
      socket.setTimeout(2000, () => socket.destroy());
      socket.end(errorFrame('FATAL', '53300', 'sorry, too many clients already'));
      return;
    }
    const connection = new PostgresConnection({ ...options, id: nextId, socket, turns, greeting });
    nextId += 1;
    connections.add(connection);
    void connection.closed.then(() => connections.delete(connection));
  }

  // The store is locked by now: an existing socket file is left from a killed process.
  removeFile(options.path);
  await listen(server, options.path);
  return {
    async close() {
      const stopped = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const all = [...connections];
      for (const connection of all) connection.end();
      await Promise.all([stopped, ...all.map((each) => each.closed)]);
    },
  };
}

async function fetchGreeting(engine: Engine): Promise<Buffer> {
  const words = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const startup = Buffer.alloc(8 + words.length);
  startup.writeInt32BE(startup.length, 0);
  startup.writeInt32BE(196_608, 4);
  words.copy(startup, 8);
  const chunks: Buffer[] = [];
  await engine.exec(startup, (chunk) => chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
