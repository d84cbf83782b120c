import type { HandedConnections } from '#runtime/listen/handedConnections.ts';
import type { Telemetry } from '#runtime/telemetry.ts';
import type { Config } from '../config.ts';
import { heartbeatWhileBusy } from './heartbeatWhileBusy.ts';

/** The parameters with which a child process starts. */
export interface RoleStart {
  config: Config;
  /** URLs of the databases; empty for roles that need none. */
  stores: StoreUrls;
  /** Number of the folders that this process alone writes. */
  slot: number;
  /** File descriptor of a pipe for heartbeats while the event loop is blocked; only for the store role. */
  heartbeatFd?: number;
  /** Absent where nothing watches the process. */
  telemetry?: Telemetry;
  /** The connections that the parent accepts. Without them, a role listens itself. */
  connections?: HandedConnections;
}

export interface StoreUrls {
  databaseUrl: string;
  clickhouseUrl: string;
}

/** A running role. `close` finishes all acknowledged work. */
export interface RunningRole {
  close(): Promise<void>;
  /** URLs of the databases that it runs; only for the store role. */
  stores?: StoreUrls;
  /** Resolves when it responds as fast as it will; without it, a running role does. */
  warm?: Promise<void>;
  /** The cause why it is not warm yet; null when nothing is missing. */
  waitsFor?(): Promise<string | null>;
  /** Takes over the state that an ended process of the role has stored under its slot. */
  takeOver?(slot: number): Promise<void>;
}

/** Starts a role whose code is loaded. */
export type StartRole = (start: RoleStart) => Promise<RunningRole>;

/** All roles of the product. Each loads its own code only. A process loads it while it waits for the start message. */
export const roles = {
  store: async (): Promise<StartRole> => {
    const { startStore } = await import('#storage/store/startStore.ts');
    return async ({ config, stores, heartbeatFd }) => {
      const busy = heartbeatFd === undefined ? undefined : heartbeatWhileBusy(heartbeatFd);
      const { clickhouseUrl } = stores;
      const store = await startStore({ dataDir: config.DATA_DIR, clickhouseUrl, ...(busy ? { busy } : {}) });
      return { close: () => store.close(), stores: store };
    };
  },
  api: async (): Promise<StartRole> => {
    const { startApiRole } = await import('#api/startApiRole.ts');
    return ({ config, stores, telemetry, connections }) => startApiRole(config, stores, telemetry, connections);
  },
  serving: async (): Promise<StartRole> => {
    const { startServingRole } = await import('#serving/startServingRole.ts');
    return ({ config, slot, telemetry, connections }) => startServingRole(config, slot, telemetry, connections);
  },
  worker: async (): Promise<StartRole> => {
    const [{ startWorkerRole }, { startCrawler }, { startDeletions }, { startReview }] = await Promise.all([
      import('#events/startWorkerRole.ts'),
      import('#crawler/startCrawler.ts'),
      import('#deletion/startDeletions.ts'),
      import('#review/startReview.ts'),
    ]);
    return async ({ config, stores, telemetry }) => {
      const loader = await startWorkerRole(config, stores, telemetry);
      const crawler = startCrawler(config, stores);
      const deletions = startDeletions(config, stores);
      const review = startReview(config, stores, loader);
      return {
        async close() {
          await Promise.all([review.close(), deletions.close(), crawler.close(), loader.close()]);
        },
      };
    };
  },
  demo: async (): Promise<StartRole> => {
    const { startDemoRole } = await import('#demo/startDemoRole.ts');
    return ({ config, stores }) => startDemoRole(config, stores);
  },
} as const;

export type RoleName = keyof typeof roles;
