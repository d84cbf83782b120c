import type { Config } from '../config.ts';
import { heartbeatWhileBusy } from './heartbeatWhileBusy.ts';

/** What a child process is told when it starts. */
export interface RoleStart {
  config: Config;
  /** Addresses of the databases; empty for roles that need none. */
  stores: StoreUrls;
  /** Number of this process among those of its role, from 0. */
  slot: number;
  /** Descriptor of a pipe for heartbeats while the loop of the process is blocked; the store role alone. */
  heartbeatFd?: number;
}

/** Where the databases are. */
export interface StoreUrls {
  databaseUrl: string;
  clickhouseUrl: string;
}

/** A running role: closes in good order, finishing what it acknowledged. */
export interface RunningRole {
  close(): Promise<void>;
  /** The store role alone: where the databases that it runs are. */
  stores?: StoreUrls;
}

/** Starts a role whose code is loaded. */
export type StartRole = (start: RoleStart) => Promise<RunningRole>;

/** Every role of the product: loads its code, and no other's. A process loads its role while it waits for the word to start. */
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
    const { startApiRole } = await import('#api/role.ts');
    return ({ config, stores }) => startApiRole(config, stores);
  },
  serving: async (): Promise<StartRole> => {
    const { startServingRole } = await import('#serving/role.ts');
    return ({ config, slot }) => startServingRole(config, slot);
  },
  worker: async (): Promise<StartRole> => {
    const [{ startWorkerRole }, { startCrawler }] = await Promise.all([
      import('#events/role.ts'),
      import('#crawler/role.ts'),
    ]);
    return async ({ config, stores }) => {
      const loader = await startWorkerRole(config, stores);
      const crawler = startCrawler(config, stores);
      return { close: async () => void (await Promise.all([crawler.close(), loader.close()])) };
    };
  },
  demo: async (): Promise<StartRole> => {
    const { startDemoRole } = await import('#demo/role.ts');
    return ({ config }) => startDemoRole(config);
  },
} as const;

/** Name of a role. */
export type RoleName = keyof typeof roles;
