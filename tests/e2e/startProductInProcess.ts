import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { roles, type RoleName, type RunningRole } from '../../src/processes/roles.ts';
import { openTestDatabase } from '../stores/openTestDatabase.ts';
import type { TestStore } from '../stores/openTestPostgres.ts';
import { openTestTables } from '../stores/openTestTables.ts';
import { captureLog } from './captureLog.ts';
import { freePort } from './freePort.ts';

/** The product with all its roles in the process of the test, on stores that tests share. */
export interface InProcessProduct {
  consoleUrl: string;
  adsUrl: string;
  demoUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** Everything logged so far. */
  output(): string;
  /** Stops it, and closes its database. */
  stop(): Promise<void>;
}

/** Its data: a database of an installation and its data folder. */
export interface ProductState {
  database: TestStore;
  dataDir: string;
}

/**
 * The console has the same address in all files of a worker, so that their browser has its files in the cache and its
 * code compiled.
 */
let consolePort: Promise<number> | null = null;

/** In startup order, which is the reverse of the shutdown order in production. The stores run already. */
const order = ['api', 'worker', 'serving', 'demo'] as const satisfies readonly RoleName[];

/**
 * Starts every role of the product with its production code, but without separate processes: for tests of its
 * functions, not of its process lifecycle. One at a time per worker, because the fact tables are shared.
 */
export async function startProductInProcess(
  command: 'start' | 'demo',
  settings: Record<string, string> = {},
  state?: ProductState,
): Promise<InProcessProduct> {
  const { database, dataDir } = state ?? (await emptyState());
  const [port, adsPort, demoPort] = await Promise.all([(consolePort ??= freePort()), freePort(), freePort()]);
  const env = {
    PORT: String(port),
    ADS_PORT: String(adsPort),
    DEMO_PORT: String(demoPort),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    ADS_URL: `http://127.0.0.1:${adsPort}`,
    SERVING_WORKERS: '1',
    // All roles and the test share one event loop: its load is not that of ad serving.
    OVERLOAD_MS: '3600000',
    // Tests call more often than a program may.
    ...{ API_KEY_CALLS_PER_MINUTE: '1000000', API_ACCOUNT_CALLS_PER_MINUTE: '1000000' },
    LOG_LEVEL: 'warn',
    REHEARSAL_MS: '0',
    ...settings,
  };
  const config = readConfig(env, { isDemo: command === 'demo' });
  const tables = await openTestTables();
  const stores = { databaseUrl: database.url, clickhouseUrl: tables.url };
  const log = captureLog();
  const running: RunningRole[] = [];
  const stop = async () => {
    for (const role of running.toReversed()) await role.close();
    await tables.close();
    await database.close();
    log.end();
  };
  try {
    for (const role of order) {
      if (role === 'demo' && !config.isDemo) continue;
      const start = await roles[role]();
      running.push(await start({ config, stores, slot: 0 }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    consoleUrl: `http://127.0.0.1:${port}`,
    adsUrl: `http://127.0.0.1:${adsPort}`,
    demoUrl: `http://127.0.0.1:${config.DEMO_PORT}`,
    dataDir,
    databaseUrl: database.url,
    output: log.text,
    stop,
  };
}

async function emptyState(): Promise<ProductState> {
  return { database: await openTestDatabase(), dataDir: await newDataDir() };
}

/** An empty folder, removed after the run. */
export function newDataDir(): Promise<string> {
  return mkdtemp(join(inject('runFolder'), 'data-'));
}
