import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxLedgersPerCall, type BudgetCall } from '#engine/budget/budgetCall.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { BudgetTransport } from './httpBudgetTransport.ts';
import { startBudgets } from './startBudgets.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-budgets-'));
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** Starts budgets with a controller that responds like this. */
const open = (exchange: BudgetTransport['exchange'], name = 'run.json') =>
  startBudgets({
    transport: { exchange },
    path: join(folder, name),
    unitOf: () => 'spend',
    logger: createLogger({ level: 'silent', role: 'serving' }),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });

test('campaigns beyond the limit of a call go into the next, and all are released on shutdown', async () => {
  const count = maxLedgersPerCall + 5000;
  const calls: BudgetCall[] = [];
  const budgets = await open(async (call) => {
    calls.push(call);
    const leases = call.ledgers.map(({ campaignId, unit, free }) => {
      return { campaignId, unit, grant: call.isLeaving ? 0 : 5000 - free, rate: null };
    });
    return { leases, countedTo: 0, ads: [], cursor: '1' };
  });
  const permits = () => Array.from({ length: count }, (_, id) => budgets.mayBid(id + 1, 1000));
  expect(permits().every((permit) => permit === 'budget')).toBe(true);
  await vi.advanceTimersByTimeAsync(2500);
  expect(permits().every((permit) => permit === 'ok')).toBe(true);
  const before = calls.length;
  await budgets.close();
  const leaving = calls.slice(before);
  expect(new Set(leaving.flatMap(({ ledgers }) => ledgers.map(({ campaignId }) => campaignId))).size).toBe(count);
  expect(leaving.flatMap(({ ledgers }) => ledgers).every(({ free }) => free === 0)).toBe(true);
  expect(calls.every(({ ledgers }) => ledgers.length <= maxLedgersPerCall)).toBe(true);
});

test('a notice waits for the call with the ledger of its campaign', async () => {
  const calls: BudgetCall[] = [];
  const budgets = await open(async (call) => {
    calls.push(call);
    return { leases: [], countedTo: 0, ads: [], cursor: '1' };
  });
  for (let id = 1; id <= maxLedgersPerCall + 1; id += 1) budgets.mayBid(id, 1000);
  budgets.billed({ adId: 'last', campaignId: maxLedgersPerCall + 1, price: 1000, bidAt: Date.now() }, 1);
  budgets.billed({ adId: 'first', campaignId: 1, price: 1000, bidAt: Date.now() }, 1);
  await vi.advanceTimersByTimeAsync(2500);
  expect(calls.map(({ ledgers, ads }) => [ledgers.length, ads.map(({ ad }) => ad.adId)])).toEqual([
    [maxLedgersPerCall, ['first']],
    [1, ['last']],
  ]);
  await budgets.close();
});

test('without campaigns there are no exchanges, and the notices of others until the first one are skipped', async () => {
  const calls: BudgetCall[] = [];
  const budgets = await open(async (call) => {
    calls.push(call);
    return { leases: [], countedTo: 0, ads: [], cursor: `after ${calls.length}` };
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  budgets.mayBid(1, 1000);
  await vi.advanceTimersByTimeAsync(2500);
  expect(calls.map(({ cursor }) => cursor)).toEqual(['', '', 'after 2']);
  expect(calls[1]?.ledgers).toMatchObject([{ campaignId: 1 }]);
  await budgets.close();
});

test('the reservations of an ended process are taken over in the call that ends its leases', async () => {
  const calls: BudgetCall[] = [];
  const openNamed = (name: string) =>
    open(async (call) => {
      calls.push(call);
      const leases = call.ledgers.map(({ campaignId, unit, free }) => {
        return { campaignId, unit, grant: call.isLeaving ? 0 : 5000 - free, rate: null };
      });
      return { leases, countedTo: 0, ads: [], cursor: '1' };
    }, name);
  const [ended, successor] = [await openNamed('ended'), await openNamed('successor')];
  for (const budgets of [ended, successor]) budgets.mayBid(1, 1000);
  await vi.advanceTimersByTimeAsync(2500);
  const ad = { adId: 'a', campaignId: 1, price: 1000, bidAt: Date.now() };
  expect(ended.mayBid(1, ad.price)).toBe('ok');
  expect(ended.reserve({ ...ad, supplierId: 1, sendsWinNotices: false })).toBe(true);
  await ended.close();
  const { node } = calls.at(-1) ?? {};
  await successor.takeOver(join(folder, 'ended'));
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.slice(before)).toMatchObject([{ previousNode: node, ledgers: [{ campaignId: 1, reserved: 1000 }] }]);
  expect(calls[before]?.node).not.toBe(node);
  await vi.advanceTimersByTimeAsync(4000);
  expect(calls.slice(before + 1).map(({ previousNode }) => previousNode)).not.toContain(node);
  await successor.close();
});
