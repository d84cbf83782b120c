import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '#storage/postgres.ts';
import { eventually } from '../e2e/apiClient.ts';
import { freePort } from '../e2e/freePort.ts';
import { buildOneTagConfiguration } from '../system/product/oneTagConfiguration.ts';
import { compareTraffic } from './compareTraffic.ts';
import { createRandom } from './createRandom.ts';
import { printSummary } from './printSummary.ts';
import { readCounted, readCountedFrom, type Counted } from './readCounted.ts';
import { readSeed } from './readSeed.ts';
import { startViewers, type Viewers } from './startViewers.ts';
import { emptyTrafficLog, type TrafficLog } from './trafficLog.ts';
import { holdAds } from './upgrade/heldAds.ts';
import { buildLaterRelease, buildPreviousRelease, thisRelease, type Release } from './upgrade/releases.ts';
import { startRelease, type ReplaceableNode } from './upgrade/startRelease.ts';
import { startServers, type SharedServers } from './upgrade/startServers.ts';
import { waitUntilReported } from './waitUntilReported.ts';

const adminPassword = 'correct horse battery';
/** Events between two steps of an upgrade. */
const eventsPerStep = Number(process.env['N'] ?? 3000);
/** 2.00 CPM in nano-USD, for one impression. */
const impressionPrice = 2_000_000n;
const heldAds = 20;
/** Half seconds to wait for a process to be ready or to fail: a busy machine takes minutes. */
const waitTries = 600;

let previous: Release;
let later: Release;
let root = '';
const closing: (() => unknown)[] = [];

beforeAll(() => {
  previous = buildPreviousRelease();
  later = buildLaterRelease();
});
afterAll(() => {
  previous?.remove();
  later?.remove();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bidhouse-upgrade-'));
});
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each();
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface OwnSettings extends Record<string, string> {
  PORT: string;
  ADS_PORT: string;
  ADS_URL: string;
}

async function ownSettings(): Promise<OwnSettings> {
  const [port, adsPort] = await Promise.all([freePort(), freePort()]);
  return {
    PORT: String(port),
    ADS_PORT: String(adsPort),
    ADS_URL: `http://127.0.0.1:${adsPort}`,
  };
}

const commonSettings = {
  HOST: '127.0.0.1',
  SECRET: 'd'.repeat(64),
  ADMIN_PASSWORD: adminPassword,
  SERVING_WORKERS: '1',
  REHEARSAL_MS: '0',
  LOG_LEVEL: 'warn',
};

async function start(...given: Parameters<typeof startRelease>): Promise<ReplaceableNode> {
  const node = await startRelease(...given);
  closing.push(() => node.stop());
  return node;
}

/** Waits until an address serves ads of the channel. Returns the number of requests that took. */
async function waitForAds(adsUrl: string, channelUid: string): Promise<number> {
  let requests = 0;
  const request = async () => {
    requests += 1;
    return (await fetch(`${adsUrl}/vast/${channelUid}`)).text();
  };
  await eventually(request, (markup) => markup.includes('<Impression'), waitTries);
  return requests;
}

async function waitForEvents(viewers: readonly Viewers[], count: number): Promise<void> {
  const sum = () => viewers.reduce((all, { log }) => all + log.acknowledged.size, 0);
  const enough = sum() + count;
  while (sum() < enough) await pause(50);
}

function sumOf(logs: readonly TrafficLog[]): TrafficLog {
  const all = emptyTrafficLog();
  for (const log of logs) {
    all.requests += log.requests;
    all.answered += log.answered;
    all.aborted += log.aborted;
    all.faults.push(...log.faults);
    for (const each of log.ads) all.ads.add(each);
    for (const each of log.acknowledged) all.acknowledged.add(each);
    for (const each of log.unanswered) all.unanswered.add(each);
  }
  return all;
}

/** Compares the figures of the only account with the traffic. `further`: requests that are not in the log. */
function expectExactFigures(name: string, accounts: Map<number, Counted>, log: TrafficLog, further: number): Counted {
  // Requests before the configuration was there.
  accounts.delete(0);
  const [counted, ...others] = accounts.values();
  if (!counted) throw new Error('nothing is counted');
  const { lost, duplicated, unsent } = compareTraffic(counted, log);
  printSummary(name, {
    'ads requested': log.requests,
    'events acknowledged': log.acknowledged.size,
    'requests without a response': log.aborted,
    'responses 5xx': log.faults.length,
    lost: lost.length,
    duplicated: duplicated.length,
    'counted that were not sent': unsent.length,
  });
  expect({ lost, duplicated, unsent }).toEqual({ lost: [], duplicated: [], unsent: [] });
  expect(others).toEqual([]);
  expect(counted.calls).toBeGreaterThanOrEqual(log.answered);
  expect(counted.calls).toBeLessThanOrEqual(log.requests + further);
  expect(counted.rev).toBe(BigInt(counted.imps) * impressionPrice);
  expect(counted.rolledUp).toEqual({ calls: counted.calls, imps: counted.imps });
  return counted;
}

