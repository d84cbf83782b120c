import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorText } from '#runtime/log/describeError.ts';
import { isInsertLockWanted, lockClient, takeInsertLock } from './withServerLock.ts';

/** A loader that can be held. */
export interface HeldLoader {
  /** Runs work while it inserts nothing. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work while it has nothing to insert. Rejects when the signal fires before. */
  whileEmpty<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A worker’s share of the lock of inserts. */
export interface InsertLock {
  /** From now on, gives the share back when a node wants to change tables, and takes it again afterwards. */
  follow(loader: HeldLoader): void;
  close(): Promise<void>;
}

export interface InsertLockOptions {
  /** Called with what the operator should know. */
  warn: (text: string) => void;
  /** Time between two looks whether a node waits, in milliseconds. */
  pollMs?: number;
}

/**
 * Takes a share of the lock of inserts, which each worker of a shared PostgreSQL server holds while it may insert: a node
 * that changes tables (`withServerLock`, `inserts`) waits until all workers have finished their segments and hold none.
 * Waits itself while a node changes tables. While PostgreSQL is unavailable, there is no lock, and no node changes tables.
 */
export async function shareInsertLock(
  databaseUrl: string,
  { warn, pollMs = 2000 }: InsertLockOptions,
): Promise<InsertLock> {
  const onWait = () => warn('Loading waits while a node changes tables');
  const stopping = new AbortController();
  let following: Promise<void> | null = null;
  let held: Client | null = await connect(databaseUrl);
  await takeInsertLock(held, onWait);

  const giveBack = async (client: Client, loader: HeldLoader) => {
    await loader.whileEmpty(async () => {
      await client.query('COMMIT');
      await takeInsertLock(client, onWait);
    }, stopping.signal);
  };
  const takeAgain = async (loader: HeldLoader) => {
    const client = await connect(databaseUrl);
    await loader.exclusively(() => takeInsertLock(client, onWait));
    return client;
  };
  const follow = async (loader: HeldLoader) => {
    while (!stopping.signal.aborted) {
      await pauseFor(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        if (held === null) held = await takeAgain(loader);
        else if (await isInsertLockWanted(held)) await giveBack(held, loader);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (held !== null) warn(`The lock of inserts is lost and taken again: ${errorText(error)}`);
        await held?.end().catch(() => undefined);
        held = null;
      }
    }
  };
  return {
    follow(loader) {
      following = follow(loader);
    },
    async close() {
      stopping.abort();
      // Also ends a statement that waits for the lock.
      await held?.end().catch(() => undefined);
      await following;
    },
  };
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = lockClient(databaseUrl);
  // The next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
