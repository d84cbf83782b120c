import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { spawnStore } from '../../stores/spawnStore.ts';
import { startRealPostgres } from '../../stores/startRealPostgres.ts';
import { redisServers } from '../../stores/startRedis.ts';
import { startBalancer } from './startBalancer.ts';
import { startClusterNode, type ClusterNode } from './startClusterNode.ts';
import { startForwarder } from '../../support/startForwarder.ts';
import { startNetwork, type Network } from './startNetwork.ts';

/** The product on three machines behind a balancer, with servers that they share. */
export interface Cluster {
  network: Network;
  nodes: ClusterNode[];
  /** The balancer’s addresses. */
  consoleUrl: string;
  adsUrl: string;
  /** The facts. */
  clickhouse: ClickHouse;
  /** Ports of the servers at the network’s address. */
  ports: { postgres: number; redis: number; clickhouse: number };
  close(): Promise<void>;
}

const balanced = { ads: 8090, console: 8080, control: 8070 };
/** Ports whose balancer asks whether a machine is ready. */
const checked: readonly number[] = [balanced.ads, balanced.console];
const names = ['one', 'two', 'three'] as const;

/** Names of the machines. */
export type MachineName = (typeof names)[number];

/**
 * Starts PostgreSQL and Redis servers, an embedded ClickHouse as a server, and three machines with all roles each, in
 * network namespaces of their own; HAProxy balances all ports without any rule. `environments`: further variables of
 * the processes of a machine.
 */
export async function startCluster(
  settings: Record<string, string>,
  environments: Partial<Record<MachineName, Record<string, string>>> = {},
): Promise<Cluster> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'bidhouse-cluster-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    const network = startNetwork();
    closing.push(() => network.close());
    const { address } = network;
    const postgresFolder = await mkdtemp(join(tmpdir(), 'bidhouse-cluster-postgres-'));
    closing.push(() => rm(postgresFolder, { recursive: true, force: true }));
    const postgres = await startRealPostgres(postgresFolder);
    closing.push(() => postgres.close());
    const redis = redisServers.find(({ name }) => name !== redisServers[0]?.name);
    if (!redis) throw new Error('This test needs Redis or Valkey: apt-get install redis-server');
    const startedRedis = await redis.start();
    closing.push(() => startedRedis.close());
    const store = await spawnStore({ dataDir: join(folder, 'facts'), part: 'clickhouse' });
    closing.push(() => store.stop('SIGTERM'));
    const clickhouse = openClickHouse(store.urls.clickhouseUrl);
    closing.push(() => clickhouse.close());
    const forward = async (target: Parameters<typeof startForwarder>[1]) => {
      const forwarder = await startForwarder(address, target);
      closing.push(() => forwarder.close());
      return forwarder.port;
    };
    const clickhouseUrl = new URL(store.urls.clickhouseUrl);
    const ports = {
      postgres: await forward({ path: join(postgresFolder, '.s.PGSQL.5432') }),
      redis: await forward({ host: '127.0.0.1', port: Number(new URL(startedRedis.url).port) }),
      clickhouse: await forward({ host: '127.0.0.1', port: Number(clickhouseUrl.port) }),
    };
    clickhouseUrl.hostname = address;
    clickhouseUrl.port = String(ports.clickhouse);
    const addresses = names.map((name) => network.addMachine(name));
    const balancer = await startBalancer(
      address,
      Object.values(balanced).map((port) => ({
        port,
        servers: addresses.map((each) => `${each}:${port}`),
        ...(checked.includes(port) ? { check: '/readyz' } : {}),
      })),
    );
    closing.push(() => balancer.close());
    const shared = {
      ADS_PORT: String(balanced.ads),
      PORT: String(balanced.console),
      CONTROL_PORT: String(balanced.control),
      CONTROL_HOST: '0.0.0.0',
      CONTROL_URL: `http://${address}:${balanced.control}`,
      ADS_URL: `http://${address}:${balanced.ads}`,
      CONSOLE_URL: `http://${address}:${balanced.console}`,
      DATABASE_URL: `postgres://postgres@${address}:${ports.postgres}/postgres`,
      CLICKHOUSE_URL: clickhouseUrl.href,
      REDIS_URL: `redis://${address}:${ports.redis}`,
      SECRET: 'c'.repeat(64),
      TRUST_PROXY: '1',
      SERVING_WORKERS: '1',
      REHEARSAL_MS: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    };
    const nodes = await Promise.all(
      names.map((name) => startClusterNode(network, name, join(folder, name), { ...shared, ...environments[name] })),
    );
    closing.push(() => Promise.all(nodes.map((node) => node.stop())));
    return { network, nodes, consoleUrl: shared.CONSOLE_URL, adsUrl: shared.ADS_URL, clickhouse, ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}