function versionOf({ folder }: Release): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The versions of the workers that run. */
async function workerVersions({ settings }: SharedServers): Promise<string[]> {
  const postgres = openPostgres(settings.DATABASE_URL, { maxConnections: 1 });
  try {
    const { rows } = await postgres.pool.query<{ version: string }>(
      'SELECT version FROM worker_nodes WHERE left_at IS NULL',
    );
    return rows.map(({ version }) => version);
  } finally {
    await postgres.close();
  }
}

/** Kills a process. Returns its ID. */
async function kill(node: ReplaceableNode, role: string): Promise<number> {
  const victim = (await node.processes()).find((each) => each.role === role);
  if (!victim) throw new Error(`${role} does not run`);
  process.kill(victim.pid, 'SIGKILL');
  return victim.pid;
}

test('a later release replaces this one role by role under load, this one replaces it, and it comes back: every ad is answered, every event counts once', async () => {
  const random = createRandom(readSeed());
  const servers = await startServers();
  closing.push(() => servers.close());
  const own = await ownSettings();
  const dataDir = join(root, 'node', 'data');
  const settings = {
    ...commonSettings,
    ...own,
    ...servers.settings,
    CONTROL_URL: `unix:${dataDir}/run/control.sock`,
  };
  const consoleUrl = `http://127.0.0.1:${own.PORT}`;
  const nodes = {
    api: await start(thisRelease, dataDir, settings, ['api']),
    serving: await start(thisRelease, dataDir, settings, ['serving']),
    worker: await start(thisRelease, dataDir, settings, ['worker']),
  };
  const { channel } = await buildOneTagConfiguration({ consoleUrl }, adminPassword, { name: 'Upgrade' });
  const further = await waitForAds(own.ADS_URL, channel.uid);
  const viewers = startViewers(own.ADS_URL, channel.uid, { count: 8, random, timeoutMs: 20_000 });
  const held = holdAds();
  await held.request(own.ADS_URL, channel.uid, heldAds);

  const replacements = [
    { release: later, roles: ['api', 'worker', 'serving'] },
    { release: thisRelease, roles: ['serving', 'worker', 'api'] },
    { release: later, roles: ['worker', 'serving', 'api'] },
    { release: thisRelease, roles: ['api', 'serving', 'worker'] },
  ] as const;
  for (const { release, roles } of replacements) {
    for (const role of roles) {
      await nodes[role].reload(release);
      if (role === 'worker') expect(await workerVersions(servers)).toEqual([versionOf(release)]);
      await waitForEvents([viewers], eventsPerStep);
      await held.replay();
    }
    await kill(nodes.worker, 'worker');
    await held.request(own.ADS_URL, channel.uid, heldAds);
  }
  await viewers.stop();
  await held.replay();
  const log = sumOf([viewers.log, held.log]);
  const reported = await waitUntilReported({ consoleUrl }, { login: 'ops', password: adminPassword }, log);
  const counted = expectExactFigures('upgrade by role', await readCountedFrom(servers.clickhouse), log, further);
  expect(reported).toEqual(counted.rolledUp);
  expect({ aborted: log.aborted, faults: log.faults }).toEqual({ aborted: 0, faults: [] });
  // The later release was there.
  expect(await servers.clickhouse.query('SELECT max(version) AS last FROM schema_migrations')).toEqual([
    { last: 9000 },
  ]);
}, 3_600_000);

test('on one machine with embedded stores, a later release replaces this one, and this one replaces it: every ad is answered, every event counts once', async () => {
  const random = createRandom(readSeed());
  const own = await ownSettings();
  const dataDir = join(root, 'embedded', 'data');
  const consoleUrl = `http://127.0.0.1:${own.PORT}`;
  const node = await start(thisRelease, dataDir, { ...commonSettings, ...own });
  const { channel } = await buildOneTagConfiguration({ consoleUrl }, adminPassword, { name: 'Upgrade' });
  const further = await waitForAds(own.ADS_URL, channel.uid);
  const viewers = startViewers(own.ADS_URL, channel.uid, { count: 6, random, timeoutMs: 20_000 });
  const held = holdAds();
  for (const release of [later, thisRelease, later, thisRelease]) {
    await held.request(own.ADS_URL, channel.uid, heldAds);
    await waitForEvents([viewers], eventsPerStep);
    await node.reload(release);
    await held.replay();
    // A worker that is killed on the way back starts on the later tables again.
    await kill(node, 'worker');
  }
  await waitForEvents([viewers], eventsPerStep);
  await viewers.stop();
  await held.replay();
  const log = sumOf([viewers.log, held.log]);
  const reported = await waitUntilReported({ consoleUrl }, { login: 'ops', password: adminPassword }, log);
  await node.restart(thisRelease);
  await node.stop();
  const counted = expectExactFigures('replacement on one machine', await readCounted(dataDir), log, further);
  expect(reported).toEqual(counted.rolledUp);
  expect({ aborted: log.aborted, faults: log.faults }).toEqual({ aborted: 0, faults: [] });
}, 3_600_000);

