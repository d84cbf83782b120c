import type { Config } from '../config.ts';

/** What a child process is told when it starts. */
export interface RoleStart {
  config: Config;
  /** Addresses of the databases; empty for roles that need none. */
  stores: StoreUrls;
  /** Number of this process among those of its role, from 0. */
  slot: number;
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

/** Every role of the product. Each is loaded by the process that runs it, and by no other. */
export const roles = {
  store: async ({ config, stores }: RoleStart): Promise<RunningRole> => {
    const { startStore } = await import('#storage/store/startStore.ts');
    const store = await startStore({ dataDir: config.DATA_DIR, clickhouseUrl: stores.clickhouseUrl });
    return { close: () => store.close(), stores: store };
  },
  api: async ({ config, stores }: RoleStart): Promise<RunningRole> => {
    const { startApiRole } = await import('#api/role.ts');
    return startApiRole(config, stores);
  },
  serving: async ({ config, slot }: RoleStart): Promise<RunningRole> => {
    const { startServingRole } = await import('#serving/role.ts');
    return startServingRole(config, slot);
  },
  worker: async ({ config, stores }: RoleStart): Promise<RunningRole> => {
    const { startWorkerRole } = await import('#events/role.ts');
    return startWorkerRole(config, stores);
  },
  demo: async ({ config }: RoleStart): Promise<RunningRole> => {
    const { startDemoRole } = await import('#demo/role.ts');
    return startDemoRole(config);
  },
} as const;

/** Name of a role. */
export type RoleName = keyof typeof roles;
