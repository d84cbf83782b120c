import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { spawnStore } from '../../stores/spawnStore.ts';
import { startRealPostgres } from '../../stores/startRealPostgres.ts';
import { redisServers } from '../../stores/startRedis.ts';

/** Servers that several nodes of one machine share. */
export interface SharedServers {
  /** The settings with which nodes reach them. */
  settings: Record<'DATABASE_URL' | 'CLICKHOUSE_URL' | 'REDIS_URL', string>;
  /** The facts. */
  clickhouse: ClickHouse;
  close(): Promise<void>;
}

/** Starts PostgreSQL, Redis (a stand-in where it is not installed), and an embedded ClickHouse as a server. */
export async function startServers(): Promise<SharedServers> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bidhouse-servers-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    return folder;
  };
  try {
    const postgres = await startRealPostgres(await makeFolder());
    closing.push(() => postgres.close());
    const redis = await redisServers.at(-1)?.start();
    if (!redis) throw new Error('There is no server of Redis');
    closing.push(() => redis.close());
    const store = await spawnStore({ dataDir: await makeFolder(), part: 'clickhouse' });
    closing.push(() => store.stop('SIGTERM'));
    const { clickhouseUrl } = store.urls;
    const clickhouse = openClickHouse(clickhouseUrl);
    closing.push(() => clickhouse.close());
    const settings = { DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouseUrl, REDIS_URL: redis.url };
    return { settings, clickhouse, close };
  } catch (error) {
    await close();
    throw error;
  }
}