test('nodes of the previous release are upgraded one after the other beside each other, and a node of this one: every event counts once', async () => {
  const random = createRandom(readSeed());
  const servers = await startServers();
  closing.push(() => servers.close());
  const [ownOfOne, ownOfTwo, ownOfThree] = [await ownSettings(), await ownSettings(), await ownSettings()];
  const settings = { ...commonSettings, ...servers.settings };
  const control = String(await freePort());
  const one = await start(previous, join(root, 'one', 'data'), { ...settings, ...ownOfOne, CONTROL_PORT: control });
  const two = await start(previous, join(root, 'two', 'data'), { ...settings, ...ownOfTwo });
  const consoleUrl = `http://127.0.0.1:${ownOfOne.PORT}`;
  const { channel } = await buildOneTagConfiguration({ consoleUrl }, adminPassword, { name: 'Upgrade' });
  const view = (address: string) => startViewers(address, channel.uid, { count: 3, random, timeoutMs: 20_000 });
  let further = 0;
  const addresses = [ownOfOne.ADS_URL, ownOfTwo.ADS_URL];
  for (const address of addresses) further += await waitForAds(address, channel.uid);
  const viewersOfTwo = view(ownOfTwo.ADS_URL);
  const viewers = [view(ownOfOne.ADS_URL), viewersOfTwo];
  const held = holdAds();
  const hold = async () => {
    for (const address of addresses) await held.request(address, channel.uid, heldAds);
  };
  await hold();
  await waitForEvents(viewers, eventsPerStep);

  // A node of this release without an API serves with the configuration of the previous one, on its tables.
  const settingsOfThree = { ...settings, ...ownOfThree, CONTROL_URL: `http://127.0.0.1:${control}` };
  const starting = start(thisRelease, join(root, 'three', 'data'), settingsOfThree, ['serving', 'worker']);
  const isServed = () => waitForAds(ownOfThree.ADS_URL, channel.uid).catch(() => null);
  further += (await eventually(isServed, (requests) => requests !== null, waitTries)) ?? 0;
  addresses.push(ownOfThree.ADS_URL);
  viewers.push(view(ownOfThree.ADS_URL));
  await hold();
  await waitForEvents(viewers, eventsPerStep);

  await one.restart(thisRelease);
  const three = await starting;
  expect(three.output()).not.toContain('"level":"error"');
  await held.replay();
  await waitForEvents(viewers, eventsPerStep);
  // The previous release goes on, and its processes start again on the new tables.
  for (const role of ['api', 'worker', 'serving']) {
    const killed = await kill(two, role);
    await eventually(
      () => two.processes(),
      (running) => running.some((each) => each.role === role && each.pid !== killed),
      waitTries,
    );
    await eventually(
      () =>
        fetch(`${ownOfTwo.ADS_URL}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isReady) => isReady,
      waitTries,
    );
  }
  await waitForEvents(viewers, eventsPerStep);
  expect(viewersOfTwo.log.faults).toEqual([]);

  await two.restart(thisRelease);
  await held.replay();
  await hold();
  await waitForEvents(viewers, eventsPerStep);
  // Any hit may reach any node.
  for (const address of addresses) await held.replay(address);
  await Promise.all(viewers.map((each) => each.stop()));
  const log = sumOf([...viewers.map((each) => each.log), held.log]);
  const reported = await waitUntilReported({ consoleUrl }, { login: 'ops', password: adminPassword }, log);
  const counted = expectExactFigures('upgrade of nodes', await readCountedFrom(servers.clickhouse), log, further);
  expect(reported).toEqual(counted.rolledUp);
}, 3_600_000);

test('a killed installation of the previous release with embedded stores is continued by this one, and by itself again: every event counts once', async () => {
  const random = createRandom(readSeed());
  const own = await ownSettings();
  const dataDir = join(root, 'embedded', 'data');
  const settings = { ...commonSettings, ...own };
  const consoleUrl = `http://127.0.0.1:${own.PORT}`;
  const node = await start(previous, dataDir, settings);
  const { channel } = await buildOneTagConfiguration({ consoleUrl }, adminPassword, { name: 'Upgrade' });
  const further = await waitForAds(own.ADS_URL, channel.uid);
  const viewers = startViewers(own.ADS_URL, channel.uid, { count: 6, random, timeoutMs: 20_000 });
  const held = holdAds();
  await held.request(own.ADS_URL, channel.uid, heldAds);
  await waitForEvents([viewers], eventsPerStep);
  for (const { pid } of await node.processes()) process.kill(pid, 'SIGKILL');
  await eventually(
    async () => node.isRunning(),
    (isRunning) => !isRunning,
  );
  for (const release of [thisRelease, previous, thisRelease]) {
    await node.restart(release);
    await held.replay();
    await held.request(own.ADS_URL, channel.uid, heldAds);
    await waitForEvents([viewers], eventsPerStep);
  }
  await viewers.stop();
  await held.replay();
  const log = sumOf([viewers.log, held.log]);
  const reported = await waitUntilReported({ consoleUrl }, { login: 'ops', password: adminPassword }, log);
  await node.stop();
  const counted = expectExactFigures('upgrade of one machine', await readCounted(dataDir), log, further);
  expect(reported).toEqual(counted.rolledUp);
}, 3_600_000);
