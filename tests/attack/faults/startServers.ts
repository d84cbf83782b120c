import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/freePort.ts';
import { spawnStore } from '../../stores/spawnStore.ts';
import { startRealPostgres } from '../../stores/startRealPostgres.ts';
import { redisServers } from '../../stores/startRedis.ts';
import { openFaultyServer, type FaultyServer } from './faultyServer.ts';

/** The servers of an installation. */
export interface Servers {
  postgres: FaultyServer;
  clickhouse: FaultyServer;
  redis: FaultyServer;
  close(): Promise<void>;
}

/** Starts PostgreSQL, Redis or Valkey, and an embedded ClickHouse as a server, each on its own. */
export async function startServers(): Promise<Servers> {
  const opened: FaultyServer[] = [];
  const close = async () => {
    for (const each of opened.toReversed()) await each.close();
  };
  const open = async (...given: Parameters<typeof openFaultyServer>) => {
    const server = await openFaultyServer(...given);
    opened.push(server);
    return server;
  };
  try {
    const clickhouse = await openClickHouseServer(open);
    const redis = await openRedisServer(open);
    const postgres = await openPostgresServer(open);
    return { postgres, clickhouse, redis, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Open = typeof openFaultyServer;

async function openPostgresServer(open: Open): Promise<FaultyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-fault-postgres-'));
  const start = async () => {
    const started = await startRealPostgres(folder);
    return { url: started.url, pid: started.pid, stop: () => started.close() };
  };
  return open(start, () => rm(folder, { recursive: true, force: true }));
}

async function openRedisServer(open: Open): Promise<FaultyServer> {
  const server = redisServers.find(({ name }) => name.endsWith('-server'));
  if (!server) throw new Error('This test needs Redis or Valkey: apt-get install redis-server');
  const port = await freePort();
  const start = async () => {
    const started = await server.start(port);
    return { url: started.url, pid: started.pid ?? 0, stop: () => started.close() };
  };
  return open(start, async () => undefined);
}

async function openClickHouseServer(open: Open): Promise<FaultyServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bidhouse-fault-facts-'));
  const clickhouseUrl = `http://bidhouse-store:faults@127.0.0.1:${await freePort()}`;
  const start = async () => {
    const store = await spawnStore({ dataDir, part: 'clickhouse', clickhouseUrl });
    return { url: store.urls.clickhouseUrl, pid: store.pid, stop: () => store.stop('SIGTERM') };
  };
  return open(start, () => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
}
