import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/freePort.ts';
import { spawnStore } from '../../stores/spawnStore.ts';
import type { AttackedStore } from './floodStores.ts';

/** PostgreSQL and ClickHouse outside of the product, behind URLs with passwords. */
export interface StoreServers extends AttackedStore {
  databaseUrl: string;
  clickhouseUrl: string;
  stop(): Promise<void>;
}

/** Starts both in one process, in a folder of their own. They have the same URLs after each kill. */
export async function startStoreServers(passwords: { postgres: string; clickhouse: string }): Promise<StoreServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bidhouse-'));
  const clickhouseUrl = `http://bidhouse-store:${passwords.clickhouse}@127.0.0.1:${await freePort()}`;
  const start = () => spawnStore({ dataDir, part: 'all', clickhouseUrl });
  let store = await start();
  return {
    databaseUrl: store.urls.databaseUrl.replace('//bidhouse@', `//bidhouse:${passwords.postgres}@`),
    clickhouseUrl,
    pid: async () => store.pid,
    async kill() {
      await store.stop('SIGKILL');
      store = await start();
    },
    async stop() {
      await store.stop('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
