import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { leaseMs, maxReservationMs } from '#engine/budget/leaseTerms.ts';
import { createSchema, entities } from '#model/index.ts';
import { openControlPlane, type ControlPlane } from '#serving/snapshot/controlPlane.ts';
import { httpBudgetTransport, type BudgetTransport } from '#serving/budget/httpBudgetTransport.ts';
import { startBudgets, type RunningBudgets } from '#serving/budget/startBudgets.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { seededRandom } from '../../../../src/demo/seededRandom.ts';
import { freePort } from '../../../e2e/freePort.ts';
import { openTestDatabase, type TestDatabase } from '../../../stores/openTestDatabase.ts';
import { fullOrReduced } from '../../../support/fullOrReduced.ts';
import { startFakeRedis } from '../../../stores/fakeRedis.ts';
import { idOf, startTestApi, type TestApi } from '../../api/startTestApi.ts';
import { startProcesses } from '../../processes/killableProcesses.ts';
import { openBuyingFacts, type BuyingFacts } from './openBuyingFacts.ts';

const price = 10_000_000;
const folder = mkdtempSync(join(tmpdir(), 'bidhouse-budgets-'));

let facts: BuyingFacts;
let database: TestDatabase;
let api: TestApi;
let url: string;
let plane: ControlPlane;
let demandId: number;
let advertiserId: number;
const children: ChildProcess[] = [];
const running: RunningBudgets[] = [];

beforeAll(async () => {
  facts = await openBuyingFacts();
  database = await openTestDatabase();
  api = await startTestApi({ database, facts: facts.clickhouse });
  url = await api.listenForControl();
  plane = openControlPlane(url, api.deps.config.secret);
  const admin = await api.signIn('super');
  demandId = idOf(await admin('POST', '/api/demands', { name: 'Account', showDsp: true }));
  advertiserId = (await create('advertiser', { name: 'Advertiser' })).id;
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.removeAllListeners('message');
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await Promise.all(running.splice(0).map((each) => each.close()));
});

