import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BusyMark } from '#runtime/busyMark.ts';
import { holderOf, lockFile } from '../lockFile.ts';
import { startClickHouse } from './startClickHouse.ts';
import { startPostgres } from './startPostgres.ts';

/** Both databases of the embedded mode, running. */
export interface RunningStore {
  /** For `pg`: a Unix socket that only this user can access. The same after every start on the same folder. */
  databaseUrl: string;
  /** For `@clickhouse/client`: 127.0.0.1 with user and password. */
  clickhouseUrl: string;
  close(): Promise<void>;
}

/** Data folder of the store, and its previous URL. */
export interface StoreOptions {
  dataDir: string;
  /** The `clickhouseUrl` of the previous start, if any: the store listens there again. */
  clickhouseUrl?: string;
  /** Runs every statement that blocks this process. */
  busy?: BusyMark;
  /** Time that a client may leave a transaction idle, in ms; see startPostgres. */
  idleInTransactionMs?: number;
}

/**
 * Runs PGlite and chDB in this process, which then owns their folders: a second process gets an Error that names it.
 * The process must have been started with UV_THREADPOOL_SIZE of 32 or more in its environment (libuv reads it once, so
 * setting it later does nothing), and should do nothing else. It may be killed at any moment.
 */
export async function startStore({
  dataDir,
  clickhouseUrl,
  busy,
  idleInTransactionMs,
}: StoreOptions): Promise<RunningStore> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'store.lock');
  const lock = lockFile(path);
  if (!lock) throw new Error(`The databases in ${folder} are in use by ${holderOf(path)}.`);
  const [postgres, clickhouse] = await Promise.allSettled([
    startPostgres(folder, exitOnFailure, busy, idleInTransactionMs),
    startClickHouse(folder, clickhouseUrl),
  ]);
  const running = [postgres, clickhouse].flatMap((half) => (half.status === 'fulfilled' ? [half.value] : []));
  const close = async () => {
    await Promise.all(running.map((half) => half.close()));
    lock.release();
  };
  if (postgres.status === 'rejected' || clickhouse.status === 'rejected') {
    await close();
    throw [postgres, clickhouse].find((half) => half.status === 'rejected')?.reason;
  }
  return { databaseUrl: postgres.value.databaseUrl, clickhouseUrl: clickhouse.value.clickhouseUrl, close };
}

/** A dead engine responds no more: the process ends, and its supervisor restarts it. */
function exitOnFailure(error: Error): void {
  setImmediate(() => {
    throw new Error(`The embedded PostgreSQL has stopped: ${error.message}`, { cause: error });
  });
}
