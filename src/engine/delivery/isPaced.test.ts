import { expect, test } from 'vitest';
import { seededRank } from '../auction/seededRank.ts';
import { isPaced } from './isPaced.ts';

const seeds = Array.from({ length: 20_000 }, (_, index) => Math.imul(index, 0x9e37_79b1));

test.each([0, 0.05, 1, 12.5, 50, 99.9, 100])('pacing of %d percent admits that share of requests', (pace) => {
  const passed = seeds.filter((seed) => isPaced(pace, seed, 7)).length / seeds.length;
  expect(Math.abs(passed * 100 - pace)).toBeLessThan(1.2);
  if (pace === 0 || pace === 100) expect(passed * 100).toBe(pace);
});

test('pacing draws of two tags, and the draw between equal offers, are independent', () => {
  const passing = seeds.filter((seed) => isPaced(50, seed, 7));
  const both = passing.filter((seed) => isPaced(50, seed, 8)).length / passing.length;
  const first = passing.filter((seed) => seededRank(seed, 7, 1) < seededRank(seed, 8, 1)).length / passing.length;
  expect(Math.abs(both - 0.5)).toBeLessThan(0.03);
  expect(Math.abs(first - 0.5)).toBeLessThan(0.03);
});

test('a lower pace admits a subset of the requests of a higher one', () => {
  for (const seed of seeds.slice(0, 2000)) if (isPaced(20, seed, 3)) expect(isPaced(30, seed, 3)).toBe(true);
});
