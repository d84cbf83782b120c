import { join } from 'node:path';
import { openPglite } from './openPglite.ts';
import { listenForPostgres } from './postgresSocket.ts';
import { makeSocketFolder } from './socketFolder.ts';

/** The PostgreSQL half of the store. */
export interface RunningPostgres {
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * Runs PGlite in `<dataDir>/postgres` behind a Unix socket in a folder that only this user can enter; that folder is
 * what admits a client, there is no password. All clients share one session in turns: `SET` outside a transaction and
 * session advisory locks are everybody's, so use `SET LOCAL` and transaction locks. LISTEN and COPY FROM STDIN are not
 * available. `onBroken` is told when the engine has died.
 */
export async function startPostgres(dataDir: string, onBroken: (error: Error) => void): Promise<RunningPostgres> {
  const { folder, socket } = makeSocketFolder(dataDir);
  const database = await openPglite(join(dataDir, 'postgres'));
  const server = await listenForPostgres({
    engine: database.engine,
    path: socket,
    maxConnections: 200,
    idleInTransactionMs: 30_000,
    onBroken,
  });
  return {
    databaseUrl: `postgres://bidhouse@/postgres?host=${encodeURIComponent(folder)}`,
    async close() {
      await server.close();
      await database.close();
    },
  };
}
