import { setTimeout as pauseFor } from 'node:timers/promises';
import { errorText } from '#runtime/log/describeError.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { isInsertLockWanted, lockClient, takeInsertLock } from './withServerLock.ts';

/** A loader that can pause. */
export interface PausableLoader {
  /** Runs work while it inserts nothing. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work while it has nothing to insert. Rejects when the signal fires before. */
  whileEmpty<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A worker’s share of the lock of inserts. */
export interface InsertLock {
  /** From now on, gives the share back when a node wants to change tables, and takes it again afterwards. */
  follow(loader: PausableLoader): void;
  /** Ends waiting for the share, so that the loader can be stopped. */
  stopWaiting(): void;
  /** Gives the share back, when the loader has been stopped. */
  close(): Promise<void>;
}

export interface InsertLockOptions {
  /** Called with what the operator should know. */
  warn: (text: string) => void;
  /** Time between two looks whether a node waits, in milliseconds. */
  pollMs?: number;
}

/** Time after which a connection without a response counts as lost: less than that after which a node counts as stopped. */
const timeoutMs = 5000;

/**
 * Takes a share of the lock of inserts, which each worker of a shared PostgreSQL server has while it may insert: a node
 * that changes tables (`withServerLock`, `inserts`) waits until all workers have finished their segments and have none.
 * Waits itself while a node changes tables. If the connection is lost, nothing more is inserted until it has a share again.
 */
export async function shareInsertLock(
  databaseUrl: string,
  { warn, pollMs = 2000 }: InsertLockOptions,
): Promise<InsertLock> {
  const stopping = new AbortController();
  let following: Promise<void> | null = null;
  let hasShare = false;
  /** Ends the pause between two looks. */
  let lost = new AbortController();

  const connect = async () => {
    const opened = lockClient(databaseUrl);
    const losing = new AbortController();
    lost = losing;
    // The next statement fails.
    opened.on('error', () => losing.abort());
    opened.on('end', () => losing.abort());
    await opened.connect();
    return opened;
  };
  let client = await connect();
  const take = async () => {
    await takeInsertLock(client, () => warn('Loading waits while a node changes tables'));
    hasShare = true;
  };
  /** Takes a share, by new connections as often as necessary. Without one when this is stopping. */
  const takeAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await take();
      } catch {
        void client.end().catch(() => undefined);
        await pauseFor(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (!stopping.signal.aborted) client = await connect().catch(() => client);
      }
    }
  };
  /** Lets a waiting node change tables. */
  const returnShare = (loader: PausableLoader) =>
    loader.whileEmpty(async () => {
      hasShare = false;
      await client.query('COMMIT').catch(() => undefined);
      await takeAgain();
    }, stopping.signal);
  const step = async (loader: PausableLoader) => {
    const isWanted = await withTimeout(timeoutMs, isInsertLockWanted(client));
    if (isWanted === null) throw new Error('PostgreSQL does not respond');
    if (isWanted) await returnShare(loader);
  };
  const follow = async (loader: PausableLoader) => {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, lost.signal]);
      await pauseFor(pollMs, undefined, { signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await step(loader);
      } catch (error) {
        if (stopping.signal.aborted) return;
        warn(`Loading waits: the lock of inserts is lost, and is taken again: ${errorText(error)}`);
        hasShare = false;
        void client.end().catch(() => undefined);
        const taken = takeAgain();
        await Promise.all([taken, loader.exclusively(() => taken)]);
      }
    }
  };
  const stopWaiting = () => {
    stopping.abort();
    // Ends the statement that waits.
    if (!hasShare) void client.end().catch(() => undefined);
  };
  await take();
  return {
    follow(loader) {
      following = follow(loader);
    },
    stopWaiting,
    async close() {
      stopWaiting();
      await following;
      await client.end().catch(() => undefined);
    },
  };
}
