import { expect, test } from 'vitest';
import type { Candidate } from '../plan/plan.ts';
import { callOrder } from './callOrder.ts';

const candidate = (id: number, rank: number | null, weight = 50) =>
  ({ tag: { id, rate: 0 }, rank, weight }) as Candidate;
const tier = (...candidates: Candidate[]) => ({ candidates, hasTies: true, isOptimized: true });
const idsOf = (order: readonly Candidate[]) => order.map(({ tag }) => tag.id);

test('ranked tags are called by rank, and unranked tags lead in their share of requests', () => {
  const all = tier(candidate(1, 2), candidate(2, null), candidate(3, 1), candidate(4, null));
  let leads = 0;
  for (let seed = 0; seed < 4000; seed += 1) {
    const ids = idsOf(callOrder(all, seed * 7919).candidates);
    const isLed = ids[0] === 2 || ids[0] === 4;
    if (isLed) leads += 1;
    expect(ids.filter((id) => id === 1 || id === 3)).toEqual([3, 1]);
    expect(ids.slice(isLed ? 1 : 0, isLed ? 3 : 2)).toEqual([3, 1]);
  }
  expect(leads / 4000).toBeGreaterThan(0.46);
  expect(leads / 4000).toBeLessThan(0.54);
});

test('the share follows the weights, and the same seed gives the same order', () => {
  const all = tier(candidate(1, 1, 90), candidate(2, null, 10));
  let leads = 0;
  for (let seed = 0; seed < 4000; seed += 1) {
    const order = callOrder(all, seed * 7919);
    expect(callOrder(all, seed * 7919)).toEqual(order);
    if (order.candidates[0]?.tag.id === 2) leads += 1;
  }
  expect(leads / 4000).toBeGreaterThan(0.08);
  expect(leads / 4000).toBeLessThan(0.12);
});
