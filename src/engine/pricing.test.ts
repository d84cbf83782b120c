import { describe, expect, test } from 'vitest';
import {
  accountShare,
  afterMargin,
  beforeMargin,
  cpmFromPricing,
  guaranteedCpm,
  impressionCost,
  opportunityCost,
  type CostTerms,
} from './pricing.ts';

const usd = 1_000_000_000;

function buildTerms(overrides: Partial<CostTerms>): CostTerms {
  return { model: 'share', shareBasisPoints: 7000, cpm: 2.5 * usd, ...overrides };
}

test.each([
  ['share', 2_100_000, 0],
  ['floor', 2_500_000, 0],
  ['cpm', 2_500_000, 0],
  ['cpo', 0, 2_500_000],
  ['none', 0, 0],
] as const)('%s: an impression that earns 3.00 CPM costs %i nanos, an opportunity %i', (model, imp, opp) => {
  const terms = buildTerms({ model });
  expect(impressionCost(terms, 3_000_000)).toBe(imp);
  expect(opportunityCost(terms)).toBe(opp);
});

test('a share above the floor is paid in full', () => {
  expect(impressionCost(buildTerms({ model: 'floor' }), 10_000_000)).toBe(7_000_000);
});

test('shares are rounded down to the nano-dollar', () => {
  expect(impressionCost(buildTerms({ shareBasisPoints: 3333 }), 101)).toBe(33);
});

test.each([
  [1500, 2_500_000, 2_125_000],
  [3333, 101, 68],
  [0, 101, 101],
  [10_000, 101, 0],
])('a DSP share of %i basis points leaves the account of %i nanos %i', (share, rev, part) => {
  expect(accountShare(rev, share)).toBe(part);
});

test('only the floor model guarantees a CPM', () => {
  expect(guaranteedCpm(buildTerms({ model: 'floor' }))).toBe(2.5 * usd);
  expect(guaranteedCpm(buildTerms({ model: 'cpm' }))).toBe(0);
});

test.each([
  ['4.20', 4_200_000_000],
  [' 4 ', 4_000_000_000],
  ['0.0000000019', 1],
  ['-1', null],
  ['NaN', null],
  ['1e3', null],
  ['4,20', null],
  ['12345678', null],
  ['', null],
])('a Pricing of %j is %j nano-USD', (value, nanos) => {
  expect(cpmFromPricing({ value, model: 'cpm', currency: 'usd' })).toBe(nanos);
});

describe('a margin', () => {
  test('leaves the rest of a CPM, rounded down', () => {
    expect(afterMargin(10_000_000_000, 2000)).toBe(8_000_000_000);
    expect(afterMargin(3, 5000)).toBe(1);
    expect(afterMargin(7, 0)).toBe(7);
  });

  test('requires the minimum CPM that leaves enough', () => {
    for (const margin of [0, 1, 333, 2500, 9000]) {
      for (const net of [0, 1, 999, 1_234_567_891, 900_000_000_000_007]) {
        const required = beforeMargin(net, margin);
        expect(afterMargin(required, margin)).toBeGreaterThanOrEqual(net);
        if (required > 0) expect(afterMargin(required - 1, margin)).toBeLessThan(net);
      }
    }
  });
});
