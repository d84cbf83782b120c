import { dirname, join } from 'node:path';
import type { BusyMark } from '#runtime/busyMark.ts';
import { makeSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import { openPglite } from './openPglite.ts';
import { listenForPostgres } from './postgresSocket.ts';

/** Name of the socket that PostgreSQL clients look for in a folder. */
const socketName = '.s.PGSQL.5432';

/** The PostgreSQL half of the store. */
export interface RunningPostgres {
  databaseUrl: string;
  close(): Promise<void>;
}

/** The URL of the PostgreSQL that runs in a data folder. */
export function embeddedDatabaseUrl(dataDir: string): string {
  return `postgres://bidhouse@/postgres?host=${encodeURIComponent(dirname(socketPathOf(dataDir, socketName)))}`;
}

/**
 * Runs PGlite in `<dataDir>/postgres` behind a Unix socket in a folder that only this user can enter; access to that
 * folder admits a client, there is no password. All clients share one session in turns, and a client's settings last
 * until its transaction, or its statement outside of one, ends: `SET`, roles, temporary tables, session advisory locks.
 * Prepared statements stay each client's own. LISTEN and COPY FROM STDIN are not available. `onBroken` is called when
 * the engine has died; `busy` runs every statement, because the engine runs in this thread. `idleInTransactionMs`:
 * time that a client may leave a transaction idle, in total.
 */
export async function startPostgres(
  dataDir: string,
  onBroken: (error: Error) => void,
  busy: BusyMark = { during: (work) => work() },
  idleInTransactionMs = 30_000,
): Promise<RunningPostgres> {
  const socket = socketPathOf(dataDir, socketName);
  makeSocketFolder(socket);
  const database = await openPglite(join(dataDir, 'postgres'));
  const server = await listenForPostgres({
    engine: {
      exec: (messages, onReply) => busy.during(() => database.engine.exec(messages, onReply)),
    },
    path: socket,
    maxConnections: 200,
    idleInTransactionMs,
    onBroken,
  });
  return {
    databaseUrl: embeddedDatabaseUrl(dataDir),
    async close() {
      await server.close();
      await database.close();
    },
  };
}
