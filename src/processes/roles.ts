import type { Telemetry } from '#runtime/telemetry.ts';
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
  /** Absent where nothing watches the process. */
  telemetry?: Telemetry;
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
    return ({ config, stores, telemetry }) => startApiRole(config, stores, telemetry);
  },
  serving: async (): Promise<StartRole> => {
    const { startServingRole } = await import('#serving/startServingRole.ts');
    return ({ config, slot, telemetry }) => startServingRole(config, slot, telemetry);
  },
  worker: async (): Promise<StartRole> => {
    const [{ startWorkerRole }, { startCrawler }, { startDeletions }] = await Promise.all([
      import('#events/startWorkerRole.ts'),
      import('#crawler/startCrawler.ts'),
      import('#deletion/startDeletions.ts'),
    ]);
    return async ({ config, stores, telemetry }) => {
      const loader = await startWorkerRole(config, stores, telemetry);
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
