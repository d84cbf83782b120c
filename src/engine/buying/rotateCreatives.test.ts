import { expect, test } from 'vitest';
import type { CampaignRow } from '#model/index.ts';
import { buildCreative } from '#tests/support/engine/buildBuying.ts';
import { compileCreative } from './compileCreative.ts';
import { noAdPerformance } from '#tests/support/engine/noAdPerformance.ts';
import type { AdCounts } from './adPerformance.ts';
import { rotateCreatives } from './rotateCreatives.ts';

/** The share of draws in which each creative comes first. */
function shares(rotation: CampaignRow['rotation'], weights: number[], counts: (AdCounts | null)[] = []): number[] {
  const fits = weights.map((weight, at) => ({ creative: compileCreative(buildCreative({ id: at + 1, weight }), 0) }));
  const campaign = { id: 7, rotation, strategy: { kind: 'flat' }, type: 'video' } as const;
  const adPerformance = { ...noAdPerformance, ofCreative: (_: number, id: number) => counts[id - 1] ?? null };
  const firsts = weights.map(() => 0);
  const rounds = 4000;
  for (let seed = 0; seed < rounds; seed += 1) {
    const order = rotateCreatives(fits, campaign, adPerformance, seed * 7919);
    expect(rotateCreatives(fits, campaign, adPerformance, seed * 7919)).toEqual(order);
    const first = (order[0]?.creative.id ?? 0) - 1;
    firsts[first] = (firsts[first] ?? 0) + 1 / rounds;
  }
  return firsts;
}

test('even rotation puts each creative first equally often, whatever its weight', () => {
  for (const share of shares('even', [90, 5, 5])) expect(share).toBeCloseTo(1 / 3, 1);
});

test('weighted rotation puts each creative first in proportion to its weight', () => {
  const [first = 0, second = 0] = shares('weighted', [75, 25]);
  expect(first).toBeCloseTo(0.75, 1);
  expect(second).toBeCloseTo(0.25, 1);
});

test('optimized rotation puts the best creative first once there is data, and tries those without data', () => {
  const ends = (imps: number, rate: number): AdCounts => ({ imps, clicks: 0, completes: imps * rate });
  const [best = 0] = shares('optimized', [50, 50], [ends(20_000, 0.8), ends(20_000, 0.6)]);
  expect(best).toBeGreaterThan(0.99);
  const [known = 0, unknown = 0] = shares('optimized', [50, 50], [ends(20_000, 0.7), null]);
  expect(unknown).toBeGreaterThan(0.1);
  expect(known).toBeGreaterThan(0.4);
  const [close = 0] = shares('optimized', [50, 50], [ends(300, 0.72), ends(300, 0.7)]);
  expect(close).toBeGreaterThan(0.5);
  expect(close).toBeLessThan(0.9);
});
