import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import type { Config } from '../config.ts';
import { heartbeatWhileBusy } from './heartbeatWhileBusy.ts';

/** The parameters with which a child process starts. */
export interface RoleStart {
  config: Config;
  /** URLs of the databases; empty for roles that need none. */
  stores: StoreUrls;
  /** Number of this process among those of its role, from 0. */
  slot: number;
  /** File descriptor of a pipe for heartbeats while the event loop is blocked; only for the store role. */
  heartbeatFd?: number;
  /** Metrics of this process; null or absent where METRICS_PORT is not set. */
  metrics?: Metrics | null;
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
    return ({ config, stores, metrics }) => startApiRole(config, stores, metrics);
  },
  serving: async (): Promise<StartRole> => {
    const { startServingRole } = await import('#serving/startServingRole.ts');
    return ({ config, slot, metrics }) => startServingRole(config, slot, metrics);
  },
  worker: async (): Promise<StartRole> => {
    const [{ startWorkerRole }, { startCrawler }, { startDeletions }] = await Promise.all([
      import('#events/startWorkerRole.ts'),
      import('#crawler/startCrawler.ts'),
      import('#deletion/startDeletions.ts'),
    ]);
    return async ({ config, stores, metrics }) => {
      const loader = await startWorkerRole(config, stores, metrics);
      const crawler = startCrawler(config, stores);
      const deletions = startDeletions(config, stores);
      return { close: async () => void (await Promise.all([deletions.close(), crawler.close(), loader.close()])) };
    };
  },
  demo: async (): Promise<StartRole> => {
    const { startDemoRole } = await import('#demo/startDemoRole.ts');
    return ({ config, stores }) => startDemoRole(config, stores);
  },
} as const;

export type RoleName = keyof typeof roles;
