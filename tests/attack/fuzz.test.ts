import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../e2e/product.ts';
import { fuzzProduct, fuzzSettings } from './fuzz/fuzzProduct.ts';
import { printSummary } from './printSummary.ts';
import { readSeed } from './readSeed.ts';

const requests = Number(process.env['N'] ?? 40_000);
/** Minimum share of requests with each status: requests that are all refused find as little as valid ones. */
const minShares = [
  [200, 0.1],
  [400, 0.1],
  [403, 0.02],
  [404, 0.02],
] as const;

let product: Product;

beforeAll(async () => {
  product = await startProduct('start', fuzzSettings);
});
afterAll(() => product?.stop());

test(`${requests} random requests at both ports are all answered below 500, no event is lost, and none is counted that was not sent`, async () => {
  const seed = readSeed();
  process.stdout.write(`fuzz: SEED=${seed}\n`);
  const { fuzz, neighbour, processes, counted, ...figures } = await fuzzProduct(product, { seed, requests });
  const { traffic } = neighbour;
  const compared = Object.values(counted);
  printSummary('fuzz', {
    'requests sent': fuzz.sent,
    ...Object.fromEntries(
      [...fuzz.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => [`× ${status}`, count]),
    ),
    'answers of 500 and more': fuzz.faults.length,
    'without an answer': fuzz.unanswered.length,
    'events of the neighbour': traffic.acknowledged.size,
    'calls of the neighbour': neighbour.calls,
    'events lost': compared.flatMap(({ lost }) => lost).length,
    duplicated: compared.flatMap(({ duplicated }) => duplicated).length,
    'counted that were not sent': compared.flatMap(({ unsent }) => unsent).length,
  });
  // First: a process that stopped is the cause of other differences.
  expect(processes.after).toEqual(processes.before);
  expect(product.output()).not.toMatch(/unhandled|uncaught|^\s+at .*:\d+:\d+|\\n +at |stopped \(/im);
  expect(fuzz.faults).toEqual([]);
  expect(fuzz.unanswered).toEqual([]);
  expect(fuzz.sent).toBe(requests);
  expect(neighbour.callFaults).toEqual([]);
  expect([traffic.faults, traffic.aborted, traffic.unanswered]).toEqual([[], 0, new Set()]);
  expect(traffic.answered).toBe(traffic.requests);
  const none = { lost: [], duplicated: [], unsent: [] };
  expect(counted).toEqual({ neighbour: none, attacked: none });
  expect(figures).toEqual({ surplusCalls: 0, ownerless: 0 });
  for (const [status, share] of minShares) {
    expect(fuzz.statuses.get(status) ?? 0, String(status)).toBeGreaterThan(requests * share);
  }
});