afterAll(async () => {
  await api?.close();
  await facts?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function create(name: 'advertiser' | 'campaign', values: object) {
  const outcome = await api.deps.entities.create(name, createSchema(entities[name]).parse(values), demandId);
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.row;
}

/** A campaign with a lifetime budget, as fast as possible. */
const buildCampaign = (name: string, spendTotal: string) =>
  create('campaign', { name, advertiserId, bid: '10.00', spendTotal, pacing: 'asap' });

/** Impressions some time after their bids, billed at any process. Processes share notices over Redis if there is one. */
function openPlayers(campaignId: number, redisUrl = '') {
  const state = { played: 0 };
  /** Processes that accept billed impressions. */
  const live = new Set<ChildProcess>();
  const play = (ad: BoughtAd) => {
    setTimeout(
      () => {
        state.played += 1;
        facts.add({ demandId, campaignId, rev: ad.price, imps: 1 });
        const able = [...live].filter((child) => child.connected);
        // One that has just been killed may still count as connected.
        able[state.played % able.length]?.send(ad, () => undefined);
      },
      50 + (state.played % 7) * 40,
    );
  };
  return {
    state,
    start: (name: string, controlUrl = url): ChildProcess => {
      const path = join(folder, `${campaignId}-${name}`);
      const child = fork(
        join(import.meta.dirname, 'budgetChild.ts'),
        [controlUrl, api.deps.config.secret, path, String(campaignId), String(price), redisUrl],
        { execArgv: [], stdio: 'inherit' },
      );
      child.on('message', (ad) => {
        live.add(child);
        play(ad as BoughtAd);
      });
      children.push(child);
      return child;
    },
  };
}

async function startNode(path: string, transport: BudgetTransport = httpBudgetTransport(plane)) {
  const budgets = await startBudgets({
    transport,
    path,
    unitOf: () => 'spend',
    logger: createLogger({ level: 'silent', role: 'test' }),
    now: Date.now,
    monotonic: () => performance.now(),
  });
  running.push(budgets);
  let count = 0;
  return {
    budgets,
    /** Bids once; returns whether the budget allowed it. */
    bid(campaignId: number): boolean {
      count += 1;
      const ad = { adId: `${path}-${count}`, campaignId, price };
      if (budgets.mayBid(campaignId, price) !== 'ok') return false;
      return budgets.reserve({ ...ad, supplierId: 1, sendsWinNotices: false });
    },
    async close() {
      running.splice(running.indexOf(budgets), 1);
      await budgets.close();
    },
  };
}

const journalOf = (campaignId: number) =>
  api.sql(
    `select node, free::float8, reserved::float8 from budget_leases where campaign_id = ${campaignId} order by node`,
  );

test('two processes spend a budget completely, and not a nano-dollar more', async () => {
  const { id } = await buildCampaign('Two', '0.40');
  const { state, start } = openPlayers(id);
  start('first');
  start('second');
  await expect.poll(() => state.played, { timeout: 180_000 }).toBe(40);
  await expect
    .poll(async () => (await journalOf(id)).every(({ reserved }) => reserved === 0), { timeout: 180_000 })
    .toBe(true);
  expect(state.played).toBe(40);
});

test('two processes spend a budget completely while the api of each is killed, and no more is ever leased', async () => {
  const total = fullOrReduced(4_000_000_000, 200_000_000);
  const { id } = await buildCampaign('Killed apis', (total / 1e9).toFixed(2));
  const redis = await startFakeRedis();
  const ports = [await freePort(), await freePort()];
  const apis = await startProcesses(
    'apiChild.ts',
    ports.map((port) => ({
      args: [database.url, facts.url],
      env: { DATA_DIR: join(folder, `api-${port}`), SECRET: api.deps.config.secret, CONTROL_PORT: String(port) },
    })),
    { offsetMs: 0, month: null, demandIds: [] },
  );
  const random = seededRandom(11);
  let mostLeased = 0;
  try {
    const { state, start } = openPlayers(id, redis.url);
    for (const port of ports) start(`port ${port}`, `http://127.0.0.1:${port}`);
    const isSpent = () => state.played >= total / price;
    while (!isSpent()) {
      await apis.killOne(random, 3000);
      const ledgers = await journalOf(id);
      const leased = ledgers.reduce((sum, { free, reserved }) => sum + Number(free) + Number(reserved), 0);
      mostLeased = Math.max(mostLeased, leased);
    }
    await expect
      .poll(async () => (await journalOf(id)).every(({ reserved }) => reserved === 0), { timeout: 180_000 })
      .toBe(true);
    expect(state.played).toBe(total / price);
    expect(mostLeased).toBeGreaterThan(0);
    expect(mostLeased).toBeLessThanOrEqual(total);
    process.stdout.write(`${apis.kills} kills of apis, ${state.played} impressions\n`);
  } finally {
    await apis.close();
    await redis.close();
  }
});

test('the lease of a killed process stays locked until its last bid can no longer be billed', async () => {
  const { id } = await buildCampaign('Killed', '1.00');
  const { state, start } = openPlayers(id);
  const first = start('first');
  await expect.poll(() => state.played, { timeout: 60_000 }).toBeGreaterThan(5);
  // By now its lease exceeds its spend.
  await expect
    .poll(async () => (await journalOf(id)).some(({ free }) => Number(free) > 5 * price), { timeout: 30_000 })
    .toBe(true);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const [lost] = await journalOf(id);
  const fenced = Number(lost?.['free']) + Number(lost?.['reserved']);
  start('second');
  await expect.poll(() => state.played, { timeout: 60_000 }).toBeGreaterThan(20);
  const [after] = (await journalOf(id)).filter(({ node }) => node === lost?.['node']);
  expect(Number(after?.['free']) + Number(after?.['reserved'])).toBe(fenced);
  expect(fenced).toBeGreaterThan(0);
  // No process gets the locked part.
  const settled = async () => {
    const before = state.played;
    await new Promise((resolve) => setTimeout(resolve, 4000));
    return state.played === before;
  };
  await expect.poll(settled, { timeout: 120_000, interval: 100 }).toBe(true);
  expect(state.played).toBeLessThan(100);
  api.moveClock(leaseMs + maxReservationMs + 60_000);
  await expect.poll(() => state.played, { timeout: 180_000 }).toBe(100);
  await settled();
  expect(state.played).toBe(100);
});

test('a process continues with its lease while the control plane is down, and gets more when it is back', async () => {
  const { id } = await buildCampaign('Away', '3.00');
  const transport = httpBudgetTransport(plane);
  let isAway = false;
  const node = await startNode(join(folder, 'away'), {
    exchange: (call) => (isAway ? Promise.reject(new Error('away')) : transport.exchange(call)),
  });
  await expect.poll(() => node.bid(id)).toBe(true);
  await expect.poll(async () => Number((await journalOf(id))[0]?.['free'])).toBeGreaterThan(3 * price);
  isAway = true;
  const [leased] = await journalOf(id);
  let bids = 0;
  while (node.bid(id)) bids += 1;
  expect(bids).toBeGreaterThan(0);
  expect(bids * price).toBeLessThanOrEqual(Number(leased?.['free']) + Number(leased?.['reserved']));
  expect(node.bid(id)).toBe(false);
  isAway = false;
  await expect.poll(() => node.bid(id)).toBe(true);
});

test('a process that is stopped gracefully returns its lease, and its next run has the reservations of its bids', async () => {
  const { id } = await buildCampaign('Again', '3.00');
  const path = join(folder, 'again');
  const first = await startNode(path);
  await expect.poll(() => first.bid(id)).toBe(true);
  await first.close();
  const [left] = await journalOf(id);
  expect(left).toMatchObject({ free: 0, reserved: price });
  expect(existsSync(path)).toBe(true);
  await startNode(path);
  expect(existsSync(path)).toBe(false);
  await expect.poll(async () => (await journalOf(id)).map(({ node }) => node)).not.toContain(left?.['node']);
  await expect.poll(async () => (await journalOf(id)).map(({ reserved }) => reserved)).toEqual([price]);
});
