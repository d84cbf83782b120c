import { childrenOf } from '../../e2e/childrenOf.ts';

/** A server of the installation that can be taken away. */
export interface FaultyServer {
  /** Its address, the same after each start. */
  url: string;
  /** Stops it in order: clients are disconnected and refused. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends it (SIGSTOP): connections stay open and nothing responds. */
  freeze(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it, whatever state it is in, and removes its data. */
  close(): Promise<void>;
}

/** A running server program. */
export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server with `start`, which returns the same URL each time, and makes it one that can be taken away. */
export async function openFaultyServer(
  start: () => Promise<ServerProcess>,
  removeData: () => Promise<void>,
): Promise<FaultyServer> {
  let running: ServerProcess | null = await start();
  const { url } = running;
  const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
    if (!running) return;
    const { pid } = running;
    // The parent first, so that it starts no others meanwhile.
    process.kill(pid, name);
    for (const child of await childrenOf(pid)) {
      try {
        process.kill(child.pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const stop = async () => {
    const ending = running;
    running = null;
    await ending?.stop();
  };
  return {
    url,
    stop,
    async start() {
      running ??= await start();
    },
    freeze: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async close() {
      await signal('SIGCONT');
      await stop();
      await removeData();
    },
  };
}
