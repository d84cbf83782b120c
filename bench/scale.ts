import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { servingLaunch } from '#processes/servingLaunch.ts';
import { readConfig } from '../src/config.ts';
import { eventually } from '../tests/e2e/apiClient.ts';
import { freePort } from '../tests/e2e/freePort.ts';
import { spawnStore } from '../tests/stores/spawnStore.ts';
import { buildOneTagConfiguration, storedVast } from '../tests/system/product/oneTagConfiguration.ts';
import { httpRequest } from './httpRequest.ts';
import { pixelPathOf } from './pixelPathOf.ts';
import { runLoad } from './runLoad.ts';
import { startChild, type BenchServer } from './servers.ts';

const counts = [1, 2, 4, 8];
/** Requests per second of each process: ads and their impressions in turn. */
const rate = 100;
const seconds = 8;
const idleSeconds = 6;
const warmSeconds = 5;
/** Processes that are warmed at the same time: one per core. */
const warmAtOnce = 2;
const password = 'correct horse battery';

/** Processor time with one number of processes. */
interface Costs {
  /** Milliseconds of processor time. */
  perRequest: number;
  servingPerSecond: number;
  apiPerSecondIdle: number;
  apiPerSecond: number;
  failures: number;
}

/**
 * One to eight serving processes that share frequency caps and the budget of an own campaign through the management
 * API, at a fixed rate each: the processor time of a request, that of an idle process, and that of the API, which
 * exchanges the impressions and leases the budgets.
 */
export async function benchScale(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  const store = await spawnStore({ dataDir, part: 'all' });
  const port = await freePort();
  const consoleUrl = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
  };
  const { databaseUrl, clickhouseUrl } = store.urls;
  const stores = { BENCH_DATABASE_URL: databaseUrl, BENCH_CLICKHOUSE_URL: clickhouseUrl };
  const api = await startChild('bench/apiChild.ts', { ...env, ...stores }, consoleUrl, 1);
  try {
    const channelUid = await buildCappedChannel(consoleUrl);
    const { CONTROL_URL, secret } = readConfig(env, { isDemo: false });
    const lines = ['processes  ms CPU per request  ms/s idle each  ms/s of the API idle  at load  failures'];
    for (const count of counts) {
      const costs = await measure(api, { count, channelUid, control: { CONTROL_URL, SECRET: secret } });
      lines.push(lineOf(count, costs));
    }
    return `\n${lines.join('\n')}`;
  } finally {
    await api.stop();
    await store.stop('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A channel in which an own campaign with a budget and a frequency cap outbids a capped tag. Returns its uid. */
async function buildCappedChannel(consoleUrl: string): Promise<string> {
  const { demand, tagId, channel, create } = await buildOneTagConfiguration({ consoleUrl }, password, {
    name: 'Bench',
  });
  await demand.call('PATCH', `/api/demand/tags/${tagId}`, { freqImps: 100 });
  await demand.call('PATCH', `/api/demand/channels/${channel.id}`, { campaignTier: 1 });
  const advertiser = await create('/api/demand/advs', { name: 'Brand' });
  const creative = await create('/api/demand/creatives', {
    name: 'Spot',
    advertiserId: advertiser.id,
    type: 'vast',
    vastXml: storedVast,
    adomain: 'brand.example',
  });
  await demand.call('POST', `/api/demand/creatives/${creative.id}/review`, { review: 'approved' });
  await create('/api/demand/campaigns', {
    name: 'Campaign',
    advertiserId: advertiser.id,
    creativeIds: [creative.id],
    bid: '5.00',
    pacing: 'asap',
    spendPerDay: '100000',
    checkIVT: false,
    frequencies: [{ imps: 1000, per: 1, unit: 'days', by: 'device' }],
  });
  return channel.uid;
}

async function measure(
  api: BenchServer,
  { count, channelUid, control }: { count: number; channelUid: string; control: Record<string, string> },
): Promise<Costs> {
  const nodes = await Promise.all(Array.from({ length: count }, (_, index) => startNode(index, control)));
  const pathOf = (index: number) => `/vast/${channelUid}?url=https%3A%2F%2Fnews.example%2Farticle-${index}`;
  const ads = Array.from({ length: 1000 }, (_, index) => httpRequest(index, pathOf(index)));
  for (const { url } of nodes) {
    await eventually(
      async () => (await fetch(url + pathOf(0))).text(),
      (text) => text.includes('<Impression'),
    );
  }
  for (let from = 0; from < count; from += warmAtOnce) {
    const warmed = nodes.slice(from, from + warmAtOnce);
    await Promise.all(warmed.map((node) => runLoad(node, { requests: ads, connections: 8, seconds: warmSeconds })));
  }
  const apiCpuOf = async (work: () => Promise<void>, duration: number) => {
    const before = api.cpu();
    await work();
    return ((api.cpu() - before) * 1000) / duration;
  };
  const cpu = () => nodes.reduce((sum, node) => sum + node.cpu(), 0) * 1000;
  const idleFrom = cpu();
  const apiPerSecondIdle = await apiCpuOf(() => wait(idleSeconds * 1000), idleSeconds);
  const servingPerSecond = (cpu() - idleFrom) / idleSeconds / count;
  const mixed = await Promise.all(nodes.map((node) => withHits(node, pathOf)));
  const loadedFrom = cpu();
  let answered = 0;
  let failures = 0;
  const apiPerSecond = await apiCpuOf(async () => {
    const loads = nodes.map((node, index) => runLoad(node, { requests: mixed[index] ?? [], rate, seconds }));
    for (const load of await Promise.all(loads)) {
      answered += load.answered;
      failures += load.failures;
    }
  }, seconds);
  const perRequest = (cpu() - loadedFrom) / answered;
  await Promise.all(nodes.map((node) => node.stop()));
  return { perRequest, servingPerSecond, apiPerSecondIdle, apiPerSecond, failures };
}

/** Requests for ads of a process, each followed by the impression of another. */
async function withHits(node: BenchServer, pathOf: (index: number) => string): Promise<string[]> {
  const requests: string[] = [];
  for (let index = 0; requests.length < rate * seconds; index += 1) {
    const headers = { 'x-forwarded-for': `203.0.${index % 251}.${1 + (index % 241)}` };
    const pixel = pixelPathOf(await (await fetch(node.url + pathOf(index), { headers })).text());
    requests.push(httpRequest(index, pathOf(index)), httpRequest(index, pixel));
  }
  return requests;
}

async function startNode(index: number, control: Record<string, string>): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  const port = await freePort();
  const env = {
    ...servingLaunch.env,
    ...control,
    DATA_DIR: dataDir,
    ADS_PORT: String(port),
    HOST: '127.0.0.1',
    ADS_URL: 'https://ads.example',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
  };
  const server = await startChild(
    'bench/servingChild.ts',
    env,
    `http://127.0.0.1:${port}`,
    index % 2,
    servingLaunch.execArgv,
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function lineOf(count: number, costs: Costs): string {
  const cells: [string | number, number][] = [
    [count, 9],
    [costs.perRequest.toFixed(3), 20],
    [costs.servingPerSecond.toFixed(1), 16],
    [costs.apiPerSecondIdle.toFixed(1), 22],
    [costs.apiPerSecond.toFixed(1), 9],
    [costs.failures, 10],
  ];
  return cells.map(([cell, width]) => String(cell).padStart(width)).join('');
}
